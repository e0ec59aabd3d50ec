// `npm run battery -- sync-exhaustive [--json FILE] [--most N]`: two people and four operations in every order, with every
// fault at every request, every step of a page's store and every call inside the edge. All of them are lived.
import { readFlags } from '../../scripts/read-flags.ts'
import { measured, printTable, type ReportRow, writeJson } from '../../scripts/report-table.ts'
import { isZero } from '../support/is-zero.ts'
import { liveJobs } from './sync-sim/jobs.ts'

const { values } = readFlags({
  options: { json: { type: 'string' }, most: { type: 'string', default: '1000000' } },
})
const began = performance.now()
let [lived, failed, edits] = [0, 0, 0]
const to = Number(values.most)
// Take one process for few: to load the product in another would take longer than they do.
const step = to < 500 ? 1 : 2
const job = { kind: 'exhaustive', to, step } as const
await liveJobs(
  [1, 2].slice(0, step).map((from) => ({ ...job, from })),
  ({ seed, problems, replay, counts }) => {
    lived += 1
    edits += counts.edits
    if (problems.length === 0) return
    failed += 1
    if (failed > 20) return
    console.log(`SCHEDULE ${seed}: ${replay}`)
    for (const problem of problems.slice(0, 3)) console.log(`  ${problem}`)
  },
)
const rows: ReportRow[] = [
  { name: 'schedules', value: lived, unit: '', bar: 'all', ok: lived > 0 },
  measured('edits of people', edits),
  isZero('schedules with any problem', failed),
  measured('time', Math.round((performance.now() - began) / 1000), 's'),
]
printTable(rows)
if (values.json !== undefined) writeJson(values.json, rows)
process.exitCode = rows.some(({ ok }) => ok === false) ? 1 : 0
