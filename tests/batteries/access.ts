// `npm run battery -- access [--json FILE] [--profiles N] [--seed N] [--taken N]`: every row of the contract asked with profile after profile,
// in the own company, an underling and another company, by a session and by an API key, and records of the own swarm and another
// one. Each answer of the service is compared with what the explanation says of the same facts (domain/rules/access.ts). With
// `--taken N` every row is asked with every so-many-th permission taken away as well.
import './residency/node-hooks.ts'
import { readFlags } from '../../scripts/read-flags.ts'
import {
  atMost,
  measured,
  printTable,
  type ReportRow,
  writeJson,
} from '../../scripts/report-table.ts'
import { gatherRequests } from './residency/gather-requests.ts'
import { transport } from './residency/cloudflare-test.ts'
import type { World, WorldModule } from './residency/edge-test-parts.ts'
import { startOpenWorker } from './residency/open-worker.ts'

interface Round {
  profile: number
  profiles: number
  questions: number
}

/** Questions at once: as many go to the worker in one request. */
const width = 48

/** The part of the edge tests that asks; its types are of another runtime. */
interface Questions {
  askAccess: (
    world: World,
    extent: {
      made: number
      seed: number
      width: number
      taken: number
      onRound: (done: Round) => void
    },
  ) => Promise<{
    questions: Record<string, number>
    profiles: number
    rows: number
    unexpected: string[]
    differences: string[]
  }>
}

const { values } = readFlags({
  options: {
    json: { type: 'string' },
    profiles: { type: 'string', default: '29' },
    seed: { type: 'string', default: '1' },
    taken: { type: 'string', default: '0' },
  },
})

const began = performance.now()
const worker = await startOpenWorker()
try {
  transport.fetch = gatherRequests(worker.address)
  const paths = ['../edge/matrix/world.ts', '../edge/access-questions.ts']
  const modules = await Promise.all(paths.map((path) => import(path) as Promise<object>))
  const { makeWorld, askAccess } = Object.assign({}, ...modules) as WorldModule & Questions
  let count = 0
  const next = (kind: string) => `${kind}${(count += 1)}`
  const words = { home: 'home', word: () => next('Name '), plainWord: () => next('word') }
  const extent = {
    made: Number(values.profiles),
    seed: Number(values.seed),
    width,
    taken: Number(values.taken),
    onRound: ({ profile, profiles, questions }: Round) =>
      console.log(`profile ${profile} of ${profiles}: ${questions} questions, ${seconds()} s`),
  }
  const tally = await askAccess(await makeWorld(words), extent)
  for (const text of tally.unexpected) console.log(`UNEXPECTEDLY ALLOWED ${text}`)
  for (const text of tally.differences) console.log(`DIFFERENT ${text}`)
  const all = Object.values(tally.questions).reduce((sum, one) => sum + one, 0)
  const rows: ReportRow[] = [
    measured('rows of the contract', tally.rows),
    measured('profiles', tally.profiles),
    measured('questions', all),
    ...Object.entries(tally.questions).map(([place, asked]) => measured(`  ${place}`, asked)),
    atMost('allowed although the explanation refuses', tally.unexpected.length, '', 0),
    atMost('other differences of explanation and answer', tally.differences.length, '', 0),
    measured('time', seconds(), 's'),
  ]
  printTable(rows)
  if (values.json !== undefined) writeJson(values.json, rows)
  process.exitCode = rows.some(({ ok }) => ok === false) ? 1 : 0
} finally {
  await worker.stop()
}

function seconds(): number {
  return Math.round((performance.now() - began) / 1000)
}
