/** Never run, only checked (`npm run check`): what the compiler has to refuse. */
import type { Request } from '../src/generated/api'
import type { Position } from '../src/table/position'
import type { Table } from '../src/table/table.svelte'

export function refused(table: Table, position: Position): unknown[] {
  return [
    table.command({ do: 'take_back', n: 41 }),
    // @ts-expect-error There is no such command.
    table.command({ do: 'takeback', n: 41 }),
    // @ts-expect-error It has no such field.
    table.command({ do: 'take_back', n: 41, cuont: 2 }),
    // @ts-expect-error It needs the last number seen.
    table.command({ do: 'take_back' }),
    // @ts-expect-error A question is no command.
    table.command({ do: 'why', move: 'Ge5' }),
    { do: 'speak', language: 'fr' } satisfies Request,
    // @ts-expect-error The site does not speak it.
    { do: 'speak', language: 'it' } satisfies Request,
    position.placements_left,
    // @ts-expect-error A position has no such field.
    position.placments_left,
    // @ts-expect-error No piece is called X.
    position.stock[0]?.X,
  ]
}
