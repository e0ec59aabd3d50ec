// `npm run battery -- skew [--json FILE] [--count N] [--from SEED]`: page and edge of three versions, each pair of them, with all
// that the simulation lets go wrong, upgrades and roll-backs in the middle. `--replay SEED --pair N [--steps IDS] [--without
// FAULTS]`, as a failing seed prints it, lives one again; `--seed SEED` lives one in every pair.
import { readFlags } from '../../scripts/read-flags.ts'
import { measured, printTable, type ReportRow, writeJson } from '../../scripts/report-table.ts'
import { isZero } from '../support/is-zero.ts'
import { makeVersions } from './skew/make-versions.ts'
import { planSkew } from './skew/plan-skew.ts'
import { nameOfPair, pairs } from './skew/versions.ts'
import { type Lived, liveJobs } from './sync-sim/jobs.ts'
import { bendPlan } from './sync-sim/shrink.ts'

const { values } = readFlags({
  options: {
    json: { type: 'string' },
    count: { type: 'string', default: '100' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    replay: { type: 'string' },
    pair: { type: 'string', default: '0' },
    steps: { type: 'string' },
    without: { type: 'string' },
  },
})
const kinds = ['lost', 'divergent', 'doubled', 'stalled']
if (values.replay !== undefined) await replay(Number(values.replay), Number(values.pair))
else if (values.seed !== undefined) await live(Number(values.seed), 1)
else await live(Number(values.from), Number(values.count))

async function live(from: number, count: number): Promise<void> {
  const began = performance.now()
  const all: Lived[] = []
  const job = { kind: 'skew', to: from + count - 1, step: 2, shrink: true } as const
  await liveJobs(
    [0, 1].map((at) => ({ ...job, from: from + at })),
    (lived) => {
      all.push(lived)
      if (lived.problems.length > 0) tell(lived)
      if (all.length % 90 === 0) console.log(`${all.length} of ${count * pairs.length} lives`)
    },
  )
  const seconds = Math.round((performance.now() - began) / 1000)
  const ofPairs = Map.groupBy(all, ({ pair = '' }) => pair)
  printPairs(ofPairs)
  const sum = (name: keyof Lived['counts']) =>
    all.reduce((total, { counts }) => total + counts[name], 0)
  const failed = all.filter(({ problems }) => problems.length > 0).length
  const rows: ReportRow[] = [
    measured('lives', all.length),
    measured('edits of people', sum('edits')),
    measured('requests', sum('requests')),
    measured('edits refused, and kept', sum('refused')),
    ...pairs.flatMap((pair) => {
      const lives = ofPairs.get(nameOfPair(pair)) ?? []
      return kinds.map((kind) => isZero(`${nameOfPair(pair)}: ${kind}`, failedAs(lives, kind)))
    }),
    isZero('lives with any problem', failed),
    { name: 'time', value: seconds, unit: 's', bar: count >= 100 ? '<= 300' : '', ok: null },
  ]
  printTable(rows.filter(({ name }) => !name.startsWith('page ')))
  if (values.json !== undefined) writeJson(values.json, rows)
  process.exitCode = rows.some(({ ok }) => ok === false) ? 1 : 0
}

/** Print one row for each pair. */
function printPairs(ofPairs: ReadonlyMap<string, readonly Lived[]>): void {
  const line = (cells: readonly (string | number)[]) =>
    cells
      .map((cell, at) => (at === 0 ? String(cell).padEnd(22) : String(cell).padStart(10)))
      .join('')
  console.log(line(['versions', 'schedules', ...kinds, 'other']))
  for (const pair of pairs) {
    const lives = ofPairs.get(nameOfPair(pair)) ?? []
    const others = lives.filter(({ problems }) =>
      problems.some((problem) => !kinds.some((kind) => problem.startsWith(`${kind}:`))),
    ).length
    const counts = kinds.map((kind) => failedAs(lives, kind))
    console.log(line([nameOfPair(pair), lives.length, ...counts, others]))
  }
}

function failedAs(lives: readonly Lived[], kind: string): number {
  return lives.filter(({ problems }) => problems.some((one) => one.startsWith(`${kind}:`))).length
}

function tell({ seed, pair, problems, replay: flags }: Lived): void {
  console.log(`SEED ${seed} (${pair})`)
  for (const problem of problems.slice(0, 5)) console.log(`  ${problem}`)
  if (flags !== undefined) console.log(`  npm run battery -- skew ${flags}`)
}

async function replay(seed: number, at: number): Promise<void> {
  const [first] = pairs
  const pair = pairs[at] ?? first
  if (!pair) return
  makeVersions()
  const { Simulation } = await import('./sync-sim/simulation.ts')
  const simulation = await Simulation.load()
  await simulation.loadVersions()
  const plan = bendPlan(planSkew(pair, seed), values.steps, values.without)
  const { lines, problems } = await simulation.run(plan, { keepLines: true })
  for (const line of lines) console.log(line)
  for (const problem of problems) console.log(problem)
  process.exit(problems.length > 0 ? 1 : 0)
}
