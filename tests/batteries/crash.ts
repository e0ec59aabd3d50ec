// `npm run battery -- crash [--json FILE] [--count N] [--seed S] [--only browser|edge|migration]`: SIGKILL of the browser and of
// workerd in the middle of writes (N times each, 200), and of the browser while its tables change their shape (N / 2).
import { chromium } from '@playwright/test'
import { readyChromium } from '../../scripts/install-chromium.ts'
import { readFlags } from '../../scripts/read-flags.ts'
import { measured, printTable, type ReportRow, writeJson } from '../../scripts/report-table.ts'
import { isZero } from '../support/is-zero.ts'
import { shape } from '../../web/local/partition.ts'
import { killBrowser } from './crash/kill-browser.ts'
import { killEdge } from './crash/kill-edge.ts'
import { killMigration } from './crash/kill-migration.ts'
import type { Killed } from './crash/ledger.ts'
import { bundlePage } from './sync-real/desk.ts'
import { startReal } from './sync-real/stack.ts'

/** Time within which a killed page must be open again. */
const reopenMs = 5000

const { values } = readFlags({
  options: {
    json: { type: 'string' },
    count: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
  },
})
const [count, seed] = [Number(values.count), Number(values.seed)]
const wants = (name: string) => values.only === undefined || values.only === name
const rows: ReportRow[] = []
const began = performance.now()
const real = await startReal()
const browser = await chromium.launch(await readyChromium())
try {
  const now = await bundlePage()
  const next = await bundlePage({ shape: shape + 1 })
  const { address } = real
  const half = { count: Math.ceil(count / 2), seed }
  if (wants('browser')) {
    const killed = await killBrowser(address, now, { count, seed })
    note('browser', killed)
    rows.push(
      median('  start of the process before, median', killed.started),
      measured('  kills that cut a write off by themselves', killed.cut),
      measured('  times the browser threw its databases away', killed.emptied),
    )
    const planted = await killBrowser(address, await bundlePage({ keepsOnce: true }), {
      count: Math.min(count, 6),
      seed,
      planted: true,
    })
    const found = planted.problems.some((one) => one.startsWith('lost')) ? 1 : 0
    const isFound = { bar: '1', ok: planted.emptied === 0 ? null : found === 1 }
    rows.push({ ...measured('planted: what waits is kept once: found', found), ...isFound })
  }
  if (wants('edge')) {
    const killed = await killEdge(browser, real, now, { count, seed })
    note('workerd', killed)
    rows.push(median('  start of the process before, median', killed.started))
  }
  if (wants('migration')) {
    const killed = await killMigration(address, { now, next }, half)
    note('migration', killed)
    rows.push(measured('  of these before the page had opened', killed.inside))
  }
} finally {
  await browser.close()
  await real.stop()
}
rows.push(measured(`time, seed ${seed}`, Math.round((performance.now() - began) / 1000), 's'))
printTable(rows)
if (values.json !== undefined) writeJson(values.json, rows)
process.exitCode = rows.some(({ ok }) => ok === false) ? 1 : 0

function note(name: string, { kills, saved, reopened, problems }: Killed): void {
  for (const problem of sample(problems)) console.log(`${name}: ${problem.slice(0, 600)}`)
  const sorted = reopened.toSorted((one, other) => one - other)
  const late = sorted.filter((ms) => ms > reopenMs).length
  const ofKind = (kind: string) => problems.filter((one) => one.startsWith(kind)).length
  rows.push(
    measured(`${name} killed`, kills),
    measured('  words called saved', saved),
    isZero('  of these lost', ofKind('lost')),
    isZero('  of these doubled', ofKind('doubled')),
    isZero('  anything else wrong', problems.length - ofKind('lost') - ofKind('doubled')),
    median('  open again, median', reopened),
    measured('  open again, longest', Math.round(sorted.at(-1) ?? 0), 'ms'),
    isZero(`  open again after more than ${reopenMs / 1000} s`, late),
  )
}

function median(name: string, times: readonly number[]): ReportRow {
  const sorted = times.toSorted((one, other) => one - other)
  return measured(name, Math.round(sorted[sorted.length >> 1] ?? 0), 'ms')
}

/** Return the first problem of each kind and place. */
function sample(problems: readonly string[]): string[] {
  const places = Map.groupBy(problems, (one) => one.split(': ').slice(0, 2).join(': '))
  return [...places.values()].flatMap((all) => all.slice(0, 2)).slice(0, 20)
}
