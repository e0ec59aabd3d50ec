// `npm run battery -- security [--json FILE] [--requests N] [--groups A,B] [--seed N] [--every N] [--rounds N] [--only changes]`:
// requests made from the API's own description and bent in every way, writes to what only the server writes, headers of every
// reply, whether the time of a sign-in tells who is there, and the access matrix asked while what a request rests on is taken
// away (`--every`: each so-many-th row; `--rounds`: times for a row without a body; `--only changes`: nothing else). The edge
// runs in workerd with nothing before it.
import { readFlags } from '../../scripts/read-flags.ts'
import {
  atMost,
  measured,
  printTable,
  type ReportRow,
  writeJson,
} from '../../scripts/report-table.ts'
import { startWorker } from '../../scripts/worker-process.ts'
import { startOpenWorker } from './residency/open-worker.ts'
import { type Asked, askDuringChanges, onlyWhereItIsUsed } from './security/during-changes.ts'
import { fuzzGroup, type FuzzResult } from './security/fuzz.ts'
import { overHttp } from './security/http.ts'
import { judgePageHeaders } from './security/page-headers.ts'
import { groups } from './security/requests.ts'
import { writeServerFields } from './security/server-fields.ts'
import { shownApart, timeSignIns } from './security/sign-in-timing.ts'
import { foundWorld } from './security/world.ts'

const { values } = readFlags({
  options: {
    json: { type: 'string' },
    requests: { type: 'string', default: '5000' },
    groups: { type: 'string' },
    seed: { type: 'string', default: '1' },
    pairs: { type: 'string', default: '200' },
    every: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '10' },
    only: { type: 'string' },
  },
})

const rows: ReportRow[] = []
if (values.only !== 'changes') {
  await bendRequests()
  const page = judgePageHeaders()
  for (const problem of page) console.log(`web/public/_headers: ${problem}`)
  rows.push(atMost("problems with the headers of the page's files", page.length, '', 0))
}
await changeRights()
console.log('')
printTable(rows)
if (values.json !== undefined) writeJson(values.json, rows)
process.exit(rows.some(({ ok }) => ok === false) ? 1 : 0)

async function changeRights(): Promise<void> {
  const worker = await startOpenWorker({ change: onlyWhereItIsUsed })
  try {
    const extent = {
      every: Number(values.every),
      rounds: Number(values.rounds),
      seed: Number(values.seed),
      groups: values.groups?.split(','),
    }
    const asked = await askDuringChanges(worker.address, extent)
    for (const one of asked) rows.push(...sumUpChange(one))
  } finally {
    await worker.stop()
  }
}

function sumUpChange({ change, rows: count, requests, violations, unprepared }: Asked) {
  for (const text of violations) console.log(`VIOLATION ${change}: ${text}`)
  for (const text of unprepared) console.log(`NOT PREPARED ${change}: ${text}`)
  return [
    measured(`${change} during a call: rows asked`, count),
    atMost(`  violations, of ${requests} requests`, violations.length, '', 0),
    atMost('  rows not prepared', unprepared.length, '', 0),
  ]
}

async function bendRequests(): Promise<void> {
  const wanted = values.groups?.split(',') ?? groups
  const worker = await startWorker({ entry: new URL('../../edge/worker.ts', import.meta.url) })
  const transport = overHttp(worker.address)
  try {
    const secret = worker.secrets.OPERATOR_SECRET
    const timing = await timeSignIns(transport, secret, Number(values.pairs))
    rows.push(
      measured('sign-in of somebody known, median', timing.known, 'ms'),
      {
        name: `known less unknown, ${timing.pairs} pairs, median`,
        value: timing.difference.median,
        unit: 'ms',
        bar: '',
        ok: null,
      },
      atMost(
        'known and unknown are apart by, at least (99 %)',
        shownApart(timing.difference),
        'ms',
        5,
      ),
      atMost('pairs whose replies differ', timing.unequal, '', 0),
    )
    const world = await foundWorld(transport, secret, 'fuzz')
    const fields = await writeServerFields(world)
    rows.push(
      atMost(
        `writes of fields of the server accepted, of ${fields.tried}`,
        fields.accepted.length,
        '',
        0,
      ),
    )
    for (const { row, field, problem } of fields.accepted)
      console.log(`accepted: ${row} ${field} ${problem}`)
    for (const one of fields.undeclared) console.log(`has a field of the server: ${one}`)
    rows.push(atMost('bodies with such a field, not explained', fields.undeclared.length, '', 0))
    const results: FuzzResult[] = []
    for (const group of wanted) {
      const result = await fuzzGroup(world, group, Number(values.requests), Number(values.seed))
      results.push(result)
      tell(result)
    }
    rows.push(...sumUp(results))
    rows.push(measured('signed in again', world.renewed, 'times'))
  } finally {
    await worker.stop()
  }
}

function tell({ group, sent, statuses, findings }: FuzzResult): void {
  const spread = Object.entries(statuses)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([status, count]) => `${status} ${count}`)
  console.log(`${group.padEnd(18)} ${String(sent).padStart(6)}  ${spread.join('  ')}`)
  for (const { row, problem, count, example } of findings) {
    console.log(`  ${row}: ${problem} (${count} times)\n    ${example}`)
  }
}

function sumUp(results: FuzzResult[]): ReportRow[] {
  const sent = results.reduce((sum, one) => sum + one.sent, 0)
  const count = (pattern: RegExp) =>
    results
      .flatMap(({ findings }) => findings)
      .filter(({ problem }) => pattern.test(problem))
      .reduce((sum, one) => sum + one.count, 0)
  const of = `of ${sent} requests in ${results.length} groups`
  return [
    atMost(`replies with status 5xx or none, ${of}`, count(/^status 5|^no reply/), '', 0),
    atMost('replies that show what is inside', count(/^a leak/), '', 0),
    atMost('replies that are no envelope', count(/^an envelope|without an error$/), '', 0),
    atMost(
      'replies with a header missing or a policy with a hole',
      count(/^[a-z-]+: |^may be framed/),
      '',
      0,
    ),
  ]
}
