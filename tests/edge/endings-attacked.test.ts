import { env } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import { closingCalls } from '../../domain/calls/closings.ts'
import { companyCalls } from '../../domain/calls/companies.ts'
import { liveCalls } from '../../domain/calls/live.ts'
import { operatorStoreCalls } from '../../domain/calls/operator-store.ts'
import type { Closing } from '../../domain/entities/closing.ts'
import { emptyStore, readPages, sendPage } from './backup-pages.ts'
import { foundLab, type Lab, must, operatorHeaders, send, type Sender } from './lab.ts'
import type { World } from './matrix/example.ts'
import { makeWorld, storeOf } from './matrix/world.ts'
import { makePerson } from './people.ts'
import { changeRecord } from './store-writes.ts'

let world: World
let provider: Sender
/** Another administrator of the provider, who has asked for each erasing. */
let other = { by: '', by_name: '' }
beforeAll(async () => {
  world = await makeWorld()
  provider = world.call
  const person = { profile: 'SuperAdmin' } as const
  const { uuid, name } = await makePerson(provider, world.home.company, 'asks', person)
  other = { by: uuid, by_name: name }
}, 60_000)

const at = (id: string) => ({ params: { id } })
const reason = 'contract ended'

async function close(lab: Lab, name: string): Promise<Closing> {
  await must(provider(companyCalls.delete, { ...at(lab.company), body: { confirm: name, reason } }))
  const body = { filters: { company_uuid: lab.company } }
  const query = { order: 'created_at DESC' }
  const [found] = (await must(provider(closingCalls.search, { body, query }))).data.data
  if (!found) throw new Error('no closing')
  const asked = { ...other, at: '2026-01-02T00:00:00.000Z', reason }
  const due = { erase_from: '2026-01-01T00:00:00.000Z', erasure: asked }
  await changeRecord(world.home.company, { kind: 'closing', uuid: found.uuid }, due)
  return found
}

const reopen = ({ uuid }: Closing) =>
  provider(closingCalls.reopen, { ...at(uuid), body: { reason: 'they stay' } })
const erase = ({ uuid, name }: Closing) =>
  provider(closingCalls.erase, { ...at(uuid), body: { confirm: name, reason } })

const deviceKnown = async (lab: Lab) => (await lab.asDevice(liveCalls.deviceToken)).status !== 401
const noteOf = (company: string) => env.BLOBS.head(`anchors/erased/${company}.note`)
const sealedOf = (company: string) => `closed/${company}.sealed`
const row = (company: string) =>
  env.DIRECTORY.prepare('SELECT name, deleted_at FROM companies WHERE uuid = ?1')
    .bind(company)
    .first<{ name: string; deleted_at: string | null }>()

describe('erasing and opening again', () => {
  it('eleventh attack A11-10: erases nothing of a company whose opening broke off behind the directory', async () => {
    const lab = await foundLab('halfopen')
    const closing = await close(lab, 'Lab halfopen')
    await env.DIRECTORY.prepare('UPDATE companies SET deleted_at = NULL WHERE uuid = ?1')
      .bind(lab.company)
      .run()
    expect((await erase(closing)).errors[0]).toMatchObject({ reason: 'closing_ended' })
    expect(await storeOf(lab.company).hasCompany()).toBe(true)
    expect(await noteOf(lab.company)).toBeNull()
    expect((await row(lab.company))?.name).toBe('Lab halfopen')
  })

  it('eleventh attack A11-10: of both at the same time one is refused, and nothing is half in place', async () => {
    const lab = await foundLab('both')
    const closing = await close(lab, 'Lab both')
    const [opened, erased] = await Promise.all([reopen(closing), erase(closing)])
    const statuses = [opened.status, erased.status]
    expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 409])
    const { name, deleted_at } = (await row(lab.company)) ?? {}
    const isOpen = opened.status === 200
    expect([name, deleted_at === null]).toEqual(isOpen ? ['Lab both', true] : ['', false])
    expect(await storeOf(lab.company).hasCompany()).toBe(isOpen)
    expect((await noteOf(lab.company)) === null).toBe(isOpen)
  })

  it('eleventh attack A11-10: does not open a company whose erasing has begun; the operator finishes it', async () => {
    const lab = await foundLab('begun')
    const closing = await close(lab, 'Lab begun')
    await env.DIRECTORY.prepare(`UPDATE companies SET name = '' WHERE uuid = ?1`)
      .bind(lab.company)
      .run()
    expect((await reopen(closing)).errors[0]).toMatchObject({ reason: 'closing_ended' })
    expect(await deviceKnown(lab)).toBe(false)
    const body = { company_uuid: lab.company, confirm: 'Lab begun', reason }
    const order = () => send(operatorStoreCalls.erase, { headers: operatorHeaders, body })
    expect((await must(order())).data.logins).toBe(4)
    expect((await order()).status).toBe(409)
  })
})

it('A25-7: two who erase a company at once have one note of it, which is the one that is kept', async () => {
  const lab = await foundLab('twiceerased')
  await close(lab, 'Lab twiceerased')
  const erase = (why: string) =>
    send(operatorStoreCalls.erase, {
      headers: operatorHeaders,
      body: { company_uuid: lab.company, confirm: 'Lab twiceerased', reason: why },
    })
  const answers = await Promise.all([erase('the contract ended'), erase('asked by mail')])
  const notes = answers.filter(({ ok }) => ok).map(({ data }) => data.proof)
  const kept = await env.BLOBS.get(`anchors/erased/${lab.company}.note`)
  expect(new Set(notes)).toEqual(new Set([await kept?.text()]))
})

describe('what closing takes away of the directory', () => {
  it('eleventh attack A11-11: is in a backup of the closed company, and is there when it is put back and opened', async () => {
    const lab = await foundLab('moved')
    const closing = await close(lab, 'Lab moved')
    const pages = await readPages(lab.company)
    await emptyStore(lab.company)
    await env.BLOBS.delete(sealedOf(lab.company))
    for (const page of pages) await must(sendPage(lab.company, page))
    const body = { company_uuid: lab.company, reason: 'moved' }
    await must(send(operatorStoreCalls.openRestored, { headers: operatorHeaders, body }))
    expect(await deviceKnown(lab)).toBe(false)
    const opened = (await must(reopen(closing))).data
    expect(opened.ended).not.toHaveProperty('lost')
    expect(await deviceKnown(lab)).toBe(true)
    expect(await env.BLOBS.head(sealedOf(lab.company))).toBeNull()
  })

  it('eleventh attack A11-11: is said to be lost where nothing was kept', async () => {
    const lab = await foundLab('lost')
    const closing = await close(lab, 'Lab lost')
    await env.BLOBS.delete(sealedOf(lab.company))
    expect((await must(reopen(closing))).data.ended).toMatchObject({ lost: true })
    expect(await deviceKnown(lab)).toBe(false)
  })

  it('eleventh attack A11-11: is kept once more by a second closing, whatever an opening has left', async () => {
    const lab = await foundLab('twice')
    const first = await close(lab, 'Lab twice')
    const old = await (await env.BLOBS.get(sealedOf(lab.company)))?.text()
    await must(reopen(first))
    // Leave it as if the end of the opening had not reached the bucket, and a device had gone meanwhile.
    await env.BLOBS.put(sealedOf(lab.company), old ?? '')
    await env.DIRECTORY.prepare('DELETE FROM devices WHERE company_uuid = ?1')
      .bind(lab.company)
      .run()
    await must(reopen(await close(lab, 'Lab twice')))
    expect(await deviceKnown(lab)).toBe(false)
  })

  it('eleventh attack A11-11: does not give back what was taken after an opening that broke off', async () => {
    const lab = await foundLab('revoked')
    const closing = await close(lab, 'Lab revoked')
    const old = await (await env.BLOBS.get(sealedOf(lab.company)))?.text()
    await must(reopen(closing))
    // Leave it as if the opening had broken off before it was noted.
    await env.BLOBS.put(sealedOf(lab.company), old ?? '')
    const back = { status: 'closed', ended: null }
    await changeRecord(world.home.company, { kind: 'closing', uuid: closing.uuid }, back)
    await env.DIRECTORY.prepare('DELETE FROM devices WHERE company_uuid = ?1')
      .bind(lab.company)
      .run()
    expect((await must(reopen(closing))).data.status).toBe('reopened')
    expect(await deviceKnown(lab)).toBe(false)
  })
})

it('A20-6: a store that was erased answers what another one tells it, and throws nothing', async () => {
  const nobody = storeOf(crypto.randomUUID())
  const actor = {
    uuid: '00000000-0000-0000-0000-000000000002',
    name: 'bApp',
    via: 'system',
  } as const
  const by = { actor, sight: { kinds: [], swarms: [] }, permissions: [], fourEyes: false }
  const told = {
    uuid: crypto.randomUUID(),
    number: 1,
    name: 'Lot 7',
    subject: { kind: 'device', device_uuid: crypto.randomUUID() },
    reason: 'leaks',
    sender: 'Helix',
  } as const
  const answer = await nobody.change({ type: 'recall_notice.receive', told }, 'told-once', by)
  expect(answer).toMatchObject({ ok: false, errors: [{ code: 'not_found' }] })
  expect(await nobody.hasCompany()).toBe(false)
})
