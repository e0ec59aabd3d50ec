import { cloudflare } from '@cloudflare/vite-plugin'
import babel from '@rolldown/plugin-babel'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'
import { compileTexts } from './scripts/compile-texts.ts'
import { nameEarlyFiles } from './scripts/early-files.ts'
import { groupModules } from './scripts/group-modules.ts'
import { reportFonts } from './scripts/report-fonts.ts'
import { worldMap } from './scripts/world-map.ts'

// workerd and its tools must not look outside: no metrics, no update check, no request for a sample `cf`.
process.env['CLOUDFLARE_CF_FETCH_ENABLED'] = 'false'
process.env['WRANGLER_SEND_METRICS'] = 'false'
process.env['WRANGLER_SEND_ERROR_REPORTS'] = 'false'
process.env['WRANGLER_HIDE_BANNER'] = 'true'

/** Dependencies the first page needs; found late they would reload it, or load React twice. */
const eager = [
  'react',
  'react-dom/client',
  'react/jsx-runtime',
  'react/jsx-dev-runtime',
  '@preact/signals-react',
  '@preact/signals-react/runtime',
  '@formatjs/intl',
  '@observablehq/plot',
  'react-aria-components',
]

const leftOut = fileURLToPath(new URL('web/local/left-out.ts', import.meta.url))

export default defineConfig({
  publicDir: 'web/public',
  plugins: [
    compileTexts(),
    reportFonts(),
    worldMap(),
    nameEarlyFiles(),
    babel({ include: /\/web\/.*\.tsx$/, plugins: ['module:@preact/signals-react-transform'] }),
    react(),
    cloudflare({ persistState: { path: process.env['BAPP_STATE'] ?? '.state/eu' } }),
  ],
  // Dexie's build for today's browsers; the one it names is translated for old ones.
  resolve: {
    alias: [
      { find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.min.mjs' },
      // Leave out queries that are never made, and fallbacks for browsers without BroadcastChannel.
      {
        find: /^\.\/(rx-query-mingo|methods\/(indexed-db|localstorage|simulate))\.js$/,
        replacement: leftOut,
      },
    ],
  },
  optimizeDeps: { include: eager },
  worker: { format: 'es' },
  build: { target: 'es2023', sourcemap: false },
  environments: {
    client: {
      // RxJS offers its classes as they were written under this name, else translated to ES5.
      resolve: { conditions: [...defaultClientConditions, 'es2015'] },
      // The service worker reads there what the app is made of.
      build: {
        manifest: 'asset-manifest.json',
        rolldownOptions: {
          output: {
            codeSplitting: {
              // The groups are whole: what they import is in them, or in one before.
              includeDependenciesRecursively: false,
              groups: [{ name: groupModules, debugName: 'stages' }],
            },
          },
        },
      },
    },
  },
})
