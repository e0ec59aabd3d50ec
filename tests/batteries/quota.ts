// `npm run battery -- quota [--json FILE] [--count N]`: half of N (60) cases on a disk that fills up at different levels, half in
// which the browser takes tables, files or all of the site's data away.
import { readFileSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { readyChromium } from '../../scripts/install-chromium.ts'
import { readFlags } from '../../scripts/read-flags.ts'
import { measured, printTable, type ReportRow, writeJson } from '../../scripts/report-table.ts'
import { isZero } from '../support/is-zero.ts'
import { evict, evictionAt } from './quota/evicted.ts'
import { type Case, fillLevel } from './quota/fill-level.ts'
import { bundlePage } from './sync-real/desk.ts'
import { startReal } from './sync-real/stack.ts'

const { values } = readFlags({
  options: { json: { type: 'string' }, count: { type: 'string', default: '60' } },
})
const half = Math.ceil(Number(values.count) / 2)
const began = performance.now()
const real = await startReal()
const browser = await chromium.launch(await readyChromium())
const filled: Case[] = []
const evicted: Case[] = []
try {
  const script = await bundlePage()
  const { address } = real
  for (let at = 0; at < half; at += 1)
    filled.push(tell(await fillLevel(browser, address, { script, quota: quotaOf(at) })))
  for (let at = 0; at < half; at += 1)
    evicted.push(tell(await evict(browser, address, script, evictionAt(at))))
} finally {
  await browser.close()
  await real.stop()
}
report()

/** Return the size of a disk: from hardly room for the tables to room for the work of weeks. */
function quotaOf(at: number): number {
  return Math.round((3 + (9 * at) / half) * 2 ** 20)
}

function tell(one: Case): Case {
  for (const problem of one.problems.slice(0, 5))
    console.log(`${one.name}: ${problem.slice(0, 500)}`)
  return one
}

function report(): void {
  const text = (
    JSON.parse(
      readFileSync(new URL('../../web/i18n/texts/faults/en.json', import.meta.url), 'utf8'),
    ) as Record<string, string>
  )['fault.machine_full']
  const all = [...filled, ...evicted]
  const withKind = (kind: string) =>
    all.filter(({ problems }) => problems.some((one) => one.startsWith(kind))).length
  const rows: ReportRow[] = [
    measured('levels of a disk that fills up', filled.length),
    measured('  of these full before the end', filled.filter((one) => one.toldFull).length),
    measured('tables, files or all taken away', evicted.length),
    measured(
      'plans called saved',
      all.reduce((sum, { saved }) => sum + saved, 0),
    ),
    isZero('cases with something lost', withKind('lost')),
    isZero('cases with something doubled', withKind('doubled')),
    isZero('cases without a clear message', withKind('unclear') + (text ? 0 : 1)),
    isZero('cases that did not recover', withKind('stuck') + withKind('stalled')),
    isZero('cases with any problem', all.filter(({ problems }) => problems.length > 0).length),
    measured('time', Math.round((performance.now() - began) / 1000), 's'),
  ]
  console.log(`Message to the person: ${text}`)
  printTable(rows)
  if (values.json !== undefined) writeJson(values.json, rows)
  process.exitCode = rows.some(({ ok }) => ok === false) ? 1 : 0
}
