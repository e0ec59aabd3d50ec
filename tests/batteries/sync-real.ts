// `npm run battery -- sync-real [--json FILE] [--count N] [--from SEED]`: the built edge in workerd and three people's browsers
// in Chromium, two of one company and one of another, over lines on which requests are lost, doubled, delayed and answered by others.
import { chromium } from '@playwright/test'
import { readyChromium } from '../../scripts/install-chromium.ts'
import { readFlags } from '../../scripts/read-flags.ts'
import { measured, printTable, type ReportRow, writeJson } from '../../scripts/report-table.ts'
import { isZero } from '../support/is-zero.ts'
import { bundlePage } from './sync-real/desk.ts'
import { clearDesks, judge } from './sync-real/judge.ts'
import { people, planSchedule, seats } from './sync-real/plan.ts'
import { Office } from './sync-real/play.ts'
import { startReal } from './sync-real/stack.ts'

const { values } = readFlags({
  options: {
    json: { type: 'string' },
    count: { type: 'string', default: '300' },
    from: { type: 'string', default: '1' },
  },
})
const [count, from] = [Number(values.count), Number(values.from)]
const began = performance.now()
const real = await startReal()
const browser = await chromium.launch(await readyChromium())
const failed = new Map<number, string[]>()
const times: number[] = []
let [saved, refused] = [0, 0]
try {
  const office = new Office(real.address)
  const names = { olga: 'operator', marco: 'manager', boris: real.stranger }
  await office.open(browser, await bundlePage(), names)
  console.log(`ready after ${Math.round((performance.now() - began) / 1000)} s`)
  for (let seed = from; seed < from + count; seed += 1) {
    const start = performance.now()
    const outcome = await office.live(planSchedule(seed))
    const problems = [...outcome.problems, ...(await judge(office, outcome))]
    saved += outcome.intents.length
    refused += await clearDesks(office, outcome)
    times.push(performance.now() - start)
    if (times.length % 25 === 0) console.log(`${times.length} lived, ${failed.size} failed`)
    if (problems.length > 0) {
      failed.set(seed, problems)
      console.log(`SEED ${seed}: npm run battery -- sync-real --from ${seed} --count 1`)
      for (const problem of problems.slice(0, 20)) console.log(`  ${problem.slice(0, 1500)}`)
    }
  }
  const foreign = await findForeign(office)
  report(office, foreign)
} finally {
  await browser.close()
  await real.stop()
}

/** Find words of one company in the databases of the other's browsers, in any table. */
async function findForeign(office: Office): Promise<string[]> {
  const found: string[] = []
  for (const seat of seats) {
    const words = seat === 'boris' ? ['xolga', 'xmarco'] : ['xboris']
    found.push(...(await office.tab(seat).evaluate((all) => inside.page.rows(all), words)))
  }
  return found
}

function report(office: Office, foreign: readonly string[]): void {
  const sorted = times.toSorted((one, other) => one - other)
  const withKind = (kind: string) =>
    [...failed.values()].filter((all) => all.some((one) => one.startsWith(`${kind}:`))).length
  const faults = people.flatMap((person) => Object.entries(office.lines.get(person)!.met))
  const sum = faults.reduce((total, [, times]) => total + times, 0)
  const rows: ReportRow[] = [
    measured(`schedules, seeds ${from} to ${from + count - 1}`, times.length),
    measured('edits told to be saved', saved),
    measured('requests that went wrong', sum),
    measured('edits refused, kept, and let go', refused),
    measured('edits refused, and insisted on', office.insisted),
    ...['lost', 'divergent', 'doubled', 'stalled', 'foreign'].map((kind) =>
      isZero(`schedules with something ${kind}`, withKind(kind)),
    ),
    isZero('words of another company on a client', foreign.length),
    measured('a schedule, median', sorted[sorted.length >> 1] ?? 0, 'ms'),
    measured('a schedule, longest', sorted.at(-1) ?? 0, 'ms'),
    measured('time', Math.round((performance.now() - began) / 1000), 's'),
  ]
  printTable(rows)
  if (values.json !== undefined) writeJson(values.json, rows)
  process.exitCode = rows.some(({ ok }) => ok === false) ? 1 : 0
}
