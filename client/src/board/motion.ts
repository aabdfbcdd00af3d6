/** How pieces come and go. With reduced motion everything fades. */
import { cubicOut } from 'svelte/easing'
import type { TransitionConfig } from 'svelte/transition'

export const calm = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

/** A new piece comes down onto its cell. */
export function drop(_node: Element): TransitionConfig {
  if (calm()) return { duration: 150, css: (t) => `opacity: ${t}` }
  return {
    duration: 220,
    easing: cubicOut,
    css: (t, u) => `transform: translateY(${-26 * u}px); opacity: ${Math.min(1, t * 1.6)}`,
  }
}

/** A piece that is taken back lifts off. */
export function lift(_node: Element): TransitionConfig {
  return { duration: 150, css: (t, u) => `opacity: ${t}; transform: translateY(${calm() ? 0 : -14 * u}px)` }
}
