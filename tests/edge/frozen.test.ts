import { env, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { deviceLinkCalls } from '../../domain/calls/device-link.ts'
import { operatorStoreCalls } from '../../domain/calls/operator-store.ts'
import { developerCalls } from '../../domain/calls/notifications.ts'
import { passwordCalls } from '../../domain/calls/passwords.ts'
import { protocolCalls } from '../../domain/calls/protocols.ts'
import { sessionCalls } from '../../domain/calls/session.ts'
import { contract } from '../../domain/contract.ts'
import { liveCalls } from '../../domain/calls/live.ts'
import { isPassing } from '../../devices/edge-client.ts'
import { Fault } from '../../domain/fault.ts'
import { checkFrozen } from '../../edge/frozen.ts'
import { mailsTo, openPage } from './browser-page.ts'
import { foundLab, type Lab, must, operatorHeaders, send, type Sender } from './lab.ts'
import { create, cycle, planFor, progressAt } from './plan.ts'

const switched = env as { WRITES_FROZEN?: string }

let lab: Lab
let page: Sender
let count = 0
beforeEach(async () => {
  lab = await foundLab(`frozen${(count += 1)}`)
  page = await lab.as('Operator')
})
afterEach(() => {
  delete switched.WRITES_FROZEN
})

const refusalOf = ({ status, errors }: Awaited<ReturnType<Sender>>) => [status, errors[0]?.code]

/** Count the rows of every table but those of sessions, which no backup holds. */
async function countRows(): Promise<Record<string, number>> {
  const stub = env.COMPANY_STORE.getByName(lab.company)
  return runInDurableObject(stub, (_, { storage: { sql } }) => {
    const tables = sql
      .exec<{ name: string }>(
        `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_%' ESCAPE '\\' AND name <> 'sessions'`,
      )
      .toArray()
    return Object.fromEntries(
      tables.map(({ name }) => [
        name,
        sql.exec<{ rows: number }>(`SELECT count(*) AS rows FROM "${name}"`).one().rows,
      ]),
    )
  })
}

it('a frozen deployment answers 503 frozen to every call that writes, and to no other', async () => {
  switched.WRITES_FROZEN = '1'
  const goesOn = [sessionCalls.login, sessionCalls.logout, liveCalls.accountToken]
  const rows = Object.values(contract).flatMap((group) => Object.values(group))
  let refused = 0
  for (const row of rows) {
    const isWrite = !row.safe && row.caller !== 'operator' && !goesOn.some((own) => own === row)
    const names = [...row.path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, lab.protocol])
    const answer = await send(row, { params: Object.fromEntries(names) })
    expect([row.path, answer.errors[0]?.code === 'frozen']).toEqual([row.path, isWrite])
    if (!isWrite) continue
    expect(answer.status).toBe(503)
    refused += 1
  }
  expect(refused).toBeGreaterThan(150)
})

it('while frozen people read, sign in to read, and sign out; nothing gets into the store', async () => {
  const { uuid } = await create(page, planFor(lab))
  const before = await countRows()
  switched.WRITES_FROZEN = '1'
  await must(page(protocolCalls.get, { params: { id: lab.protocol } }))
  await must(page(analysisCalls.get, { params: { id: uuid } }))
  const later = openPage()
  await must(later.signIn(`Operator-frozen${count}`))
  await must(later.send(analysisCalls.get, { params: { id: uuid } }))
  for (const sender of [page, later.send]) {
    expect(refusalOf(await sender(analysisCalls.create, { body: planFor(lab) }))).toEqual([
      503,
      'frozen',
    ])
  }
  const wrong = await openPage('203.0.113.9').signIn(`Operator-frozen${count}`, 'Wrong-password-1!')
  expect(wrong.errors[0]?.code).toBe('wrong_credentials')
  await must(later.send(sessionCalls.logout))
  expect(await countRows()).toEqual(before)
})

it('fourth attack D9: while frozen nobody is shown the living link of somebody else, since it cannot be noted', async () => {
  const developers = await foundLab(`frozen-links${count}`, { developer: 'Y' })
  const admin = await developers.as('Administrator')
  const email = `Manager-frozen-links${count}@lab.example`
  await must(send(passwordCalls.forgot, { body: { email } }))
  await mailsTo(email, 1)
  switched.WRITES_FROZEN = '1'
  const { data } = await must(admin(developerCalls.outbox, {}))
  const [mail] = (data as { data: { text: string }[] }).data
  expect(mail?.text).toMatch(/set-password#[0-9a-f-]{36}\.\u2026/)
})

it('while frozen a device is refused for the moment, keeps its readings, and delivers them afterwards', async () => {
  const { uuid } = await create(page, planFor(lab))
  const told = { body: { readings: [cycle(0)], progress: progressAt(uuid, 0) } }
  switched.WRITES_FROZEN = '1'
  const answer = await lab.asDevice(deviceLinkCalls.readings, { params: { id: uuid }, ...told })
  expect(refusalOf(answer)).toEqual([503, 'frozen'])
  expect(isPassing(new Fault('frozen', ''))).toBe(true)
  delete switched.WRITES_FROZEN
  const afterwards = await lab.asDevice(deviceLinkCalls.readings, { params: { id: uuid }, ...told })
  expect(afterwards.errors[0]?.code).not.toBe('frozen')
})

it('while frozen the operator takes backups, and the store writes nothing by itself', async () => {
  await create(page, planFor(lab))
  switched.WRITES_FROZEN = '1'
  const before = await countRows()
  const stub = env.COMPANY_STORE.getByName(lab.company)
  await runInDurableObject(stub, (_, { storage }) => storage.setAlarm(Date.now() + 3_600_000))
  expect(await runDurableObjectAlarm(stub)).toBe(true)
  await runInDurableObject(stub, (store) => store.devicePresence(lab.device, true))
  expect(await countRows()).toEqual(before)
  await must(
    send(operatorStoreCalls.backup, {
      headers: operatorHeaders,
      body: { company_uuid: lab.company },
    }),
  )
  // Allow a checkpoint, which closes a backup and adds no entry.
  expect(await countRows()).toEqual({ ...before, checkpoints: expect.any(Number) })
  // Expect the store to look again later whether its own work may go on.
  expect(await runInDurableObject(stub, (_, { storage }) => storage.getAlarm())).not.toBeNull()
})

it.each([
  [undefined, false],
  ['', false],
  ['0', false],
  ['1', true],
  ['yes', true],
])('WRITES_FROZEN %j freezes: %j', (WRITES_FROZEN, isRefused) => {
  const check = () =>
    checkFrozen(WRITES_FROZEN === undefined ? {} : { WRITES_FROZEN }, analysisCalls.create)
  if (isRefused) expect(check).toThrow(Fault)
  else expect(check).not.toThrow()
})
