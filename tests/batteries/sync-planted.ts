// `npm run battery -- sync-planted [--json FILE] [--seeds N] [--only TEXT]`: bugs that others have shipped are planted
// into the product one by one; the simulation (sync-sim) must find each of them.
import { readFlags } from '../../scripts/read-flags.ts'
import { measured, printTable, type ReportRow, writeJson } from '../../scripts/report-table.ts'
import { liveJobs } from './sync-sim/jobs.ts'
import { skewPlants } from './skew/plants.ts'
import { plants } from './sync-sim/plants.ts'

const { values } = readFlags({
  options: {
    json: { type: 'string' },
    seeds: { type: 'string', default: '500' },
    only: { type: 'string' },
  },
})
const most = Number(values.seeds)
const began = performance.now()
const all = [...plants, ...skewPlants]
const wanted = all.filter(({ name }) => name.includes(values.only ?? ''))
const found = new Map<string, { seed: number; problem: string }>()
const left = [...wanted]
await Promise.all([findNext(), findNext()])

const rows: ReportRow[] = wanted.map(({ name }) => {
  const seed = found.get(name)?.seed
  return {
    name: `${name}: found at seed`,
    value: seed ?? 'never',
    unit: '',
    bar: `<= ${most}`,
    ok: seed !== undefined,
  }
})
rows.push({
  name: 'planted bugs',
  value: wanted.length,
  unit: '',
  bar: '>= 15',
  ok: values.only === undefined ? wanted.length >= 15 : null,
})
rows.push({
  name: 'of them found',
  value: found.size,
  unit: '',
  bar: String(wanted.length),
  ok: found.size === wanted.length,
})
const seconds = Math.round((performance.now() - began) / 1000)
rows.push(measured('time', seconds, 's'))
for (const [name, { seed, problem }] of found) console.log(`${name}: seed ${seed}: ${problem}`)
printTable(rows)
if (values.json !== undefined) writeJson(values.json, rows)
process.exitCode = rows.some(({ ok }) => ok === false) ? 1 : 0

/** Run two at a time, each in a process of its own, because a planted bug stays in it. */
async function findNext(): Promise<void> {
  // Begin with those of the skew, which take longest: one of them would run alone at the end.
  for (let plant = left.pop(); plant; plant = left.pop()) {
    const { name } = plant
    const job = {
      kind: skewPlants.includes(plant) ? 'skew' : 'seeds',
      from: 1,
      to: most,
      step: 1,
      plant: name,
      stopAtFirst: true,
    } as const
    await liveJobs([job], ({ seed, problems }) => {
      const [problem] = problems
      if (problem !== undefined) found.set(name, { seed, problem })
    })
  }
}
