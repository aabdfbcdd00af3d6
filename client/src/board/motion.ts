/** Has the reader asked for calm? Then nothing travels; it fades. */
export const calm = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches
