import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'
import { app } from './app'

// Where `medina serve` runs while `npm run dev` serves the sources.
const server = process.env['MEDINA_SERVER'] ?? 'http://127.0.0.1:8000'

export default defineConfig({
  plugins: [svelte(), app()],
  build: {
    // The built site ships inside the Python package.
    outDir: '../src/medina/server/static',
    emptyOutDir: true,
    // Fonts stay files: the content security policy allows only the site itself as their source.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
  },
  server: {
    proxy: { '/api': { target: server, ws: true } },
    // The engine and the puzzles that ship are files of the package, the diagrams of how to play those of the documentation.
    fs: { allow: ['.', '../src/medina/engine', '../src/medina/server/shipped_puzzles', '../docs/diagrams'] },
  },
  resolve: process.env['VITEST'] ? { conditions: ['browser'] } : {},
  // One window for all files: each would spend most of its time on starting its own.
  // Tests that think with the engine take seconds beside builds on the same cores.
  test: { environment: 'happy-dom', include: ['tests/**/*.test.ts'], isolate: false, testTimeout: 30_000 },
})
