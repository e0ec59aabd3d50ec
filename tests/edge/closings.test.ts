import { env } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import { closingCalls } from '../../domain/calls/closings.ts'
import { companyCalls } from '../../domain/calls/companies.ts'
import { liveCalls } from '../../domain/calls/live.ts'
import { sessionCalls } from '../../domain/calls/session.ts'
import { type Closing, closingDays } from '../../domain/entities/closing.ts'
import { readErasedParts, stayingParts } from '../../domain/trail/erasure.ts'
import { isSigned, parseKey, parseNote } from '../../domain/trail/note.ts'
import { trailTools } from '../../edge/store/trail-tools.ts'
import { mailsTo } from './browser-page.ts'
import { foundLab, type Lab, must, password, send, type Sender } from './lab.ts'
import type { World } from './matrix/example.ts'
import { makeWorld, storeOf } from './matrix/world.ts'
import { fileForm, onePoint } from './png.ts'
import { changeRecord, inStoreOf } from './store-writes.ts'

let world: World
let provider: Sender
beforeAll(async () => {
  world = await makeWorld()
  provider = world.call
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

  it('finishes a closing and an opening that broke off, each noted once', async () => {
    const lab = await foundLab('broken')
    const closing = await close(lab, 'Lab broken')
    // As if the service had ended before the directory was written.
    await env.DIRECTORY.prepare('UPDATE companies SET deleted_at = NULL WHERE uuid = ?1')
      .bind(lab.company)
      .run()
    await must(provider(companyCalls.delete, { ...at(lab.company), body: { reason } }))
    const body = { filters: { company_uuid: lab.company } }
    expect((await must(provider(closingCalls.search, { body }))).data.total).toBe(1)
    expect(await deviceKnown(lab)).toBe(false)
    const open = { ...at(closing.uuid), body: { reason: 'they stay' } }
    await must(provider(closingCalls.reopen, open))
    // As if it had ended before the note of the opening.
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
    await wait(closing)
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

  it('is finished with the first note when it broke off', async () => {
    const lab = await foundLab('halfway')
    const closing = await close(lab, 'Lab halfway')
    await wait(closing)
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
        sender(closingCalls.erase, { ...at(closing.uuid), body }),
        sender(closingCalls.reopen, { ...at(closing.uuid), body: { reason } }),
      ])
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403])
    }
  })
})
