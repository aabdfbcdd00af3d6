/** What the server says to somebody who is kept out; empty to everybody else. */
export const door = $state({ sentence: '' })
