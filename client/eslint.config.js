/** ESLint looks for what neither the types nor Prettier show: promises that nobody awaits, and mistakes in components. */
import svelte from 'eslint-plugin-svelte'
import { defineConfig, globalIgnores } from 'eslint/config'
import ts from 'typescript-eslint'
import svelteConfig from './svelte.config.js'

// TypeScript puts a project together anew for every component, so src/tsconfig.json leaves out what tests need.
const typed = { projectService: true, tsconfigRootDir: import.meta.dirname }

export default defineConfig([
  globalIgnores(['dist', 'node_modules', 'src/generated']),
  { files: ['**/*.ts'], extends: [ts.configs.base], languageOptions: { parserOptions: typed } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    extends: [ts.configs.base, svelte.configs.recommended, svelte.configs.prettier],
    languageOptions: {
      parserOptions: { ...typed, parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig },
    },
  },
  {
    files: ['**/*.ts', '**/*.svelte'],
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: { '@typescript-eslint/no-floating-promises': 'error' },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    rules: {
      // Sets and maps are replaced as a whole ($state.raw), never changed where a component reads them.
      'svelte/prefer-svelte-reactivity': 'off',
      // Half of the time of the rules; the client has no stores.
      'svelte/require-store-reactive-access': 'off',
    },
  },
])
