/**
 * What earlier pages kept in localStorage, copied into the store. The copies there stay, since a page of the old build may still be open and
 * write on; every start compares them with what was taken before, and takes over what is new.
 */
import type { Puzzles } from '../generated/api'
import type { Digest, KeptGame, KeptStudy, PuzzleLevel, Sketch } from './kept'
import { addStep } from './steps'
import type { Rows } from './store'

const GAME = 'medina.game.'
const STUDY = 'medina.study.'
const DIGEST = 'medina.myplay.'
const EDITOR = 'medina.editor'
const PUZZLES = 'medina.puzzles'
const SITE = 'medina.puzzles.site'

/** The revision of no game. */
const WENT_ON = -1

interface OldSteps {
  past: Sketch[]
  now: Sketch
  future: Sketch[]
}

interface OldProgress extends Omit<PuzzleLevel, 'id'> {
  tries: Record<string, { solved: boolean; waits: boolean }>
}

/** The copies in localStorage, as they were written. */
function oldEntries(): [string, string][] {
  try {
    return Object.keys(localStorage).flatMap((key): [string, string][] => {
      const text = isOld(key) ? localStorage.getItem(key) : null
      return text === null ? [] : [[key, text]]
    })
  } catch {
    // Where it is blocked, nothing was written.
    return []
  }
}

const isOld = (key: string): boolean =>
  [GAME, STUDY, DIGEST].some((prefix) => key.startsWith(prefix)) || [EDITOR, PUZZLES, SITE].includes(key)

/** Forget the copy of a game or a study that was deleted. */
export function forgetOld(kind: 'game' | 'study', id: string): void {
  try {
    localStorage.removeItem((kind === 'game' ? GAME : STUDY) + id)
  } catch {
    // What is not kept need not be forgotten.
  }
}

export async function takeOver(rows: Rows): Promise<void> {
  const before = new Map((await rows.all('taken')).map((taken) => [taken.key, taken]))
  for (const [key, text] of oldEntries()) {
    const sum = sumOf(text)
    const taken = before.get(key)
    const value = taken?.sum === sum ? undefined : parsed(text)
    if (value === undefined) continue
    try {
      const revision = await takeOne(rows, key, value, taken?.revision ?? null, sum)
      await rows.put('taken', { key, sum, revision })
    } catch (error) {
      // One that is not what its name says is left where it is.
      if (error instanceof DOMException && error.name !== 'DataError') throw error
    }
  }
}

/** The revision of the game as it was taken over, by which it is seen whether it went on here. */
async function takeOne(
  rows: Rows,
  key: string,
  value: unknown,
  revision: number | null,
  sum: string,
): Promise<number> {
  if (key.startsWith(GAME)) return takeGame(rows, value as KeptGame, revision, sum)
  if (key.startsWith(STUDY)) await takeStudy(rows, value as KeptStudy, sum)
  else if (key.startsWith(DIGEST)) await rows.put('digests', value as Digest)
  else if (key === EDITOR) await takeSteps(rows, value as OldSteps)
  else if (key === PUZZLES) await takeProgress(rows, value as OldProgress)
  else await rows.put('site', { id: 'site', said: value as Puzzles })
  return WENT_ON
}

/** A game that went on here as well as there is kept twice. */
async function takeGame(rows: Rows, old: KeptGame, taken: number | null, sum: string): Promise<number> {
  const here = await rows.get('games', old.id)
  if (!here || here.revision === taken) {
    const revision = (here?.revision ?? 0) + 1
    await rows.put('games', { ...old, revision })
    return revision
  }
  const isKnown = old.moves.every((move, ply) => here.moves[ply] === move)
  if (!isKnown) await rows.put('games', { ...old, id: `${old.id}-${sum}`, revision: 1 })
  return WENT_ON
}

async function takeStudy(rows: Rows, old: KeptStudy, sum: string): Promise<void> {
  const here = await rows.get('studies', old.id)
  if (here?.record === old.record) return
  await rows.put('studies', here ? { ...old, id: `${old.id}-${sum}` } : old)
}

/** The steps of the editor, or, where it has steps already, its last sketch as one more. */
async function takeSteps(rows: Rows, { past, now, future }: OldSteps): Promise<void> {
  const bench = await rows.get('bench', 'bench')
  if (bench) return addStep(rows, now)
  for (const [step, sketch] of [...past, now, ...future].entries())
    await rows.put('sketches', { step, sketch })
  await rows.put('bench', { id: 'bench', step: past.length })
}

async function takeProgress(rows: Rows, { tries, ...old }: OldProgress): Promise<void> {
  for (const [puzzle, tried] of Object.entries(tries))
    if (!(await rows.get('tries', puzzle))) await rows.put('tries', { puzzle, ...tried })
  const here = await rows.get('level', 'level')
  await rows.put('level', { id: 'level', ...(here ?? old), best: Math.max(old.best, here?.best ?? 0) })
}

/** An object that was written as JSON; undefined for anything else. */
function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

/** A short sum of a text (FNV-1a). */
function sumOf(text: string): string {
  let sum = 0x811c9dc5
  for (let i = 0; i < text.length; i++) sum = Math.imul(sum ^ text.charCodeAt(i), 0x01000193)
  return `${(sum >>> 0).toString(36)}${text.length.toString(36)}`
}
