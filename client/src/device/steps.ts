/** The steps of the editor in the store: a row a step, so that a click writes one sketch. */
import type { Sketch } from './kept'
import type { Rows } from './store'

export const MOST_STEPS = 60

/** Put a sketch after the step that is shown; what was undone is gone, and so are the oldest steps. */
export async function addStep(rows: Rows, sketch: Sketch): Promise<void> {
  const shown = (await rows.get('bench', 'bench'))?.step ?? -1
  const step = shown + 1
  for (const { step: other } of await rows.all('sketches'))
    if (other > shown || other < step - MOST_STEPS) await rows.delete('sketches', other)
  await rows.put('sketches', { step, sketch })
  await rows.put('bench', { id: 'bench', step })
}
