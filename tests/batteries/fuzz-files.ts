// `npm run battery -- fuzz-files [--json FILE] [--count N] [--seed S] [--from N]`: mutated instrument files of every format
// that can be read. Each must be read whole or be refused with a reason: no hang, no crash, no half import.
import { Worker } from 'node:worker_threads'
import { readFlags } from '../../scripts/read-flags.ts'
import {
  atMost,
  measured,
  printTable,
  type ReportRow,
  writeJson,
} from '../../scripts/report-table.ts'
import { fixturesByFormat } from './fuzz-files/fixtures.ts'
import type { FuzzResult } from './fuzz-files/fuzz-case.ts'

const { values } = readFlags({
  options: {
    json: { type: 'string' },
    count: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
  },
})
const count = Number(values.count)
const seed = Number(values.seed)
/** A file that takes longer is stuck, in ms of the clock; one that takes `slow` ms of the processor is a failure too. */
const stuck = 30_000
const slow = 2000

type Message =
  | { starts: number; fixture: string }
  | { ends: number; result: FuzzResult }
  | { done: true }

const results: FuzzResult[] = []
const hangs: string[] = []
const formats = await fixturesByFormat()
const started = performance.now()
let next = Number(values.from)
while (next < count) next = await runFrom(next)

const rows = summarise()
printTable(rows)
printFailures()
if (values.json !== undefined) writeJson(values.json, rows)
process.exitCode = rows.some(({ ok }) => ok === false) ? 1 : 0

/** Run until all is done or one hangs; gives the case to go on with. */
function runFrom(from: number): Promise<number> {
  const worker = new Worker(new URL('./fuzz-files/worker.ts', import.meta.url), {
    workerData: { formats: [...formats.values()], from, count, seed },
  })
  return new Promise((resolve) => {
    let at = from
    let fixture = ''
    let timer = setTimeout(stop, 2 * stuck)
    function stop(): void {
      hangs.push(`case ${at} of ${fixture}`)
      void worker.terminate().then(() => resolve(at + 1))
    }
    worker.on('error', (error: Error) => {
      clearTimeout(timer)
      hangs.push(`case ${at} of ${fixture} ended the thread: ${error.message}`)
      resolve(at + 1)
    })
    worker.on('message', (message: Message) => {
      clearTimeout(timer)
      if ('done' in message) return resolve(count)
      timer = setTimeout(stop, stuck)
      if ('starts' in message) {
        at = message.starts
        fixture = message.fixture
        return
      }
      results.push(message.result)
      if (results.length % 1000 === 0) console.log(`${results.length} of ${count}`)
    })
  })
}

function summarise(): ReportRow[] {
  const failures = results.filter(({ problems }) => problems.length > 0)
  const crashes = failures.filter(({ outcome }) => outcome === 'refused').length
  const times = results.map(({ time }) => time).sort((a, b) => a - b)
  const files = [...formats].map(([format, own]) => `${format} ${own.length}`).join(', ')
  return [
    measured('formats and their files', files, ''),
    measured('mutated files', results.length + hangs.length, ''),
    measured('read', results.filter(({ outcome }) => outcome === 'read').length, ''),
    measured(
      'refused with a reason',
      results.filter(({ outcome }) => outcome === 'refused').length - crashes,
      '',
    ),
    measured('different reasons', new Set(results.map(({ reason }) => reason)).size - 1, ''),
    atMost('hangs', hangs.length, '', 0),
    atMost('crashes', crashes, '', 0),
    atMost('half imports', failures.length - crashes, '', 0),
    atMost('longest import', Math.round(times.at(-1) ?? 0), 'ms', slow),
    measured('median import', times[Math.floor(times.length / 2)] ?? 0, 'ms'),
    measured('time', Math.round((performance.now() - started) / 1000), 's'),
  ]
}

function printFailures(): void {
  for (const hang of hangs) console.log(`HANG ${hang}`)
  const bad = results.filter(({ problems, time }) => problems.length > 0 || time > slow)
  for (const { seed: own, fixture, mutation, problems, time } of bad.slice(0, 40)) {
    console.log(
      `seed ${own} ${fixture} (${mutation}) ${Math.round(time)} ms\n  ${problems[0] ?? 'slow'}`,
    )
  }
  const reasons = Map.groupBy(results, ({ reason }) => reason)
  const counts = [...reasons].map(([reason, own]) => `${reason || 'read'} ${own.length}`)
  console.log(counts.toSorted().join(', '))
}
