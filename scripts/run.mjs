// `node scripts/run.mjs NAME ...`: runs scripts/NAME.ts on the project's own Node, installing first what is missing.
import { runOnProjectNode } from './bootstrap.mjs'

const [name] = process.argv.splice(2, 1)
await runOnProjectNode(`scripts/${name}.ts`)
