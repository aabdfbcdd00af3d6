/** Films of games that no server is asked for. */
import type { Replay } from '../generated/api'
import { Engine } from '../engine/engine'
import { Refusal } from '../net/http'
import { DeviceTable } from './desk.svelte'
import { games } from './games'
import { BadRecord, readRecord } from './reading'
import { replayOf } from './record'
import { troubleOf } from './trouble'

/** A game of this device. */
export async function replayHere(id: string): Promise<Replay> {
  const game = await games.find(id)
  if (!game) throw new Error('no such game')
  const desk = await DeviceTable.open(game)
  try {
    return await desk.replay()
  } finally {
    desk.close()
  }
}

/** Somebody's record; what cannot be read is refused as the server does. */
export async function replayRecord(text: string): Promise<Replay> {
  const engine = await Engine.load()
  try {
    return replayOf(readRecord(text, engine), engine.details().sheets)
  } catch (error) {
    throw error instanceof BadRecord ? new Refusal(troubleOf(error), 400) : error
  } finally {
    engine.close()
  }
}
