// `npm run battery -- NAME`: long measurements that are no part of `npm test`. Each is a file of tests/batteries.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { projectRoot } from './run-tool.ts'

const folder = join(projectRoot, 'tests', 'batteries')
const names = existsSync(folder)
  ? readdirSync(folder)
      .filter((name) => name.endsWith('.ts'))
      .map((name) => name.replace(/\.ts$/, ''))
  : []
const wanted = process.argv[2]

if (wanted === undefined || !names.includes(wanted)) {
  const list = names.length === 0 ? 'There is no battery yet.' : `Batteries: ${names.join(', ')}`
  console.log(wanted === undefined ? list : `There is no battery "${wanted}". ${list}`)
  process.exit(wanted === undefined ? 0 : 1)
}
// The battery reads its own flags as if it had been started itself.
process.argv.splice(2, 1)
await import(pathToFileURL(join(folder, `${wanted}.ts`)).href)
