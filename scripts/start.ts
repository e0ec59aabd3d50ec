import { runStart } from './run-start.ts'

await runStart('serve', process.argv.slice(2))
