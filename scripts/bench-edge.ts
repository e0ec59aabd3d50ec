import { randomUUID } from 'node:crypto'
import { makeUuid } from '../edge/make-uuid.ts'
import { closeLab, createAnalyses, openLab, type BenchLab } from './bench-edge/lab.ts'
import { median, quantile, runClosed, runPaced, takeTurns } from './bench-edge/load.ts'
import { measureMemory } from './bench-edge/memory-kinds.ts'
import { atMost, type ReportRow } from './report-table.ts'
import { formatSeconds } from './steps.ts'

const rounds = 9

/**
 * The edge under load, in workerd with nothing before it: ratios of one run, in rounds that take turns. Runs with and
 * without an audit trail are two bundles of the same sources (tests/edge/bench/worker.ts).
 */
export async function benchEdge(): Promise<ReportRow[]> {
  const lab = await openLab()
  try {
    const analyses = await createAnalyses(lab, 32)
    const one = analyses[0] ?? ''
    return [
      ...(await measured('reads', () => measureReads(lab, one))),
      ...(await measured('writes', () => measureWrites(lab, analyses))),
      ...(await measured('batches', () => measureBatches(lab))),
      ...(await measured('sign-ins', () => measureSignIns(lab))),
      ...(await measured('lists', () => measureLists(lab, one))),
      ...(await measured('memory', () => measureMemory(lab))),
    ]
  } finally {
    await closeLab(lab)
  }
}

/** What goes wrong in one part is a missed bar, and the other parts are measured all the same. */
async function measured(name: string, run: () => Promise<ReportRow[]>): Promise<ReportRow[]> {
  const began = performance.now()
  try {
    const rows = await run()
    console.log(`  ${name.padEnd(10)} ${formatSeconds(performance.now() - began)}`)
    return rows
  } catch (error) {
    return [{ name, value: String(error).slice(0, 200), unit: '', bar: 'measured', ok: false }]
  }
}

/** Milliseconds per request of a path, eight at a time. */
async function timeReads({ client }: BenchLab, path: string, count = 300): Promise<number> {
  const load = await runClosed(count, 8, async () => (await client.send({ path })).status === 200)
  if (load.failed > 0) throw new Error(`${path}: ${load.failed} of ${count} failed`)
  return load.ms / count
}

async function measureReads(lab: BenchLab, analysis: string): Promise<ReportRow[]> {
  const read = () => timeReads(lab, `/v3/analysis/get/${analysis}`)
  const me = () => timeReads(lab, '/v3/session/me')
  const bare = () => timeReads(lab, '/bench/bare')
  const same = () => timeReads(lab, `/bench/read/${lab.company}/analysis/${analysis}`)
  for (const warm of [read, me, bare, same]) await warm()
  const against = await takeTurns(rounds, read, same)
  const empty = await takeTurns(rounds, me, bare)
  const whole = await takeTurns(rounds, read, bare)
  return [
    { name: 'bare route', value: empty.second, unit: 'ms', bar: '', ok: null },
    {
      name: 'bare route that reads the record from the store',
      value: against.second,
      unit: 'ms',
      bar: '',
      ok: null,
    },
    { name: 'authorised read of a record', value: against.first, unit: 'ms', bar: '', ok: null },
    atMost('authorised read / bare route that reads the same', against.ratio, 'x', 1.35),
    {
      name: 'authorised read / bare route that reads nothing',
      value: whole.ratio,
      unit: 'x',
      bar: '',
      ok: null,
    },
    {
      name: 'who am I / bare route that reads nothing',
      value: empty.ratio,
      unit: 'x',
      bar: '',
      ok: null,
    },
  ]
}

async function measureWrites({ client }: BenchLab, analyses: string[]): Promise<ReportRow[]> {
  const write = async (at: number) => {
    const answer = await client.send({
      method: 'POST',
      path: `/v3/analysis/edit/${analyses[at % analyses.length]}`,
      headers: { 'operation-id': makeUuid() },
      body: JSON.stringify({ name: `Edited ${at}` }),
    })
    return answer.status === 200
  }
  await runClosed(300, 32, write)
  const rates: number[] = []
  const latencies: number[] = []
  let failed = 0
  for (let round = 0; round < rounds; round++) {
    const load = await runClosed(400, 32, write)
    rates.push((load.latencies.length * 1000) / load.ms)
    latencies.push(...load.latencies)
    failed += load.failed
  }
  return [
    atLeast('single audited writes, 32 connections', median(rates), 'per s', 250),
    { name: 'one write, median', value: median(latencies), unit: 'ms', bar: '', ok: null },
    atMost('one write, p99', quantile(latencies, 0.99), 'ms', 300),
    atMost('writes that failed', failed, '', 0),
  ]
}

const batch = 500

/** Milliseconds per record of ten batches. */
async function timeBatches({ client, company }: BenchLab, newId: () => string): Promise<number> {
  const at = new Date().toISOString()
  const began = performance.now()
  for (let sent = 0; sent < 10; sent++) {
    const bodies = Array.from({ length: batch }, (_, index) => ({
      uuid: newId(),
      company_uuid: company,
      name: `Group ${sent} ${index}`,
      created_at: at,
      updated_at: at,
    }))
    await client.ask(`/bench/batch/${company}/swarm`, bodies)
  }
  return (performance.now() - began) / (10 * batch)
}

/** Records with ids as the service makes them: by their moment. */
async function measureBatches(lab: BenchLab): Promise<ReportRow[]> {
  const bare = await openLab(false)
  try {
    const write = (to: BenchLab) => timeBatches(to, makeUuid)
    await write(lab)
    await write(bare)
    const { first, second, ratio } = await takeTurns(
      rounds,
      () => write(lab),
      () => write(bare),
    )
    // Ids that are random from their first digit on, as other programmes make them: each lies on a page of its own.
    const strewn: number[] = []
    for (let round = 0; round < 3; round++) strewn.push(await timeBatches(lab, randomUUID))
    return [
      atLeast(`records in batches of ${batch}, audited`, 1000 / first, 'per s', 10_000),
      { name: 'the same without audit', value: 1000 / second, unit: 'per s', bar: '', ok: null },
      atLeast('audited / without audit', 1 / ratio, 'x', 0.6),
      {
        name: 'records with random ids, audited',
        value: 1000 / median(strewn),
        unit: 'per s',
        bar: '',
        ok: null,
      },
    ]
  } finally {
    await closeLab(bare)
  }
}

const listed = 50_000

async function measureLists(lab: BenchLab, analysis: string): Promise<ReportRow[]> {
  const { client, company } = lab
  for (let from = 0; from < listed; from += 250) {
    await client.ask(`/bench/copies/${company}/analysis/${analysis}/${from}/250`, {})
  }
  const time = async (query: string, body: object) => {
    const latencies: number[] = []
    for (let at = 0; at < 40; at++) {
      const began = performance.now()
      await client.ask(`/v3/analysis/search?${query}`, body)
      latencies.push(performance.now() - began)
    }
    return latencies.slice(5)
  }
  const first = await time('limit=10&page=1', {})
  const kinds: [string, number[]][] = [
    ['page of 10, newest first', first],
    ['page of 10, far back', await time('limit=10&page=4000', {})],
    ['page of 50 by name', await time('limit=50&page=3&order=name%20ASC', {})],
    ['page of 10, one status', await time('limit=10&page=2', { status: ['INIT'] })],
    ['page of 10, a text in the name', await time('limit=10&page=1', { search: '4999' })],
    [
      'page of 10, changed in a period',
      await time('limit=10', { update_from: '2024-01-01T00:00:00.000Z' }),
    ],
  ]
  return kinds.map(([name, latencies]) =>
    atMost(`${listed} analyses: ${name}, median`, median(latencies), 'ms', 50),
  )
}

async function measureSignIns({ client, signIns }: BenchLab): Promise<ReportRow[]> {
  const other = async () => (await client.send({ path: '/v3/session/me' })).status === 200
  const signIn = async (at: number) => {
    const [username = '', password = ''] = signIns[at % signIns.length] ?? []
    const answer = await client.send({
      method: 'POST',
      path: '/v3/session/login',
      // A sign-in ends the session whose cookie comes with it.
      headers: { cookie: '', 'cf-connecting-ip': `192.0.2.${at + 1}` },
      body: JSON.stringify({ username, password }),
    })
    return answer.status === 200
  }
  const calm: number[] = []
  const busy: number[] = []
  const took: number[] = []
  const last: number[] = []
  const alone: number[] = []
  let failed = 0
  for (let round = 0; round < rounds; round++) {
    alone.push(...(await runClosed(2, 1, signIn)).latencies)
    const before = await runPaced(100, 2, other)
    const [during, signed] = await Promise.all([runPaced(100, 3, other), runClosed(20, 20, signIn)])
    calm.push(quantile(before.latencies, 0.99))
    busy.push(quantile(during.latencies, 0.99))
    took.push(...signed.latencies)
    last.push(Math.max(...signed.latencies))
    failed += signed.failed
  }
  return [
    {
      name: 'other requests, p99, nobody signs in',
      value: median(calm),
      unit: 'ms',
      bar: '',
      ok: null,
    },
    {
      name: 'other requests, p99, 20 sign in at once',
      value: median(busy),
      unit: 'ms',
      bar: '',
      ok: null,
    },
    atMost('20 sign-ins at once / none', median(busy) / median(calm), 'x', 2),
    atMost('a sign-in alone, median', median(alone), 'ms', 350),
    { name: 'a sign-in among 20, median', value: median(took), unit: 'ms', bar: '', ok: null },
    atMost('the last of 20, median of the rounds', median(last), 'ms', 6000),
    atMost('sign-ins that failed', failed, '', 0),
  ]
}

function atLeast(name: string, value: number, unit: string, bar: number): ReportRow {
  return { name, value, unit, bar: `>= ${bar}`, ok: value >= bar }
}
