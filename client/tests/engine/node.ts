/** The questions in a file, answered by Node on standard output. */
import { readFileSync } from 'node:fs'
import { networkIn } from '../../src/engine/half'
import { answers, type Questions } from './answers'

const [questions, folder] = process.argv.slice(2) as [string, string]
const asked = JSON.parse(readFileSync(questions, 'utf8')) as Questions
const bytes = (path: string) => new Uint8Array(readFileSync(`${folder}/${path}`)).buffer
const names = new Set(asked.searches.map(({ network }) => network))
const networks = Object.fromEntries([...names].map((name) => [name, networkIn(bytes(`weights/${name}.bin`))]))
process.stdout.write(JSON.stringify(answers(new WebAssembly.Module(bytes('engine.wasm')), networks, asked)))
