import { randomUUID } from 'node:crypto'
import { makeUuid } from '../edge/crypto/make-uuid.ts'
import { closeLab, createAnalyses, openLab, type BenchLab } from './bench-edge/lab.ts'
import { runClosed, runPaced, takeTurns } from './bench-edge/load.ts'
import { median, quantile } from './quantile.ts'
import { measureMemory } from './bench-edge/memory-kinds.ts'
import { type BenchForm, measureParts } from './bench-parts.ts'
import { atLeast, atMost, measured, type ReportRow } from './report-table.ts'

/** Rounds and sizes of each part. */
const whole = {
  rounds: 9,
  reads: 300,
  writes: 400,
  batches: 10,
  listed: 50_000,
  lists: 40,
  /** Seconds of requests at a steady rate, while nobody signs in and while many do. */
  seconds: { calm: 2, busy: 3 },
  signIns: 20,
  /** Requests of a kind, and the rest before them in which garbage is collected. */
  memory: { times: 3, restMs: 1500 },
}
type Form = typeof whole

/** Enough to see that each part can be measured; passwords cost little. What it takes says nothing. */
const short: Form = {
  rounds: 1,
  reads: 8,
  writes: 32,
  batches: 1,
  listed: 250,
  lists: 6,
  seconds: { calm: 0.1, busy: 0.1 },
  signIns: 2,
  memory: { times: 1, restMs: 0 },
}

/**
 * Measure the edge under load, in workerd with nothing before it: ratios of one run, in rounds that take turns. Runs
 * with and without an audit trail are two bundles of the same sources (tests/edge/bench/worker.ts).
 */
export async function benchEdge(given: BenchForm): Promise<ReportRow[]> {
  const form = given.short ? short : whole
  const lab = await openLab({ short: given.short })
  try {
    const analyses = await createAnalyses(lab, 32)
    const one = analyses[0] ?? ''
    const openBare = () => openLab({ audited: false, short: given.short })
    const parts = {
      reads: () => measureReads(lab, one, form),
      writes: () => measureWrites(lab, analyses, form),
      batches: () => measureBatches(lab, openBare, form),
      'sign-ins': () => measureSignIns(lab, form),
      lists: () => measureLists(lab, one, form),
      memory: () => measureMemory(lab, form.memory),
    }
    return await measureParts(parts, given)
  } finally {
    await closeLab(lab)
  }
}

/** Return the milliseconds per request of a path, eight at a time. */
async function timeReads({ client }: BenchLab, path: string, count: number): Promise<number> {
  const load = await runClosed(count, 8, async () => (await client.send({ path })).status === 200)
  if (load.failed > 0) throw new Error(`${path}: ${load.failed} of ${count} failed`)
  return load.ms / count
}

async function measureReads(
  lab: BenchLab,
  analysis: string,
  { rounds, reads }: Form,
): Promise<ReportRow[]> {
  const read = () => timeReads(lab, `/v3/analysis/get/${analysis}`, reads)
  const me = () => timeReads(lab, '/v3/session/me', reads)
  const bare = () => timeReads(lab, '/bench/bare', reads)
  const same = () => timeReads(lab, `/bench/read/${lab.company}/analysis/${analysis}`, reads)
  for (const warm of [read, me, bare, same]) await warm()
  const against = await takeTurns(rounds, read, same)
  const empty = await takeTurns(rounds, me, bare)
  const whole = await takeTurns(rounds, read, bare)
  return [
    measured('bare route', empty.second, 'ms'),
    measured('bare route that reads the record from the store', against.second, 'ms'),
    measured('authorised read of a record', against.first, 'ms'),
    atMost('authorised read / bare route that reads the same', against.ratio, 'x', 1.35),
    measured('authorised read / bare route that reads nothing', whole.ratio, 'x'),
    measured('who am I / bare route that reads nothing', empty.ratio, 'x'),
  ]
}

async function measureWrites(
  { client }: BenchLab,
  analyses: string[],
  { rounds, writes }: Form,
): Promise<ReportRow[]> {
  const write = async (at: number) => {
    const answer = await client.send({
      method: 'POST',
      path: `/v3/analysis/edit/${analyses[at % analyses.length]}`,
      headers: { 'operation-id': makeUuid() },
      body: JSON.stringify({ name: `Edited ${at}` }),
    })
    return answer.status === 200
  }
  await runClosed(writes, 32, write)
  const rates: number[] = []
  const latencies: number[] = []
  let failed = 0
  for (let round = 0; round < rounds; round++) {
    const load = await runClosed(writes, 32, write)
    rates.push((load.latencies.length * 1000) / load.ms)
    latencies.push(...load.latencies)
    failed += load.failed
  }
  return [
    atLeast('single audited writes, 32 connections', median(rates), 'per s', 250),
    measured('one write, median', median(latencies), 'ms'),
    atMost('one write, p99', quantile(latencies, 0.99), 'ms', 300),
    atMost('writes that failed', failed, '', 0),
  ]
}

const batch = 500

/** Return the milliseconds per record of so many batches. */
async function timeBatches(
  { client, company }: BenchLab,
  batches: number,
  newId: () => string,
): Promise<number> {
  const at = new Date().toISOString()
  const began = performance.now()
  for (let sent = 0; sent < batches; sent++) {
    const bodies = Array.from({ length: batch }, (_, index) => ({
      uuid: newId(),
      company_uuid: company,
      name: `Group ${sent} ${index}`,
      created_at: at,
      updated_at: at,
    }))
    await client.ask(`/bench/batch/${company}/swarm`, bodies)
  }
  return (performance.now() - began) / (batches * batch)
}

/** Write records with time-ordered ids, as the service makes them, in batches. */
async function measureBatches(
  lab: BenchLab,
  openBare: () => Promise<BenchLab>,
  { rounds, batches }: Form,
): Promise<ReportRow[]> {
  const bare = await openBare()
  try {
    const write = (to: BenchLab) => timeBatches(to, batches, makeUuid)
    await write(lab)
    await write(bare)
    const { first, second, ratio } = await takeTurns(
      rounds,
      () => write(lab),
      () => write(bare),
    )
    // Use ids that are random from their first digit on, as other programmes make them, so that each is on a page of
    // its own.
    const strewn: number[] = []
    for (let round = 0; round < rounds; round += 3) {
      strewn.push(await timeBatches(lab, batches, randomUUID))
    }
    return [
      atLeast(`records in batches of ${batch}, audited`, 1000 / first, 'per s', 10_000),
      measured('the same without audit', 1000 / second, 'per s'),
      atLeast('audited / without audit', 1 / ratio, 'x', 0.6),
      measured('records with random ids, audited', 1000 / median(strewn), 'per s'),
    ]
  } finally {
    await closeLab(bare)
  }
}

async function measureLists(
  lab: BenchLab,
  analysis: string,
  { listed, lists }: Form,
): Promise<ReportRow[]> {
  const { client, company } = lab
  for (let from = 0; from < listed; from += 250) {
    await client.ask(`/bench/copies/${company}/analysis/${analysis}/${from}/250`, {})
  }
  const time = async (query: string, body: object) => {
    const latencies: number[] = []
    for (let at = 0; at < lists; at++) {
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

async function measureSignIns(
  { client, signIns }: BenchLab,
  { rounds, seconds, signIns: crowd }: Form,
): Promise<ReportRow[]> {
  const other = async () => (await client.send({ path: '/v3/session/me' })).status === 200
  const signIn = async (at: number) => {
    const [username = '', password = ''] = signIns[at % signIns.length] ?? []
    const answer = await client.send({
      method: 'POST',
      path: '/v3/session/login',
      // Send no cookie: a sign-in ends the session whose cookie comes with it.
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
    const before = await runPaced(100, seconds.calm, other)
    const [during, signed] = await Promise.all([
      runPaced(100, seconds.busy, other),
      runClosed(crowd, crowd, signIn),
    ])
    calm.push(quantile(before.latencies, 0.99))
    busy.push(quantile(during.latencies, 0.99))
    took.push(...signed.latencies)
    last.push(Math.max(...signed.latencies))
    failed += signed.failed
  }
  return [
    measured('other requests, p99, nobody signs in', median(calm), 'ms'),
    measured(`other requests, p99, ${crowd} sign in at once`, median(busy), 'ms'),
    atMost(`${crowd} sign-ins at once / none`, median(busy) / median(calm), 'x', 2),
    atMost('a sign-in alone, median', median(alone), 'ms', 350),
    measured(`a sign-in among ${crowd}, median`, median(took), 'ms'),
    atMost(`the last of ${crowd}, median of the rounds`, median(last), 'ms', 6000),
    atMost('sign-ins that failed', failed, '', 0),
  ]
}
