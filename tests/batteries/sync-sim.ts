// `npm run battery -- sync-sim [--json FILE] [--seeds N] [--from SEED]`: the page's own replication against the edge's own
// handlers in one process, with virtual clock, network and disk. `--replay SEED [--steps IDS] [--without FAULTS]`, as a failing
// seed prints it, lives one again and tells all that happens.
import { readFlags } from '../../scripts/read-flags.ts'
import { measured, printTable, type ReportRow, writeJson } from '../../scripts/report-table.ts'
import { isZero } from '../support/is-zero.ts'
import { type Lived, liveJobs } from './sync-sim/jobs.ts'

const { values } = readFlags({
  options: {
    json: { type: 'string' },
    seeds: { type: 'string', default: '10000' },
    from: { type: 'string', default: '1' },
    replay: { type: 'string' },
    steps: { type: 'string' },
    without: { type: 'string' },
  },
})
if (values.replay !== undefined) await replay(Number(values.replay))
else await live(Number(values.from), Number(values.seeds))

async function live(from: number, count: number): Promise<void> {
  const began = performance.now()
  const all: Lived[] = []
  const to = from + count - 1
  const job = { kind: 'seeds', to, step: 2, twiceEvery: 100, shrink: true } as const
  await liveJobs(
    [0, 1].map((at) => ({ ...job, from: from + at })),
    (lived) => {
      all.push(lived)
      if (lived.problems.length > 0) tell(lived)
      if (all.length % 1000 === 0) console.log(`${all.length} of ${count} seeds`)
    },
  )
  const seconds = (performance.now() - began) / 1000
  const failed = (kind: string) =>
    all.filter(({ problems }) => problems.some((problem) => problem.startsWith(`${kind}:`))).length
  const sum = (name: keyof Lived['counts']) =>
    all.reduce((total, { counts }) => total + counts[name], 0)
  const twice = all.filter(({ same }) => same !== undefined)
  const kinds = ['lost', 'divergent', 'doubled', 'stalled', 'audit', 'signed', 'illegal', 'foreign']
  const rows: ReportRow[] = [
    measured('seeds', all.length),
    measured('edits of people', sum('edits')),
    measured('requests', sum('requests')),
    measured('faults on their way', sum('faults')),
    measured('edits refused, and kept', sum('refused')),
    ...kinds.map((kind) => isZero(`seeds with something ${kind}`, failed(kind))),
    isZero('seeds with any problem', all.filter(({ problems }) => problems.length > 0).length),
    isZero(
      `of ${twice.length} lived twice: another trace`,
      twice.filter(({ same }) => !same).length,
    ),
    measured('a seed', (1000 * seconds) / all.length, 'ms'),
    {
      name: 'time',
      value: Math.round(seconds),
      unit: 's',
      bar: count >= 10_000 ? '<= 900' : '',
      ok: count >= 10_000 ? seconds <= 900 : null,
    },
  ]
  printTable(rows)
  if (values.json !== undefined) writeJson(values.json, rows)
  process.exitCode = rows.some(({ ok }) => ok === false) ? 1 : 0
}

function tell({ seed, problems, replay: flags }: Lived): void {
  console.log(`SEED ${seed}`)
  for (const problem of problems.slice(0, 5)) console.log(`  ${problem}`)
  console.log(`  npm run battery -- sync-sim ${flags ?? `--replay ${seed}`}`)
}

async function replay(seed: number): Promise<void> {
  await import('./sync-sim/node-hooks.ts')
  const { Simulation } = await import('./sync-sim/simulation.ts')
  const { planSeed } = await import('./sync-sim/plan.ts')
  const { bendPlan } = await import('./sync-sim/shrink.ts')
  const simulation = await Simulation.load()
  const plan = bendPlan(planSeed(seed), values.steps, values.without)
  const { lines, problems, trace } = await simulation.run(plan, { keepLines: true })
  for (const line of lines) console.log(line)
  console.log(`trace ${trace}`)
  for (const problem of problems) console.log(problem)
  process.exit(problems.length > 0 ? 1 : 0)
}
