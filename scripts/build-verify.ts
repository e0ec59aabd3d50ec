// `node scripts/run.mjs build-verify`: the verifier as one file that needs nothing but Node, dist/bapp-verify.mjs.
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Rolldown } from 'vite'
import { projectRoot } from './run-tool.ts'

const built = (await build({
  configFile: false,
  logLevel: 'error',
  publicDir: false,
  build: {
    write: false,
    minify: false,
    target: 'node20',
    lib: {
      entry: fileURLToPath(new URL('./verify.ts', import.meta.url)),
      formats: ['es'],
      fileName: 'bapp-verify',
    },
    rolldownOptions: { external: [/^node:/], output: { codeSplitting: false } },
  },
})) as Rolldown.RolldownOutput[]
const code = built[0]?.output[0].code ?? ''
const path = join(projectRoot, 'dist', 'bapp-verify.mjs')
mkdirSync(join(projectRoot, 'dist'), { recursive: true })
writeFileSync(path, `#!/usr/bin/env node\n${code}`)
chmodSync(path, 0o755)
console.log(`${path} (${Math.round(code.length / 1024)} kB)`)
