// `npm run battery -- NAME [--short] [flags]`: one battery; `npm run battery -- all [--long] [--only A,B] [--json FILE]`: every one
// after the other. Without a name it lists them.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { batteries } from './batteries.ts'
import { projectRoot } from './run-tool.ts'

const [wanted, ...flags] = process.argv.slice(2)
const battery = batteries.find(({ name }) => name === wanted)

if (battery) {
  const given = flags.filter((flag) => flag !== '--short')
  const form = given.length < flags.length ? battery.short : battery.long
  // Give the battery its flags as if it had been started itself; those that are given come last, and count.
  process.argv.splice(2, Infinity, ...form, ...given)
  const file = join(projectRoot, 'tests', 'batteries', `${battery.name}.ts`)
  await import(pathToFileURL(file).href)
} else if (wanted === 'all') {
  const { runAll } = await import('./battery-all.ts')
  process.exitCode = (await runAll(flags)) ? 0 : 1
} else {
  if (wanted !== undefined) console.log(`There is no battery "${wanted}".\n`)
  const width = Math.max(...batteries.map(({ name }) => name.length))
  for (const { name, does } of batteries) console.log(`${name.padEnd(width)}  ${does}`)
  console.log(`${'all'.padEnd(width)}  all of them in their short forms; \`--long\` for the whole`)
  process.exitCode = wanted === undefined ? 0 : 1
}
