/** My finished games, of this site and of this device, with what the studies there are say about them. All of it is put together here. */
import { local } from '../device/small'
import { store } from '../device/store'
import type { Analysis, Archive, Replay } from '../generated/api'
import { get, Refusal } from '../net/http'
import { Study } from '../replay/study.svelte'
import { games, isOver, nameOf, seatOf, type KeptGame } from '../solo/games'
import { replayHere } from '../solo/replay'
import { Film, placementsOf } from '../table/film.svelte'
import { botName, cardName } from '../table/format'
import { me } from '../ui/me.svelte'
import { slipsOf, type Digest } from './digest'

/** A game, before anybody has looked through it. */
export interface Played {
  game: string
  when: number
  seat: number
  others: string[]
  /** Whose it is on the site; null on this device. */
  user: string | null
  /** On this device alone, or a table of the site? */
  here: boolean
}

/** So many of the newest games of the site. */
const NEWEST = 50
/** A server that is asked for too many at once says so; the rest comes the next time. */
const AT_ONCE = 20

export class Looking {
  digests = $state.raw<Digest[]>([])
  /** Games that nobody has looked through yet. */
  left = $state.raw<Played[]>([])
  state = $state<'loading' | 'ready' | 'offline'>('loading')
  /** What is being looked through, and how far. */
  study = $state.raw<{ game: string; study: Study } | null>(null)
  private closed = false

  async load(): Promise<void> {
    const here = (await games.all()).filter((game) => isOver(game) && !game.handed && !game.setUp)
    await this.sort(here.map(ofDevice))
    try {
      const { id } = await me.load()
      // Without a network, the games of this person are shown.
      local.set('myplay', id)
      const found = await get<Archive>(`/archive?player=${encodeURIComponent(id)}&limit=${NEWEST}`)
      await this.ask(ofTables(found, id))
      this.state = 'ready'
    } catch {
      await this.remember()
      this.state = 'offline'
    }
  }

  private async remember(): Promise<void> {
    const shown = new Set(this.digests.map(({ game }) => game))
    const kept = await store.read(['digests'], (rows) => rows.all('digests'))
    const who = local.get('myplay')
    const mine = kept.filter(({ game, user }) => user === who && who !== '' && !shown.has(game))
    this.digests = [...this.digests, ...mine]
  }

  /** Those that were digested before need nobody. */
  private async sort(played: readonly Played[]): Promise<void> {
    const kept = await store.read(['digests'], (rows) => rows.all('digests'))
    const found = new Map(kept.map((digest) => [digest.game, digest]))
    const known = played.map((each) => ({ each, digest: found.get(each.game) }))
    this.digests = [...this.digests, ...known.flatMap(({ digest }) => digest ?? [])]
    this.left = [...this.left, ...known.flatMap(({ each, digest }) => (digest ? [] : [each]))]
  }

  /** Is there a study of the others? */
  private async ask(played: readonly Played[]): Promise<void> {
    await this.sort(played)
    const unknown = this.left.filter(({ here }) => !here).slice(0, AT_ONCE)
    for (const each of unknown) {
      if (this.closed) return
      const replay = await this.replay(each).catch((error: unknown) => {
        if (error instanceof Refusal && error.status !== 429) return null
        throw error
      })
      if (!replay?.analysis) continue
      const { state, moments } = await get<Analysis>(`/analyses/${replay.analysis}`)
      if (state === 'done') await this.keep(each, replay, moments)
    }
  }

  private replay = ({ game, here }: Played): Promise<Replay> =>
    here
      ? replayHere(game.replace(nameOf(''), ''))
      : get<Replay>(`/tables/${encodeURIComponent(game)}/replay`)

  private async keep(played: Played, replay: Replay, moments: Analysis['moments']): Promise<void> {
    const { game, when, seat, others, user } = played
    const placements = placementsOf(replay)
    const slips = slipsOf(placements, moments, seat)
    const digest = { game, user, when, others, plies: placements.length - 1, slips }
    await store.change(['digests'], (rows) => rows.put('digests', digest))
    this.digests = [...this.digests, digest]
    this.left = this.left.filter((each) => each.game !== game)
  }

  /** Goes through games here and now, one after the other. */
  async through(wanted: readonly Played[]): Promise<void> {
    for (const each of wanted) {
      if (this.closed) return
      const replay = await this.replay(each)
      const study = new Study(new Film(replay), each.here ? null : each.game)
      this.study = { game: each.game, study }
      await study.start()
      const stopped = study.state === 'cancelled'
      if (study.state === 'done') await this.keep(each, replay, study.moments)
      study.close()
      this.study = null
      if (stopped) return
    }
  }

  stop(): void {
    void this.study?.study.stop()
  }

  close(): void {
    this.closed = true
    this.study?.study.close()
  }
}

function ofDevice(game: KeptGame): Played {
  const others = game.bots.flatMap((bot) => (bot ? [botName(bot)] : []))
  return { game: nameOf(game.id), when: game.changed, seat: seatOf(game), others, user: null, here: true }
}

const ofTables = ({ games, people }: Archive, user: string): Played[] =>
  games.flatMap(({ id, seats, updated }) => {
    const seat = seats.findIndex((each) => each.user === user)
    if (seat < 0) return []
    const others = seats.filter((_, other) => other !== seat).map((each) => cardName(each, people))
    return [{ game: id, when: updated, seat, others, user, here: false }]
  })
