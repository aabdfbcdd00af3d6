/** Refusals in the reader's language: the server names the reason, the catalogue made from the rules says it. */
import type { RefusalInfo } from '../generated/api'
import { fill, find } from './i18n.svelte'

export function refusalText(refusal: RefusalInfo): string {
  const template = refusal.reason ? find(`refusal.${refusal.reason}`) : undefined
  if (template === undefined) return sentence(refusal.message)
  const args: Record<string, string> = {}
  for (const [name, value] of Object.entries(refusal.args ?? {})) {
    args[name] = find(`refusal.${name}.${String(value)}`) ?? String(value)
  }
  return sentence(fill(template, args))
}

/** Sentences come without a capital when they begin with a cell's name, which keeps its own. */
function sentence(text: string): string {
  const startsWithCell = /^([a-p]\d+|[NSWE]([a-p]|\d+))\b/.test(text)
  const begun = startsWithCell ? text : text.charAt(0).toUpperCase() + text.slice(1)
  return /[.!?]$/.test(begun) ? begun : `${begun}.`
}
