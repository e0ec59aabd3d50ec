import { runStart } from './run-start.ts'

await runStart('dev', process.argv.slice(2))
