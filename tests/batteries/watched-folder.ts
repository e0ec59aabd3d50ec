// `npm run battery -- watched-folder [--json FILE] [--count N] [--seed S]`: the desktop shell's host with its queue, the built page in
// Chromium and the product with its edge. N (500) runs are dropped into a folder in ten manners, nine of ten with a plan; the service
// is away for a third of the time, and its answers are lost now and then.
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { startHost } from '../../desktop/start-host.ts'
import { readyChromium } from '../../scripts/install-chromium.ts'
import { readFlags } from '../../scripts/read-flags.ts'
import { measured, printTable, type ReportRow, writeJson } from '../../scripts/report-table.ts'
import { isZero } from '../support/is-zero.ts'
import { startReal } from './sync-real/stack.ts'
import { planDrops } from './watched-folder/drop-files.ts'
import { play } from './watched-folder/play.ts'
import { openWindow } from './watched-folder/window.ts'

const { values } = readFlags({
  options: {
    json: { type: 'string' },
    count: { type: 'string', default: '500' },
    seed: { type: 'string', default: '19' },
  },
})
const [count, seed] = [Number(values.count), Number(values.seed)]
const fixture = new URL('../fixtures/files/RDES_v1_0_example_amplification.tsv', import.meta.url)
// Header and twelve wells: read and computed in a moment, so that the way is tried and not the calculation.
const base = readFileSync(fixture, 'utf8').split('\n').slice(0, 13).join('\n')
const home = mkdtempSync(join(tmpdir(), 'bapp-watched-'))
const folder = join(home, 'share')
mkdirSync(folder)

const began = performance.now()
let now = Date.now()
const real = await startReal()
const browser = await chromium.launch(await readyChromium())
const host = await startHost({
  service: new URL(real.address),
  web: 'dist/client',
  data: join(home, 'data'),
  watchClock: { now: () => now, every: () => () => undefined },
  choose: async () => folder,
})
try {
  const window = await openWindow(browser, host, base)
  const drops = planDrops(seed, count, base)
  // Leave one of ten without a plan, which is asked about.
  const planned = drops.filter((_, at) => at % 10 !== 9)
  await window.plan(planned.map(({ name }) => name))
  await window.chooseFolder()
  console.log(`ready after ${seconds()} s, ${planned.length} planned`)
  await play(
    {
      folder,
      watched: () => host.watched,
      advance: (ms) => void (now += ms),
      onTick: async (at, ended) => {
        window.setAway(!ended && at % 30_000 < 10_000)
        // Give the page time between two bursts.
        await new Promise((resolve) => setTimeout(resolve, 100))
      },
    },
    drops,
  )
  window.setAway(false)
  await window.untilDelivered(host)
  report(await window.judge(drops, planned, host), window.met)
} finally {
  await browser.close()
  await host.close()
  await real.stop()
  rmSync(home, { recursive: true, force: true })
}

function seconds(): number {
  return Math.round((performance.now() - began) / 1000)
}

function report(
  judged: { problems: string[]; imported: number; asked: number; results: number },
  met: { away: number; lost: number },
): void {
  for (const problem of judged.problems.slice(0, 20)) console.log(problem)
  const kinds = ['lost', 'doubled', 'half', 'unasked', 'left over'].map((kind): ReportRow => {
    const value = judged.problems.filter((one) => one.startsWith(`${kind}:`)).length
    return isZero(`runs ${kind}`, value)
  })
  const plans = count - Math.floor(count / 10)
  const rows: ReportRow[] = [
    measured('runs dropped', count),
    measured('requests while the service was away', met.away),
    measured('answers lost after the import', met.lost),
    {
      name: 'imported into their plan',
      value: judged.imported,
      unit: '',
      bar: `${plans}`,
      ok: judged.imported === plans,
    },
    measured('asked about, without a plan', judged.asked),
    ...kinds,
    {
      name: 'results computed',
      value: judged.results,
      unit: '',
      bar: `${plans}`,
      ok: judged.results === plans,
    },
    measured('time', seconds(), 's'),
  ]
  printTable(rows)
  if (values.json !== undefined) writeJson(values.json, rows)
  process.exitCode = rows.some(({ ok }) => ok === false) ? 1 : 0
}
