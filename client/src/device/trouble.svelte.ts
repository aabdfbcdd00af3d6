/** Whether what is done here is kept: the page says so where it is not. */
export const keeping = $state<{ trouble: 'full' | 'blocked' | null }>({ trouble: null })
