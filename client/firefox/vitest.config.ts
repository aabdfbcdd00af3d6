import { defineConfig } from 'vitest/config'

// One browser, one test after the other; scripts/firefox.py says where the server and Firefox are.
export default defineConfig({
  test: { include: ['firefox/*.test.ts'], testTimeout: 120_000, hookTimeout: 60_000 },
})
