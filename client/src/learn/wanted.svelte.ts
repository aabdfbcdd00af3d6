/** The part of a page that its address names. */
import { tick } from 'svelte'
import { router } from '../ui/router.svelte'

export const wanted = (): string => router.hash.slice(1)

/** Scroll to the part that the address names, as soon as the page is `ready` and whenever the address changes. */
export function scrollToWanted(ready: () => boolean): void {
  $effect(() => {
    const id = wanted()
    if (ready() && id)
      void tick().then(() => document.getElementById(id)?.scrollIntoView({ block: 'center' }))
  })
}
