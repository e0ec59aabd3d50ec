import { env } from 'cloudflare:test'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { closingCalls } from '../../domain/calls/closings.ts'
import { companyCalls } from '../../domain/calls/companies.ts'
import { deviceLinkCalls, receiptHeader } from '../../domain/calls/device-link.ts'
import { liveCalls } from '../../domain/calls/live.ts'
import { sessionCalls } from '../../domain/calls/session.ts'
import { userCalls } from '../../domain/calls/users.ts'
import { type Closing, closingDays } from '../../domain/entities/closing.ts'
import type { User } from '../../domain/entities/user.ts'
import { readErasedParts, stayingParts } from '../../domain/trail/erasure.ts'
import { isSigned, parseKey, parseNote } from '../../domain/trail/note.ts'
import { trailTools } from '../../edge/store/trail-tools.ts'
import { readAuditOf } from './audit-of.ts'
import { mailsTo } from './browser-page.ts'
import { sendHeld } from './held.ts'
import { foundLab, type Lab, must, password, send, type Sender, signIn } from './lab.ts'
import type { World } from './matrix/example.ts'
import { makeWorld, storeOf } from './matrix/world.ts'
import { makePerson } from './people.ts'
import { fileForm, onePoint } from './png.ts'
import { changeRecord, inStoreOf } from './store-writes.ts'

let world: World
let provider: Sender
/** Another administrator of the provider, who asks for what the first one erases. */
let second: Sender
let secondId = ''
beforeAll(async () => {
  world = await makeWorld()
  provider = world.call
  secondId = (await makeSecond(world, 'second-boss')).uuid
  second = await signIn('second-boss', password)
}, 60_000)

const at = (id: string) => ({ params: { id } })
const reason = 'contract ended'

async function closingOf(company: string): Promise<Closing> {
  const body = { filters: { company_uuid: company } }
  const query = { order: 'created_at DESC' }
  const { data } = await must(provider(closingCalls.search, { body, query }))
  const [found] = data.data
  if (!found) throw new Error('no closing')
  return found
}

async function close(lab: Lab, name: string, more: object = {}): Promise<Closing> {
  const body = { confirm: name, reason, ...more }
  await must(provider(companyCalls.delete, { ...at(lab.company), body }))
  return closingOf(lab.company)
}

/** Make another SuperAdmin of the provider, whose account waits for no confirmation. */
async function makeSecond({ call, home }: World, username: string): Promise<User> {
  const person = await makePerson(call, home.company, username, { profile: 'SuperAdmin' })
  await changeRecord(home.company, { kind: 'user', uuid: person.uuid }, { unconfirmed: [] })
  return person
}

const ask = ({ uuid, name }: Closing, sender = second) =>
  sender(closingCalls.askErasure, { ...at(uuid), body: { confirm: name, reason } })

/** Let the waiting time of a closing be over. */
async function wait({ uuid }: Closing): Promise<void> {
  const past = { erase_from: '2026-01-01T00:00:00.000Z' }
  await changeRecord(world.home.company, { kind: 'closing', uuid }, past)
}

/** Tell if a note is signed with the key of the company's trail. */
async function holds(note: string, key: string): Promise<boolean> {
  const [read, parsed] = [parseNote(note), parseKey(key, trailTools.sha256)]
  return read !== null && parsed !== null && isSigned(read, parsed, trailTools)
}

const signsIn = async (word: string) =>
  (await send(sessionCalls.login, { body: { username: `Operator-${word}`, password } })).status

/** Tell if the device is recognised by its key. */
const deviceKnown = async (lab: Lab) => (await lab.asDevice(liveCalls.deviceToken)).status !== 401

describe('a closed company', () => {
  it('is shut for its people and devices, is noted, and opens again as it was', async () => {
    const lab = await foundLab('shut')
    expect([await signsIn('shut'), await deviceKnown(lab)]).toEqual([200, true])
    const hash = 'a'.repeat(64)
    const closing = await close(lab, 'Lab shut', { export_hash: hash })
    expect(closing).toMatchObject({
      status: 'closed',
      name: 'Lab shut',
      people: 4,
      devices: 1,
      reason,
      export_hash: hash,
    })
    const days = (Date.parse(closing.erase_from) - Date.parse(closing.created_at)) / 86_400_000
    expect(Math.round(days)).toBe(closingDays)
    expect(await signsIn('shut')).not.toBe(200)
    expect(await deviceKnown(lab)).toBe(false)

    const again = { ...at(closing.uuid), body: { reason: 'they stay' } }
    const reopened = (await must(provider(closingCalls.reopen, again))).data
    expect(reopened).toMatchObject({ status: 'reopened', ended: { reason: 'they stay' } })
    expect([await signsIn('shut'), await deviceKnown(lab)]).toEqual([200, true])
    const late = await provider(closingCalls.reopen, again)
    expect(late.errors[0]).toMatchObject({ reason: 'closing_ended' })
  })

  it('A19-2: is opened again without a device that was registered elsewhere, whatever it kept', async () => {
    const lab = await foundLab('rereg')
    const elsewhere = await foundLab('elsewhere')
    vi.useFakeTimers({ now: Date.now() + 10_000, toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const { headers: first } = await must(lab.asDevice(deviceLinkCalls.commands))
    const headers = { [receiptHeader]: first.get(receiptHeader) ?? '' }
    await must(lab.asDevice(deviceLinkCalls.commands, { headers }))
    const closing = await close(lab, 'Lab rereg')
    await env.DIRECTORY.prepare(
      'INSERT INTO devices (uuid, company_uuid, key_hash) VALUES (?1, ?2, ?3)',
    )
      .bind(lab.device, elsewhere.company, 'of another key')
      .run()
    await must(provider(closingCalls.reopen, { ...at(closing.uuid), body: { reason } }))
    vi.setSystemTime(Date.now() + 10_000)
    expect((await lab.asDevice(deviceLinkCalls.commands, { headers })).status).toBe(401)
  })

  it('finishes a closing and an opening that broke off, each noted once', async () => {
    const lab = await foundLab('broken')
    const closing = await close(lab, 'Lab broken')
    // Leave it as if the service had ended before the directory was written.
    await env.DIRECTORY.prepare('UPDATE companies SET deleted_at = NULL WHERE uuid = ?1')
      .bind(lab.company)
      .run()
    await must(provider(companyCalls.delete, { ...at(lab.company), body: { reason } }))
    const body = { filters: { company_uuid: lab.company } }
    expect((await must(provider(closingCalls.search, { body }))).data.total).toBe(1)
    expect(await deviceKnown(lab)).toBe(false)
    const open = { ...at(closing.uuid), body: { reason: 'they stay' } }
    await must(provider(closingCalls.reopen, open))
    // Leave it as if the service had ended before the note of the opening.
    const back = { status: 'closed', ended: null }
    await changeRecord(world.home.company, { kind: 'closing', uuid: closing.uuid }, back)
    expect((await must(provider(closingCalls.reopen, open))).data.status).toBe('reopened')
    expect([await signsIn('broken'), await deviceKnown(lab)]).toEqual([200, true])
  })

  it('opens again where it had neither devices nor keys', async () => {
    const { data } = await must(provider(companyCalls.create, { body: { name: 'Nobody yet' } }))
    await must(provider(companyCalls.delete, { ...at(data.uuid), body: { reason } }))
    const { uuid, people, devices } = await closingOf(data.uuid)
    expect([people, devices]).toEqual([0, 0])
    const again = { ...at(uuid), body: { reason: 'they come' } }
    expect((await must(provider(closingCalls.reopen, again))).data.status).toBe('reopened')
  })

  it('does not open under a name that somebody else has by now', async () => {
    const lab = await foundLab('named')
    const closing = await close(lab, 'Lab named')
    await must(provider(companyCalls.create, { body: { name: 'Lab named' } }))
    const again = { ...at(closing.uuid), body: { reason: 'they stay' } }
    expect((await provider(closingCalls.reopen, again)).errors[0]?.reason).toBe('name_taken')
    expect(await signsIn('named')).not.toBe(200)
  })
})

describe('erasing', () => {
  it('waits for its day and the name, leaves nothing, and proves what went and what stays', async () => {
    const lab = await foundLab('gone')
    const admin = await lab.as('Administrator')
    const file = fileForm(onePoint, 'image/png', 'logo.png')
    await must(admin(companyCalls.uploadLogo, { body: file }))
    const count = await inStoreOf(lab.company, (sql) =>
      sql.first<{ users: number }>(`SELECT count(*) AS users FROM records WHERE kind = 'user'`),
    )
    const closing = await close(lab, 'Lab gone')
    const erase = (confirm: string) =>
      provider(closingCalls.erase, { ...at(closing.uuid), body: { confirm, reason } })
    expect((await erase('Lab gone')).errors[0]).toMatchObject({ reason: 'closing_too_early' })
    expect((await ask(closing)).errors[0]).toMatchObject({ reason: 'closing_too_early' })
    await wait(closing)
    expect((await erase('Lab gone')).errors[0]).toMatchObject({ reason: 'erasure_not_asked' })
    await must(ask(closing))
    expect((await erase('Lab gon')).errors[0]).toMatchObject({ reason: 'closing_name' })
    const known = await storeOf(lab.company).trailKey()
    if (!known.ok) throw new Error('no key')
    const { key } = known.value
    const erased = (await must(erase('Lab gone'))).data
    const note = erased.note ?? ''
    expect(erased).toMatchObject({ status: 'erased', ended: { reason } })
    const parts = readErasedParts(note)
    expect(parts.find(({ kind }) => kind === 'user')?.count).toBe(count?.users)
    expect(parts.find(({ kind }) => kind === 'file')?.count).toBe(1)
    for (const part of stayingParts) expect(note).toContain(`stays ${part}`)
    expect(note).not.toMatch(/@lab\.example|Administrator of/)
    expect(await holds(note, key)).toBe(true)
    const bent = note.replace(/erased user \d+/, 'erased user 1')
    expect(await holds(bent, key)).toBe(false)
    expect((await storeOf(lab.company).describe()).ok).toBe(false)
    expect((await env.BLOBS.list({ prefix: `${lab.company}/` })).objects).toEqual([])
    const mails = await mailsTo('Administrator-gone@lab.example', 1)
    expect(mails.at(-1)?.text).toContain(note.trim())
    const again = { ...at(closing.uuid), body: { reason: 'too late' } }
    expect((await provider(closingCalls.reopen, again)).errors[0]?.reason).toBe('closing_ended')
  })

  it('A22-8: takes the facts of its runs and devices out of the store of the provider, and of no other', async () => {
    const labs = [await foundLab('told'), await foundLab('stays')] as const
    const home = world.home.company
    for (const { company, device } of labs) {
      const about = { device, model: 'bCUBE 2.0', version: '1.0.0', at: new Date().toISOString() }
      const fact = { of: 'day', id: `day:${device}`, ...about, hours: 24, crashes: 0 } as const
      expect((await storeOf(home).takeFacts(company, [fact])).ok).toBe(true)
    }
    await inStoreOf(home, (sql) => {
      for (const { company } of labs)
        sql.run(`INSERT INTO rehearsed_runs VALUES ('version', ?, 'run', 'hash', NULL)`, company)
    })
    const closing = await close(labs[0], 'Lab told')
    await wait(closing)
    await must(ask(closing))
    const body = { confirm: 'Lab told', reason }
    await must(provider(closingCalls.erase, { ...at(closing.uuid), body }))
    const known = (table: string, column: string) =>
      inStoreOf(home, (sql) =>
        sql.all<{ id: string }>(`SELECT ${column} AS id FROM ${table}`).map(({ id }) => id),
      )
    const ids = [
      ...(await known('fleet_facts', 'device_uuid')),
      ...(await known('fleet_devices', 'company_uuid')),
      ...(await known('rehearsed_runs', 'company_uuid')),
    ]
    const [gone, stays] = labs
    expect(ids).toEqual(expect.arrayContaining([stays.device, stays.company]))
    expect(ids.filter((id) => [gone.device, gone.company].includes(id))).toEqual([])
  })

  it('is finished with the first note when it broke off', async () => {
    const lab = await foundLab('halfway')
    const closing = await close(lab, 'Lab halfway')
    await wait(closing)
    await must(ask(closing))
    const body = { confirm: 'Lab halfway', reason }
    const first = (await must(provider(closingCalls.erase, { ...at(closing.uuid), body }))).data
    const back = { status: 'closed', ended: null, note: null }
    await changeRecord(world.home.company, { kind: 'closing', uuid: closing.uuid }, back)
    const second = (await must(provider(closingCalls.erase, { ...at(closing.uuid), body }))).data
    expect(second.note).toBe(first.note)
    expect(await mailsTo('Administrator-halfway@lab.example', 1)).toHaveLength(1)
  })

  it('is for the provider’s people who close companies, and nobody else', async () => {
    const lab = await foundLab('kept')
    const closing = await close(lab, 'Lab kept')
    await wait(closing)
    const body = { confirm: 'Lab kept', reason }
    for (const sender of [await world.lab.as('SuperAdmin'), await world.home.as('Operator')]) {
      const answers = await Promise.all([
        sender(closingCalls.search),
        sender(closingCalls.askErasure, { ...at(closing.uuid), body }),
        sender(closingCalls.withdrawErasure, { ...at(closing.uuid), body: { reason } }),
        sender(closingCalls.erase, { ...at(closing.uuid), body }),
        sender(closingCalls.reopen, { ...at(closing.uuid), body: { reason } }),
      ])
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
    }
  })
})

describe('twelfth look R12-8: nobody erases a company alone', () => {
  const erase = ({ uuid, name }: Closing, sender: Sender) =>
    sender(closingCalls.erase, { ...at(uuid), body: { confirm: name, reason } })

  it('needs another person than the one who asked, and says who that was', async () => {
    const lab = await foundLab('alone')
    const closing = await close(lab, 'Lab alone')
    await wait(closing)
    const asked = (await must(ask(closing, provider))).data
    expect(asked).toMatchObject({
      status: 'closed',
      erasure: { by_name: 'SuperAdmin of Kanarienvogel-home', reason },
    })
    expect((await erase(closing, provider)).errors[0]).toMatchObject({ reason: 'confirms_own' })
    expect((await ask(closing, second)).errors[0]).toMatchObject({
      reason: 'erasure_asked',
      params: { name: 'SuperAdmin of Kanarienvogel-home' },
    })
    expect(await storeOf(lab.company).hasCompany()).toBe(true)
    const erased = (await must(erase(closing, second))).data
    expect(erased).toMatchObject({
      status: 'erased',
      erasure: { by_name: 'SuperAdmin of Kanarienvogel-home', confirmed: { by: secondId } },
    })
    const actions = (await readAuditOf(world.home.company, 'closing', closing.uuid)).map(
      ({ action }) => action,
    )
    expect(actions.slice(-3)).toEqual([
      'closing.ask_erasure',
      'closing.confirm_erasure',
      'closing.erase',
    ])
  })

  it('is asked for again after it was taken back, or the company opened', async () => {
    const lab = await foundLab('taken-back')
    const closing = await close(lab, 'Lab taken-back')
    await wait(closing)
    const back = () =>
      second(closingCalls.withdrawErasure, { ...at(closing.uuid), body: { reason: 'not yet' } })
    expect((await back()).errors[0]).toMatchObject({ reason: 'erasure_not_asked' })
    await must(ask(closing, provider))
    expect((await must(back())).data.erasure).toBeUndefined()
    expect((await erase(closing, second)).errors[0]).toMatchObject({ reason: 'erasure_not_asked' })
    await must(ask(closing, provider))
    const opened = await must(
      provider(closingCalls.reopen, { ...at(closing.uuid), body: { reason: 'they stay' } }),
    )
    expect(opened.data.erasure).toBeUndefined()
    expect(await storeOf(lab.company).hasCompany()).toBe(true)
  })

  it('counts nobody who has lost the right, nor an account that nobody has confirmed', async () => {
    const lab = await foundLab('third')
    const closing = await close(lab, 'Lab third')
    await wait(closing)
    const leaver = await makeSecond(world, 'leaving-boss')
    const asLeaver = await signIn('leaving-boss', password)
    await must(ask(closing, asLeaver))
    await must(provider(userCalls.edit, { ...at(leaver.uuid), body: { active: 'N' } }))
    expect((await erase(closing, provider)).errors[0]).toMatchObject({ reason: 'erasure_asker' })
    const body = { reason: 'who asked has left' }
    await must(provider(closingCalls.withdrawErasure, { ...at(closing.uuid), body }))
    await must(ask(closing, provider))
    // Refuse an account that the first one has made for it, which is no other person.
    await makePerson(provider, world.home.company, 'made-boss', { profile: 'SuperAdmin' })
    const made = await signIn('made-boss', password)
    expect((await erase(closing, made)).errors[0]).toMatchObject({
      reason: 'confirmer_unconfirmed',
    })
    expect(await storeOf(lab.company).hasCompany()).toBe(true)
  })

  it('asks for the right of the second one in the transaction that notes them', async () => {
    const lab = await foundLab('late-right')
    const closing = await close(lab, 'Lab late-right')
    await wait(closing)
    const late = await makeSecond(world, 'late-boss')
    const asLate = await signIn('late-boss', password)
    await must(ask(closing, provider))
    const { answer, wasHeld } = await sendHeld(
      () => erase(closing, asLate),
      { store: (method) => method === 'change' },
      () => must(provider(userCalls.edit, { ...at(late.uuid), body: { active: 'N' } })),
    )
    expect([wasHeld, answer.ok]).toEqual([true, false])
    expect(await storeOf(lab.company).hasCompany()).toBe(true)
    expect((await closingOf(lab.company)).erasure?.confirmed).toBeUndefined()
  })
})
