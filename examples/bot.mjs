#!/usr/bin/env node
/**
 * A whole Medina bot in JavaScript, with nothing but Node.
 *
 *     medina match --bots "cmd:node examples/bot.mjs,random" --games 10
 *
 * It speaks the engine protocol: a JSON object a line on standard input, an answer a line on standard output. It does not
 * know the rules: it starts `medina engine` (or the command after its name), which speaks the same protocol, passes
 * everything on to it, and answers only `go` itself.
 *
 * The idea: of the roofs, stables, merchants and walls it takes what brings the most points now, the biggest palaces
 * being worth waiting for; if nothing brings any, it makes the largest palace larger that nobody has.
 */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

const LEAST_ROOF = 7 // points, for there are only four roofs
const TRIES = 80

const [program, ...words] = process.argv.length > 2 ? process.argv.slice(2) : ['medina', 'engine']
const engine = spawn(program, words, { stdio: ['pipe', 'pipe', 'inherit'] })
const answers = createInterface({ input: engine.stdout })[Symbol.asyncIterator]()

/** What the engine answers to a line, or to an object. */
async function ask(request) {
  engine.stdin.write((typeof request === 'string' ? request : JSON.stringify(request)) + '\n')
  return JSON.parse((await answers.next()).value)
}

/** How many points a seat is ahead of the best of the others. */
async function lead(seat) {
  const totals = (await ask({ cmd: 'score' })).scores.map((score) => score.total)
  const [own] = totals.splice(seat, 1)
  return own - Math.max(...totals)
}

/** What a placement changes about the lead; it is taken back again. */
async function gain(seat, before, move) {
  await ask({ cmd: 'play', moves: [move] })
  const after = await lead(seat)
  await ask({ cmd: 'undo' })
  return after - before
}

/** The building, among the legal moves, that joins the largest palace without a roof. */
function builder(position, moves) {
  const open = position.palaces.filter((palace) => palace.roof === null)
  const size = (move) => {
    const palace = open.find(({ colour }) => colour === move[0])
    return palace ? palace.buildings.length : 0
  }
  const buildings = moves.filter((move) => 'GPBO'.includes(move[0]))
  return buildings.sort((one, other) => size(other) - size(one))[0]
}

async function go({ seconds = 1 }) {
  const until = Date.now() + 500 * seconds
  const legal = await ask({ cmd: 'legal' })
  if (!legal.ok) return legal
  const { position } = await ask({ cmd: 'position' })
  const before = await lead(position.turn)
  let best = builder(position, legal.moves) ?? legal.moves[0]
  let most = 0
  for (const move of legal.moves.filter((move) => 'RSMW'.includes(move[0])).slice(0, TRIES)) {
    if (Date.now() > until) break
    const points = await gain(position.turn, before, move)
    if (points > most && (move[0] !== 'R' || points >= LEAST_ROOF)) [best, most] = [move, points]
  }
  return { ok: true, move: best }
}

async function answer(line) {
  let request = null
  try {
    request = JSON.parse(line)
  } catch {
    // The engine has a sentence for this.
  }
  if (request?.cmd === 'hello') return { ok: true, name: 'bot.mjs', version: '1', protocol: 1, bots: [] }
  return request?.cmd === 'go' ? go(request) : ask(line)
}

for await (const line of createInterface({ input: process.stdin })) {
  if (line.trim() === '') continue
  const said = await answer(line)
  process.stdout.write(JSON.stringify(said) + '\n')
  if (/"cmd":\s*"quit"/.test(line)) break
}
engine.stdin.end()
