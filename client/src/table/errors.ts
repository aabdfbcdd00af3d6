/** The line broke before an answer came. */
export class LineLost extends Error {}
