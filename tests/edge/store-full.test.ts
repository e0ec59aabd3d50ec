import { env, runInDurableObject, SELF } from 'cloudflare:test'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { aboutCalls } from '../../domain/calls/about.ts'
import type { Call } from '../../domain/call.ts'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { deviceLinkCalls } from '../../domain/calls/device-link.ts'
import { deviceCalls } from '../../domain/calls/devices.ts'
import { operatorStoreCalls } from '../../domain/calls/operator-store.ts'
import { sessionCalls } from '../../domain/calls/session.ts'
import { userCalls } from '../../domain/calls/users.ts'
import { protocolCalls } from '../../domain/calls/protocols.ts'
import { describeError } from '../../edge/log.ts'
import { CompanyStore } from '../../edge/store/CompanyStore.ts'
import { diskHeader, isStoreFull } from '../../edge/store-full.ts'
import { openPage, waitFor } from './browser-page.ts'
import { foundLab, type Lab, must, operatorHeaders, type Parts, password, send } from './lab.ts'
import { create, planFor } from './plan.ts'

// The platform says that a store is full in an error of its own; nothing here can fill 10 GB, so a trigger or a bent
// method throws its words, in the place where SQLite throws them.
const words = 'database or disk is full: SQLITE_FULL'

let lab: Lab
let count = 0
beforeEach(async () => {
  lab = await foundLab(`full${(count += 1)}`)
})
afterEach(() => vi.restoreAllMocks())

/** Refuse every insert and update of the company's store from now on, as a full one does. */
async function fill(): Promise<void> {
  await runInDurableObject(env.COMPANY_STORE.getByName(lab.company), (_, state) => {
    for (const table of ['sessions', 'records', 'operations', 'audit']) {
      for (const verb of ['INSERT', 'UPDATE', 'DELETE']) {
        state.storage.sql.exec(
          `CREATE TRIGGER full_${table}_${verb} BEFORE ${verb} ON ${table} BEGIN SELECT RAISE(ABORT, '${words}'); END`,
        )
      }
    }
  })
}

async function makeRoom(): Promise<void> {
  await runInDurableObject(env.COMPANY_STORE.getByName(lab.company), (_, state) => {
    const triggers = state.storage.sql
      .exec<{ name: string }>(
        `SELECT name FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'full_%'`,
      )
      .toArray()
    for (const { name } of triggers) state.storage.sql.exec(`DROP TRIGGER ${name}`)
  })
}

const operator = () => `Operator-full${count}`

it('faults R4: a write into a full store is answered store_full, in words of its own', async () => {
  const as = await lab.as('Operator')
  const plan = planFor(lab)
  await fill()
  const answer = await as(analysisCalls.create, { body: plan })
  expect([answer.status, answer.errors[0]?.code]).toEqual([507, 'store_full'])
  await makeRoom()
  await create(as, plan)
})

it('faults R4: the words of SQLite, of an object that broke and of D1 are understood, others are not', () => {
  for (const text of [words, 'D1_ERROR: Exceeded maximum DB size', `x; ${words} (extended: 13)`]) {
    expect(isStoreFull(new Error(text))).toBe(true)
  }
  expect(isStoreFull(new Error('SQLITE_BUSY: database is locked'))).toBe(false)
  expect(isStoreFull('database or disk is full')).toBe(false)
  expect(describeError(new Error(words))).toContain('SQLITE_FULL')
})

it('faults R4: in a full store people sign in, read, see why they cannot write, and sign out', async () => {
  const { uuid } = planFor(lab)
  await fill()
  const page = openPage()
  const account = (await must(page.signIn(operator()))).data
  expect((await must(page.send(sessionCalls.me))).data).toMatchObject({ uuid: account.uuid })
  await must(page.send(protocolCalls.get, { params: { id: lab.protocol } }))
  const refused = await page.send(analysisCalls.create, { body: planFor(lab) })
  expect([refused.status, refused.errors[0]?.reason]).toEqual([507, 'reading_session'])
  expect((await page.send(analysisCalls.get, { params: { id: uuid } })).status).toBe(404)
  // Make room again: what a full store began only reads.
  await makeRoom()
  const still = await page.send(analysisCalls.create, { body: planFor(lab) })
  expect(still.errors[0]?.reason).toBe('reading_session')
  await must(page.send(sessionCalls.logout))
  expect((await page.send(sessionCalls.me)).status).toBe(401)
  await must(page.signIn(operator()))
  await must(page.send(analysisCalls.create, { body: planFor(lab) }))
})

it('faults R4: a signed-in person stays so in a full store, though their activity cannot be written', async () => {
  const page = openPage()
  await must(page.signIn(operator()))
  await runInDurableObject(env.COMPANY_STORE.getByName(lab.company), (_, state) => {
    const before = new Date(Date.now() - 120_000).toISOString()
    state.storage.sql.exec('UPDATE sessions SET seen_at = ?', before)
  })
  await fill()
  expect((await page.send(sessionCalls.me)).status).toBe(200)
})

it('faults R4: a session that reads ends with a new password, a person who is off, its time, and another place', async () => {
  await fill()
  const page = openPage()
  await must(page.signIn(operator()))
  const [, value = ''] = page.cookie().split('=')
  const [, sealed = ''] = /^[^.]+\.(.*)$/.exec(value) ?? []
  const ask = (cookie: string) => send(sessionCalls.me, { headers: { Cookie: cookie } })
  expect((await ask(`__Host-bapp=${value}`)).status).toBe(200)
  const other = await foundLab(`full-other${count}`)
  expect((await ask(`__Host-bapp=${other.company}.${sealed}`)).status).toBe(401)
  const at = value.length - 10
  const bent = value.slice(0, at) + (value[at] === 'A' ? 'B' : 'A') + value.slice(at + 1)
  expect((await ask(`__Host-bapp=${bent}`)).status).toBe(401)
  vi.useFakeTimers({ now: Date.now() + 31 * 60_000, toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  expect((await ask(`__Host-bapp=${value}`)).status).toBe(401)
  vi.useRealTimers()
  await env.DIRECTORY.prepare(
    `UPDATE logins SET password_version = password_version + 1 WHERE company_uuid = ?1`,
  )
    .bind(lab.company)
    .run()
  expect((await ask(`__Host-bapp=${value}`)).status).toBe(401)
})

it('faults R4: guesses are slowed down where the directory is full and cannot count them', async () => {
  const page = openPage('203.0.113.99')
  const batch = env.DIRECTORY.batch.bind(env.DIRECTORY)
  vi.spyOn(env.DIRECTORY, 'batch').mockImplementation(async (statements) => {
    // Throw the error of a local D1 on a full disk, which does not name the reason.
    if (statements.length > 0) throw new Error('internal error; reference = x')
    return batch(statements)
  })
  const statuses: number[] = []
  for (let tries = 0; tries < 6; tries += 1) {
    statuses.push((await page.signIn(operator(), 'Wrong-password-1!')).status)
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
  // Expect that another person can still sign in.
  await must(openPage('203.0.113.98').signIn(`Manager-full${count}`))
})

it('faults R4: a store that is nearly full begins nothing new, and goes on with all else', async () => {
  const as = await lab.as('Operator')
  const { databaseSize } = await runInDurableObject(
    env.COMPANY_STORE.getByName(lab.company),
    (_, state) => ({ databaseSize: state.storage.sql.databaseSize }),
  )
  const size = async () => {
    const { data } = await must(
      send(operatorStoreCalls.measureStores, {
        headers: operatorHeaders,
        body: { company_uuids: [lab.company] },
      }),
    )
    return data
  }
  expect(await size()).toMatchObject([{ uuid: lab.company, size: { warning: false } }])
  const limited = env as { STORE_LIMIT_BYTES?: string }
  onTestFinished(() => {
    delete limited.STORE_LIMIT_BYTES
  })
  limited.STORE_LIMIT_BYTES = String(Math.floor(databaseSize / 0.75))
  expect(await size()).toMatchObject([{ size: { bytes: databaseSize, warning: true } }])
  const { uuid } = await create(as, planFor(lab))
  limited.STORE_LIMIT_BYTES = String(databaseSize)
  for (const refused of [
    await as(analysisCalls.create, { body: planFor(lab) }),
    await as(analysisCalls.duplicate, { params: { id: uuid }, body: {} }),
  ]) {
    expect([refused.status, refused.errors[0]?.code]).toEqual([507, 'store_full'])
  }
  const page = openPage()
  await must(page.signIn(operator()))
  await must(page.send(userCalls.editDetails, { body: {} }))
})

it('faults R5: readiness writes and reads every kind of store, names the one that fails, and is asked at most every few seconds', async () => {
  vi.useFakeTimers({ now: Date.now() + 3_600_000, toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const later = () => vi.setSystemTime(Date.now() + 10_000)
  const put = vi.spyOn(env.BLOBS, 'put')
  expect((await must(send(aboutCalls.ready))).data).toEqual({ ready: true })
  await must(send(aboutCalls.ready))
  expect(put).toHaveBeenCalledTimes(1)
  const cases: [string, () => void][] = [
    ['files', () => put.mockRejectedValueOnce(new Error('no'))],
    [
      'directory',
      () => vi.spyOn(env.DIRECTORY, 'batch').mockRejectedValueOnce(new Error(`D1_ERROR: ${words}`)),
    ],
    [
      'companies',
      () =>
        vi.spyOn(CompanyStore.prototype, 'tryStore').mockImplementationOnce(() => {
          throw new Error(words)
        }),
    ],
  ]
  for (const [stores, spoil] of cases) {
    later()
    spoil()
    // Ask as a monitor does, with nothing of a browser.
    const answer = await SELF.fetch('https://bapp.test/v3/about/ready')
    const { errors } = (await answer.json()) as { errors: { code: string; params: object }[] }
    expect([answer.status, errors[0]?.code, errors[0]?.params]).toEqual([
      503,
      'not_ready',
      { stores },
    ])
    later()
    await waitFor(async () => must(send(aboutCalls.ready)))
  }
})

it('faults R4: on a full disk of the machine people sign in, read, abort and sign out; nothing else is begun', async () => {
  const headers = { [diskHeader]: 'full' }
  const page = openPage()
  await must(page.signIn(operator()))
  const ask = (row: Call, parts: Parts = {}) => page.send(row, { ...parts, headers })
  await must(ask(sessionCalls.me))
  await must(ask(protocolCalls.get, { params: { id: lab.protocol } }))
  for (const row of [analysisCalls.create, userCalls.editDetails]) {
    const answer = await ask(row, { body: {} })
    expect([answer.status, answer.errors[0]?.code]).toEqual([507, 'store_full'])
  }
  const order = await ask(deviceCalls.command, { params: { id: lab.device }, body: {} })
  expect(order.errors[0]?.code).not.toBe('store_full')
  await must(ask(sessionCalls.logout))
  const again = await send(sessionCalls.login, {
    body: { username: operator(), password },
    headers,
  })
  expect(again.status).toBe(200)
  // Go on as a device with its run, whose words are not held back.
  const hello = await lab.asDevice(deviceLinkCalls.commands)
  expect(hello.status).toBe(200)
})

it('faults R4: an error of SQLite where it cannot make the file that readers share means full', () => {
  expect(isStoreFull(new Error('D1_ERROR: disk I/O error: SQLITE_IOERR_SHMSIZE'))).toBe(true)
})
