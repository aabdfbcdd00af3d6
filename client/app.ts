/**
 * What makes an app of a built site: a service worker that knows every file of the build, a manifest in every language,
 * and compressed copies of the files, which the server sends to browsers that accept them.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build, type Plugin } from 'vite'

/** Not kept by the service worker: every browser that has one reads woff2, and robots have none. */
const LEFT_OUT = /\.(woff|map|br|gz)$|^robots\.txt$/
/** Files that are compressed already. */
const PACKED = /\.(woff2?|png|br|gz)$/
/** A compressed copy must save a tenth of its file to be worth keeping. */
const WORTH_KEEPING = 0.9

export function app(): Plugin {
  let root = ''
  let out = ''
  return {
    name: 'medina-app',
    apply: 'build',
    configResolved(config) {
      root = config.root
      out = resolve(config.root, config.build.outDir)
    },
    async writeBundle() {
      for (const language of languages(root)) writeManifest(root, out, language)
      await buildWorker(root, out)
      writeCompressed(out)
    },
  }
}

const languages = (root: string): string[] =>
  readdirSync(join(root, 'src/i18n')).flatMap((name) => name.match(/^(\w+)\.json$/)?.[1] ?? [])

function writeManifest(root: string, out: string, language: string): void {
  const said = JSON.parse(readFileSync(join(root, `src/i18n/${language}.json`), 'utf8')) as Record<
    string,
    string
  >
  const shortcut = (key: string, url: string): object => ({ name: said[key], url })
  const icon = (size: number, purpose: string): object => ({
    src: `/icons/${purpose}-${size}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  })
  const manifest = {
    id: '/',
    name: 'Medina',
    short_name: 'Medina',
    description: said['app.description'],
    lang: language,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    // As `--page` of the theme; a manifest knows one theme, the page's own meta elements know both.
    background_color: '#f4e8cd',
    theme_color: '#f4e8cd',
    categories: ['games', 'entertainment'],
    icons: [
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
      icon(192, 'any'),
      icon(512, 'any'),
      icon(192, 'maskable'),
      icon(512, 'maskable'),
    ],
    shortcuts: [shortcut('nav.learn', '/learn'), shortcut('nav.replay', '/replay')],
  }
  writeFileSync(join(out, `app.${language}.webmanifest`), JSON.stringify(manifest))
}

async function buildWorker(root: string, out: string): Promise<void> {
  const files = builtFiles(out)
  const sum = createHash('sha256')
  for (const file of files) sum.update(file).update(readFileSync(join(out, file)))
  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'warn',
    define: { BUILD: JSON.stringify({ id: sum.digest('hex').slice(0, 12), files }) },
    build: {
      outDir: out,
      emptyOutDir: false,
      target: 'es2022',
      rolldownOptions: {
        input: join(root, 'src/service/worker.ts'),
        output: { entryFileNames: 'sw.js', format: 'iife' },
      },
    },
  })
}

/** Write a Brotli and a gzip copy beside every file that becomes smaller by them; see `src/medina/server/static.py`. */
function writeCompressed(out: string): void {
  for (const file of allFiles(out).filter((path) => !PACKED.test(path))) {
    const plain = readFileSync(join(out, file))
    const copies = {
      br: brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } }),
      gz: gzipSync(plain, { level: 9 }),
    }
    for (const [suffix, copy] of Object.entries(copies))
      if (copy.length < plain.length * WORTH_KEEPING) writeFileSync(join(out, `${file}.${suffix}`), copy)
  }
}

/** Addresses of the files that the service worker keeps, sorted. */
const builtFiles = (out: string): string[] =>
  allFiles(out).filter((path) => path !== '/sw.js' && !LEFT_OUT.test(path.slice(1)))

/** Addresses of all that was built, sorted. */
const allFiles = (out: string): string[] =>
  readdirSync(out, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(out.length))
    .sort()
