import { randomUUID } from 'node:crypto'
import { Client } from '../bench-edge/client.ts'
import { runClosed } from '../bench-edge/load.ts'
import { median } from '../quantile.ts'
import { lab } from '../demo/companies.ts'
import { readSignIns } from '../demo-file.ts'
import { atMost, measured, type ReportRow } from '../report-table.ts'
import { seed } from '../seed.ts'
import { startWorker, type WorkerProcess } from '../worker-process.ts'
import { processorMs } from './processor.ts'

/** Sizes of a deployment, and how often each thing is measured. */
export interface ConsoleForm {
  people: number
  devices: number
  companies: number
  batch: number
  rounds: number
}

const entry = new URL('../../tests/edge/bench/console/worker.ts', import.meta.url)
/** Rows of a batch under way at once, as the app sends them (web/record/lanes.ts). */
const lanes = 8
/** The same bar as the product has for stores that one call asks (domain/catalog/limits.ts). */
const mostStores = 50

interface Counts {
  stores: number
  requests: number
  directory: { statements: number; rows: number }
  store: { statements: number; rows: number }
}
type Send = () => Promise<unknown>

/** Measure what an administrator waits for, in workerd with real stores: by the clock, by the processor, and by what was read. */
export async function measureService(form: ConsoleForm): Promise<ReportRow[]> {
  const worker = await startWorker({ entry })
  try {
    await seed({ address: worker.address, stateDir: worker.stateDir, region: 'eu' })
    const [admin, provider] = await Promise.all(
      ['admin', 'superadmin'].map((word) => signedIn(worker, word)),
    )
    if (!admin || !provider) throw new Error('The demonstration has no administrators')
    const people = await fill(admin, provider, form)
    const watch = watcher(worker, admin, form.rounds)
    const rows = [
      ...(await measureLists({ admin, provider, watch, form })),
      ...(await measureScim({ worker, admin, watch })),
      ...(await measureBatch({ admin, watch, people: people.slice(0, form.batch) })),
    ]
    admin.close()
    provider.close()
    return rows
  } finally {
    await worker.stop()
  }
}

async function signedIn(worker: WorkerProcess, word: string): Promise<Client> {
  const client = new Client(worker.address, lanes)
  const [name = '', password = ''] =
    readSignIns(worker.stateDir).find(([one]) => one?.startsWith(word)) ?? []
  await client.signIn(name, password)
  return client
}

/** Fill a laboratory with people and devices, and the region with companies. */
async function fill(admin: Client, provider: Client, form: ConsoleForm): Promise<string[]> {
  const first = async (path: string) => {
    const { data } = await admin.ask<{ data: { uuid: string; name: string }[] }>(path, {})
    return (data.find(({ name }) => name === 'Olga Marin') ?? data[0])?.uuid ?? ''
  }
  const [user, device] = await Promise.all([
    first('/v3/users/search'),
    first('/v3/products/search'),
  ])
  const people: string[] = []
  for (let from = 0; from < form.people; from += 500) {
    const count = Math.min(500, form.people - from)
    const path = `/bench/numbered/${lab}/user/${user}/${from}/${count}`
    people.push(...(await admin.ask<string[]>(path, {})))
  }
  for (let from = 0; from < form.devices; from += 500) {
    const count = Math.min(500, form.devices - from)
    await admin.ask(`/bench/numbered/${lab}/device/${device}/${from}/${count}`, {})
  }
  const found = async (at: number) => {
    await provider.ask('/v3/companies/create', { name: `Company ${at}` })
    return true
  }
  await runClosed(form.companies, 4, found)
  return people
}

/** Return what measures a call: rows of its time, of the processor's, and of what it asked and read. */
function watcher(worker: WorkerProcess, client: Client, rounds: number) {
  const counts = () => client.ask<Counts>('/bench/counts')
  return async (name: string, send: Send, bar: number | null): Promise<ReportRow[]> => {
    await send()
    await counts()
    await send()
    const { stores, requests, directory, store } = await counts()
    const times: number[] = []
    const before = processorMs(worker.pid)
    for (let round = 0; round < rounds; round++) {
      const began = performance.now()
      await send()
      times.push(performance.now() - began)
    }
    const spent = (processorMs(worker.pid) - before) / rounds
    const read = `${store.statements} statements, ${store.rows} rows; directory ${directory.statements}, ${directory.rows}`
    return [
      bar === null ? measured(name, median(times), 'ms') : atMost(name, median(times), 'ms', bar),
      measured(`${name}: processor`, spent, 'ms'),
      measured(`${name}: ${requests} requests to ${stores} stores, read`, read, ''),
      atMost(`${name}: stores asked`, stores, '', mostStores),
    ]
  }
}
type Watch = ReturnType<typeof watcher>

async function measureLists(given: {
  admin: Client
  provider: Client
  watch: Watch
  form: ConsoleForm
}): Promise<ReportRow[]> {
  const { admin, provider, watch, form } = given
  const { data } = await admin.ask<{ data: { uuid: string }[] }>('/v3/users/search', {})
  const profiles = await admin.ask<{ data: { uuid: string }[] }>('/v3/profiles/search', {})
  const profile = profiles.data[0]?.uuid ?? ''
  const search = (kind: string, query: string, body: object) => () =>
    admin.ask(`/v3/${kind}/search?${query}`, body)
  const [people, devices, companies] = [
    `${form.people.toLocaleString('en')} people`,
    `${form.devices.toLocaleString('en')} devices`,
    `${form.companies} companies`,
  ]
  const whole = async () => {
    for (let page = 1, pages = 1; page <= pages; page++) {
      const path = `/v3/companies/search?limit=500&page=${page}&order=name%20ASC`
      pages = (await provider.ask<{ pages: number }>(path, {})).pages
    }
  }
  const pageOf = (query: string, body: object) => () =>
    provider.ask(`/v3/companies/search?${query}`, body)
  return [
    ...(await watch(
      `${people}: page of 50 by name`,
      search('users', 'limit=50&order=name%20ASC', {}),
      50,
    )),
    ...(await watch(
      `${people}: a text in the name`,
      search('users', 'limit=50', { search: '0999' }),
      50,
    )),
    ...(await watch(
      `${people}: one profile`,
      search('users', 'limit=50', { filters: { profile_uuid: [profile] } }),
      50,
    )),
    ...(await watch(
      `${devices}: page of 50 by name`,
      search('products', 'limit=50&order=name%20ASC', {}),
      50,
    )),
    ...(await watch(
      `${devices}: a text in the name`,
      search('products', 'limit=50', { search: '0999' }),
      50,
    )),
    ...(await watch(`${companies}: first page`, pageOf('limit=500&order=name%20ASC', {}), 50)),
    ...(await watch(
      `${companies}: a text in the name`,
      pageOf('limit=50', { search: 'Company 49' }),
      50,
    )),
    ...withoutStores(await watch(`${companies}: all pages, after the first is shown`, whole, null)),
    ...(await watch(
      'effective access of one person',
      () => admin.ask(`/v3/users/access/${data[0]?.uuid}`),
      50,
    )),
    ...(await watch(
      'effective access of one person at a past moment',
      () =>
        admin.ask(
          `/v3/users/access/${data[0]?.uuid}?at=${encodeURIComponent(new Date().toISOString())}`,
        ),
      50,
    )),
  ]
}

/** Leave the bar of stores out where several calls were made one after another. */
function withoutStores(rows: ReportRow[]): ReportRow[] {
  return rows.filter(({ name }) => !name.endsWith(': stores asked'))
}

async function measureScim(given: {
  worker: WorkerProcess
  admin: Client
  watch: Watch
}): Promise<ReportRow[]> {
  const { worker, admin, watch } = given
  const { permissions } = await admin.ask<{ permissions: string[] }>('/v3/session/me')
  const [, password = ''] =
    readSignIns(worker.stateDir).find(([one]) => one?.startsWith('admin')) ?? []
  const { key } = await admin.ask<{ key: string }>('/v3/api_keys/create', {
    description: 'directory',
    permissions,
    expires_at: new Date(Date.now() + 3_600_000).toISOString(),
    use: 'scim',
    password,
  })
  const ask = (query: string) => async () => {
    const headers = { authorization: `Bearer ${key}`, cookie: '' }
    const answer = await admin.send({ path: `/scim/v2/Users?${query}`, headers })
    if (answer.status !== 200) throw new Error(`scim: ${answer.status} ${answer.body.toString()}`)
  }
  const filter = (text: string) => `filter=${encodeURIComponent(text)}`
  return [
    ...(await watch(
      'identity provider: a person by name',
      ask(filter('userName eq "person-00999"')),
      50,
    )),
    ...(await watch(
      'identity provider: a person by its id',
      ask(filter('externalId eq "ext-person-00999"')),
      50,
    )),
    ...(await watch('identity provider: a page of 100', ask('startIndex=101&count=100'), null)),
  ]
}

async function measureBatch(given: {
  admin: Client
  watch: Watch
  people: readonly string[]
}): Promise<ReportRow[]> {
  const { admin, people } = given
  const send = async (path: string, body: object, opId: string) => {
    const text = JSON.stringify(body)
    const headers = { 'operation-id': opId }
    const answer = await admin.send({ method: 'POST', path, body: text, headers })
    return answer.status === 200
  }
  const batch = randomUUID()
  const at = (index: number) => people[index] ?? ''
  const applied = await runClosed(people.length, lanes, (index) =>
    send(`/v3/users/set_reviewer/${at(index)}`, {}, `${batch}_${at(index)}`),
  )
  const back = randomUUID()
  const undone = await runClosed(people.length, lanes, async (index) => {
    const log = await admin.ask<{ at: string }[]>(`/v3/audit/record/user/${at(index)}`)
    const body = { base: log.at(-1)?.at }
    return send(`/v3/users/unset_reviewer/${at(index)}`, body, `${back}_${at(index)}`)
  })
  const what = `${people.length.toLocaleString('en')} people`
  return [
    atMost(`${what} changed, ${lanes} at a time`, applied.ms, 'ms', 5000),
    atMost(`${what} undone, ${lanes} at a time`, undone.ms, 'ms', 5000),
    measured(`${what} changed: one answer, median`, median(applied.latencies), 'ms'),
    measured(
      `${what} undone: reading its log and one answer, median`,
      median(undone.latencies),
      'ms',
    ),
    atMost('changes that failed', applied.failed + undone.failed, '', 0),
  ]
}
