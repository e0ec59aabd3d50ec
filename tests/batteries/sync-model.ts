// `npm run battery -- sync-model [--seeds N] [--from N] [--steps N] [--workers N] [--json FILE]`: the steps of a local document
// (domain/sync) against an edge in memory. Each seed is a history of people at two to four machines with two tabs each, over a
// network that loses, doubles and turns around; at its end everybody has the same and nothing that was typed is lost.
import { Worker } from 'node:worker_threads'
import { readFlags } from '../../scripts/read-flags.ts'
import {
  atMost,
  measured,
  printTable,
  type ReportRow,
  writeJson,
} from '../../scripts/report-table.ts'
import { type Failure, stepsPerSeed } from './sync-model/run-seed.ts'
import type { Message } from './sync-model/worker.ts'

const { values } = readFlags({
  options: {
    json: { type: 'string' },
    seeds: { type: 'string', default: '100000' },
    from: { type: 'string', default: '0' },
    steps: { type: 'string', default: String(stepsPerSeed) },
    workers: { type: 'string', default: '2' },
  },
})
const from = Number(values.from)
const to = from + Number(values.seeds)
const every = Number(values.workers)
const failures: Failure[] = []
let played = 0

const started = performance.now()
await Promise.all(Array.from({ length: every }, (_, offset) => runWorker(offset)))
const seconds = (performance.now() - started) / 1000

for (const failure of failures.slice(0, 10)) printFailure(failure)
const rows: ReportRow[] = [
  measured('seeds', played),
  measured('steps', played * Number(values.steps)),
  atMost('seeds not played', to - from - played, '', 0),
  atMost('seeds with something lost, divergent, doubled or out of order', failures.length, '', 0),
  atMost('time', seconds, 's', 180),
]
printTable(rows)
if (values.json !== undefined) writeJson(values.json, rows)
process.exitCode = rows.some(({ ok }) => ok === false) ? 1 : 0

function runWorker(offset: number): Promise<void> {
  const workerData = { from, to, every, offset, count: Number(values.steps) }
  const worker = new Worker(new URL('./sync-model/worker.ts', import.meta.url), { workerData })
  return new Promise((resolve, reject) => {
    worker.on('error', reject)
    worker.on('exit', () => resolve())
    worker.on('message', (message: Message) => {
      if ('played' in message) played += message.played
      if ('failure' in message) failures.push(message.failure)
    })
  })
}

function printFailure({ seed, problem, machines, steps }: Failure): void {
  console.log(`seed ${seed}, ${machines} machines: ${problem}`)
  for (const step of steps) console.log(`  ${JSON.stringify(step)}`)
}
