import { env, runDurableObjectAlarm } from 'cloudflare:test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { companyCalls } from '../../domain/calls/companies.ts'
import { deviceCalls } from '../../domain/calls/devices.ts'
import { notificationCalls } from '../../domain/calls/notifications.ts'
import { sessionCalls } from '../../domain/calls/session.ts'
import { swarmCalls } from '../../domain/calls/swarms.ts'
import { userCalls } from '../../domain/calls/users.ts'
import { visitCalls } from '../../domain/calls/visits.ts'
import { findCompany } from '../../edge/directory/companies.ts'
import { readAuditOf } from './audit-of.ts'
import { sendHeld } from './held.ts'
import { must, password, type Sender, signIn } from './lab.ts'
import { makeDevice } from './material-bodies.ts'
import type { World } from './matrix/example.ts'
import { changeInside } from './matrix/world.ts'
import { makePerson } from './people.ts'
import { changeRecord, inStoreOf } from './store-writes.ts'
import { at, beginVisit, insideOf, makeVisitWorld, order } from './visit-world.ts'

let world: World
let helper: Sender
let theirs: Sender
beforeAll(async () => {
  ;({ world, helper, theirs } = await makeVisitWorld())
}, 60_000)

const begin = () => beginVisit({ world, helper })
const inside = (visit: string) => insideOf(world, visit)

describe('a company that grants visits', () => {
  const choose = (granted: 'Y' | 'N') =>
    must(theirs(visitCalls.setGranted, { body: { granted, reason: 'our rule' } }))
  const ask = async () => {
    const { company } = world.underling
    return (await must(helper(visitCalls.ask, { ...at(company), body: order }))).data
  }
  const answer = async (id: string, body: { granted: 'Y' | 'N'; reason?: string }) =>
    must(theirs(visitCalls.answer, { ...at(id), body }))
  const tryToBegin = async (more: object = {}) => {
    const { company } = world.underling
    const body = { reason: 'another reason', minutes: 480, ...more }
    return helper(visitCalls.begin, { ...at(company), body })
  }
  const noticesOf = async (sender: Sender, id: string) => {
    const { data } = (await must(sender(notificationCalls.mine, { query: { limit: '100' } }))).data
    return data.filter((one) => one.notification_uuid === id)
  }
  const lastActions = async (count: number) => {
    const { company } = world.underling
    return (await readAuditOf(company, 'company', company)).slice(-count).map((one) => one.action)
  }
  const endVisits = async () => {
    const { data } = await must(theirs(visitCalls.reachedBy))
    for (const { uuid, ended_at } of data.visits) {
      const end = { ...at(world.underling.company), body: { visit: uuid } }
      // oxlint-disable-next-line no-await-in-loop
      if (ended_at === null) await must(theirs(visitCalls.end, end))
    }
  }
  beforeAll(() => choose('Y'))
  afterAll(() => choose('N'))

  it('lets nobody in, and nobody look from outside, before it has granted it', async () => {
    const begun = await tryToBegin()
    expect([begun.status, begun.errors[0]?.reason]).toEqual([409, 'visit_not_granted'])
    const headers = { 'X-Company': world.underling.company }
    const looked = await helper(swarmCalls.search, { headers })
    expect([looked.status, looked.errors[0]?.reason]).toEqual([409, 'visit_not_granted'])
    const stranger = await world.lab.as('Administrator')
    for (const row of [visitCalls.terms, visitCalls.ask]) {
      // oxlint-disable-next-line no-await-in-loop
      const answered = await stranger(row, { ...at(world.underling.company), body: order })
      expect(answered.status).toBeGreaterThanOrEqual(403)
    }
  })

  it('is asked, grants, and is visited once, for the reason that it has read', async () => {
    const request = await ask()
    const [notice] = await noticesOf(theirs, request.uuid)
    expect(notice?.title).toContain('asks to act in your company')
    expect(notice?.message).toContain(order.reason)
    expect((await tryToBegin()).status).toBe(409)
    await answer(request.uuid, { granted: 'Y' })
    const told = await noticesOf(helper, request.uuid)
    expect(told.map(({ title }) => title)).toEqual([expect.stringContaining('grants your visit')])
    const { data: terms } = await must(helper(visitCalls.terms, at(world.underling.company)))
    expect(terms).toMatchObject({ granted: 'Y', request: { answer: { granted: 'Y' } } })
    const { visit } = (await must(tryToBegin())).data
    expect(visit).toMatchObject({ reason: order.reason, granted_by: expect.any(String) })
    expect(Date.parse(visit.until) - Date.parse(visit.at)).toBe(3_600_000)
    expect(await lastActions(3)).toEqual([
      'company.ask_visit',
      'company.grant_visit',
      'company.visit',
    ])
    await must(helper(swarmCalls.search, inside(visit.uuid)))
    // Refuse the visitor, who can neither switch the rule off nor answer the next request.
    const body = { granted: 'N' as const, reason: 'ours' }
    const changed = await helper(visitCalls.setGranted, { body, ...inside(visit.uuid) })
    expect([changed.status, changed.errors[0]?.reason]).toEqual([403, 'own_company_only'])
    expect((await tryToBegin()).errors[0]?.reason).toBe('visit_not_granted')
  })

  it('refuses with its reason, once, and a grant ends after 72 hours', async () => {
    const refused = await ask()
    await answer(refused.uuid, { granted: 'N', reason: 'audit week' })
    const [told] = await noticesOf(helper, refused.uuid)
    expect([told?.title, told?.message].join(' ')).toMatch(/refuses your visit.*audit week/)
    const again = await theirs(visitCalls.answer, { ...at(refused.uuid), body: { granted: 'Y' } })
    expect([again.status, again.errors[0]?.reason]).toEqual([409, 'visit_answered'])
    expect((await tryToBegin()).status).toBe(409)
    const { uuid } = await ask()
    const { data: granted } = await answer(uuid, { granted: 'Y' })
    const { company } = world.underling
    const old = new Date(Date.now() - 72 * 3_600_000 - 1000).toISOString()
    const patch = { visit_requests: [{ ...granted, answer: { ...granted.answer, at: old } }] }
    // Patch the company directly, as nothing of the product does: only so is a grant old at once.
    const change = { type: 'patch', kind: 'company', uuid: company, patch } as unknown
    await changeInside(company, change as Parameters<typeof changeInside>[1])
    expect((await tryToBegin()).errors[0]?.reason).toBe('visit_not_granted')
  })

  it('takes its grant back before the visit begins, with a reason that the visitor reads', async () => {
    const request = await ask()
    const take = (sender: Sender) =>
      sender(visitCalls.takeBack, { ...at(request.uuid), body: { reason: 'audit week' } })
    expect((await take(theirs)).errors[0]?.reason).toBe('visit_without_grant')
    await answer(request.uuid, { granted: 'Y' })
    expect((await take(await world.underling.as('Operator'))).status).toBe(403)
    const { data: taken } = await must(take(theirs))
    expect(taken.answer).toMatchObject({ granted: 'N', taken_back: 'Y', reason: 'audit week' })
    expect(await lastActions(2)).toEqual(['company.grant_visit', 'company.take_back_visit'])
    const told = await noticesOf(helper, request.uuid)
    const words = told.map(({ title, message }) => `${title} ${message}`)
    expect(words).toContainEqual(
      expect.stringMatching(/takes back its grant of your visit.*audit week/),
    )
    expect(words).toHaveLength(2)
    const { data: terms } = await must(helper(visitCalls.terms, at(world.underling.company)))
    expect(terms.request?.answer?.taken_back).toBe('Y')
    const begun = await tryToBegin()
    expect([begun.status, begun.errors[0]?.reason]).toEqual([409, 'visit_taken_back'])
    expect((await take(theirs)).errors[0]?.reason).toBe('visit_without_grant')
  })

  it('takes a grant back or lets the visit begin: one of the two, and the other one is refused with the cause', async () => {
    const causes = { begin: 'visit_taken_back', take: 'visit_begun' }
    for (const first of ['begin', 'take'] as const) {
      // oxlint-disable-next-line no-await-in-loop
      const { uuid } = await ask()
      // oxlint-disable-next-line no-await-in-loop
      await answer(uuid, { granted: 'Y' })
      const take = async () =>
        theirs(visitCalls.takeBack, { ...at(uuid), body: { reason: 'audit week' } })
      const both = first === 'begin' ? [tryToBegin(), take()] : [take(), tryToBegin()]
      // oxlint-disable-next-line no-await-in-loop
      const answers = await Promise.all(both)
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
      const names = first === 'begin' ? (['begin', 'take'] as const) : (['take', 'begin'] as const)
      const loser = answers.findIndex(({ status }) => status === 409)
      expect(answers[loser]?.errors[0]?.reason).toBe(causes[names[loser] ?? 'begin'])
    }
    const { uuid } = await ask()
    await answer(uuid, { granted: 'Y' })
    await must(tryToBegin())
    const late = await theirs(visitCalls.takeBack, { ...at(uuid), body: { reason: 'too late' } })
    expect([late.status, late.errors[0]?.reason]).toEqual([409, 'visit_begun'])
  })

  it('seventeenth attack A17-1: a grant is worth nothing to a person who asked as somebody of another company', async () => {
    const { uuid } = await ask()
    const { data: granted } = await answer(uuid, { granted: 'Y' })
    const { company } = world.underling
    const asked = async (from: typeof granted.from) => {
      const patch = { visit_requests: [{ ...granted, from }] }
      // Move the request instead of the person, who keeps their id when they move.
      const change = { type: 'patch', kind: 'company', uuid: company, patch } as unknown
      await changeInside(company, change as Parameters<typeof changeInside>[1])
    }
    await asked({ uuid: world.lab.company, name: 'The partner before' })
    const { data: terms } = await must(helper(visitCalls.terms, at(company)))
    expect(terms).toEqual({ granted: 'Y', request: null })
    expect((await tryToBegin()).errors[0]?.reason).toBe('visit_not_granted')
    await asked(granted.from)
    expect((await must(tryToBegin())).data.visit.reason).toBe(order.reason)
  })

  it('eighteenth attack A18-4: is answered whatever becomes of the message to the visitor, whose company takes it later', async () => {
    const { uuid } = await ask()
    const { partner } = world
    await inStoreOf(partner.company, (sql) =>
      sql.run(`CREATE TRIGGER full_store BEFORE INSERT ON records BEGIN
        SELECT RAISE(ABORT, 'database or disk is full: SQLITE_FULL'); END`),
    )
    const order = { ...at(uuid), body: { granted: 'N' as const, reason: 'audit week' } }
    const answered = await theirs(visitCalls.answer, order)
    await inStoreOf(partner.company, (sql) => sql.run('DROP TRIGGER full_store'))
    // Expect no fault for the company that answers, which does not learn that the store of the other one is full.
    expect([answered.status, answered.errors]).toEqual([200, []])
    expect(await noticesOf(helper, uuid)).toEqual([])
    await runDurableObjectAlarm(env.COMPANY_STORE.getByName(world.underling.company))
    expect(await noticesOf(helper, uuid)).toHaveLength(1)
  })

  it('eighteenth attack A18-11: names its people to no partner from outside, by what is sent to them', async () => {
    const { company } = world.underling
    const recipients = { profiles: [], companies: [company], users: [] }
    const body = { title: 'Who is there?', message: 'Please write back', recipients }
    const { uuid } = (await must(helper(notificationCalls.create, { body }))).data
    const seen = async () => {
      const { data } = await must(helper(notificationCalls.recipientsPreview, at(uuid)))
      return data.people.filter((one) => one.company_uuid === company).length
    }
    await endVisits()
    expect(await seen()).toBe(0)
    await choose('N')
    expect(await seen()).toBeGreaterThan(0)
    await choose('Y')
    await must(tryToBegin({ emergency: true }))
    expect(await seen()).toBeGreaterThan(0)
  })

  it('eighteenth attack A18-13: takes no message at its time from a partner whom it has not let in', async () => {
    const { partner, underling } = world
    const recipients = { profiles: [], companies: [underling.company], users: [] }
    const body = { title: 'At its time', message: 'Please write back', recipients }
    const { uuid } = (await must(helper(notificationCalls.create, { body }))).data
    const sendAt = { at: new Date(Date.now() + 60_000).toISOString() }
    const { data } = await must(helper(notificationCalls.plan, { ...at(uuid), body: sendAt }))
    await endVisits()
    const planned = { ...data.planned, at: new Date(Date.now() - 1000).toISOString() }
    await changeRecord(partner.company, { kind: 'notification', uuid }, { planned })
    await runDurableObjectAlarm(env.COMPANY_STORE.getByName(partner.company))
    const { data: refused } = await must(helper(notificationCalls.get, at(uuid)))
    expect(refused).toMatchObject({ status: 'Refused', refused: { why: 'no_recipients' } })
  })

  it('eighteenth attack A18-12: tells a reader from outside only the visits and requests of their own company', async () => {
    const { company } = world.underling
    const reason = 'a complaint about run 7'
    const body = { reason, minutes: 60, emergency: true }
    await must(world.call(visitCalls.begin, { ...at(company), body }))
    await must(world.call(visitCalls.ask, { ...at(company), body: { ...order, reason } }))
    const own = await ask()
    const seenBy = async (sender: Sender) => {
      const { data } = (await must(sender(companyCalls.search, { body: {} }))).data
      const form = (await must(sender(companyCalls.editForm, at(company)))).data
      const details = (await must(sender(companyCalls.editDetailsFormOf, at(company)))).data
      return [data.find(({ uuid }) => uuid === company), form.record, details.record]
    }
    for (const record of await seenBy(helper)) {
      expect(record?.visit_requests?.map(({ uuid }) => uuid)).toEqual([own.uuid])
      expect(JSON.stringify(record)).not.toContain(reason)
      expect(record?.visits?.length).toBeGreaterThan(0)
    }
    for (const record of await seenBy(theirs)) expect(JSON.stringify(record)).toContain(reason)
    const edit = { ...at(company), body: { city: 'Udine' } }
    const changed = (await must(world.call(companyCalls.edit, edit))).data
    expect(changed.visit_requests?.map(({ from }) => from.uuid)).toEqual([world.home.company])
    const late = { ...edit, body: { city: 'Trieste', base: '2020-01-01T00:00:00.000Z' } }
    const stale = await world.call(companyCalls.edit, late)
    expect(stale.errors[0]?.code).toBe('stale')
    expect(JSON.stringify(stale.errors)).toContain('Udine')
    expect(JSON.stringify(stale.errors)).not.toContain(own.reason)
  })

  it('eighteenth attack A18-10: takes no people and no devices from outside but in a visit', async () => {
    const { partner, underling } = world
    await endVisits()
    const made = await makePerson(helper, partner.company, 'walks-in', { profile: 'Manager' })
    const device = await makeDevice(partner.company, { name: 'Walks in' })
    const body = { company_uuid: underling.company, reason: 'to help' }
    const move = () => helper(userCalls.migrate, { ...at(made.uuid), body })
    const carry = () => helper(deviceCalls.migrate, { ...at(device.uuid), body })
    for (const bring of [move, carry]) {
      // oxlint-disable-next-line no-await-in-loop
      const refused = await bring()
      expect([refused.status, refused.errors[0]?.reason]).toEqual([409, 'visit_not_granted'])
    }
    // Expect it before the device has left, which nobody could undo (A25-1).
    await must(helper(deviceCalls.get, at(device.uuid)))
    // Expect the person to be who they were, in their own company.
    const { data: me } = await must((await signIn('walks-in', password))(sessionCalls.me))
    expect(me.company_uuid).toBe(partner.company)
    await must(tryToBegin({ emergency: true }))
    for (const bring of [move, carry]) {
      // oxlint-disable-next-line no-await-in-loop
      expect((await bring()).status).toBe(200)
    }
  })

  it('A25-1: a device that has left arrives, also where the visit ends meanwhile', async () => {
    const { partner, underling } = world
    const device = await makeDevice(partner.company, { name: 'In between' })
    await must(tryToBegin({ emergency: true }))
    const body = { company_uuid: underling.company, reason: 'to help' }
    const { answer, wasHeld } = await sendHeld(
      () => helper(deviceCalls.migrate, { ...at(device.uuid), body }),
      {
        store: (method, [change]) =>
          method === 'sendDevice' || (change as { type?: string })?.type === 'device.adopt',
      },
      endVisits,
    )
    expect([wasHeld, answer.status]).toEqual([true, 200])
    expect((await must(theirs(deviceCalls.get, at(device.uuid)))).data.name).toBe('In between')
  })

  it('is entered in an emergency, which its trail says and its administrators learn', async () => {
    const { visit } = (await must(tryToBegin({ emergency: true }))).data
    expect(visit).toMatchObject({ emergency: 'Y', reason: 'another reason' })
    expect(visit.granted_by).toBeUndefined()
    expect(await lastActions(1)).toEqual(['company.emergency_visit'])
    const [notice] = await noticesOf(theirs, visit.uuid)
    expect(notice?.title).toContain('emergency')
    await must(helper(swarmCalls.search, inside(visit.uuid)))
  })
})

it('a company leaves its partner, who reaches nothing of it from then on', async () => {
  const { company } = world.underling
  const { visit } = await begin()
  await must(helper(visitCalls.ask, { ...at(company), body: order }))
  const body = { reason: 'the contract has ended' }
  const operator = await world.underling.as('Operator')
  expect((await operator(visitCalls.leavePartner, { ...at(company), body })).status).toBe(403)
  await must(theirs(visitCalls.leavePartner, { ...at(company), body }))
  expect(await findCompany(env.DIRECTORY, company)).toMatchObject({ partner_uuid: null })
  expect((await helper(swarmCalls.search, inside(visit.uuid))).status).toBe(404)
  expect((await readAuditOf(company, 'company', company)).at(-1)).toMatchObject({
    action: 'company.leave_partner',
    reason: body.reason,
  })
  const again = await theirs(visitCalls.leavePartner, { ...at(company), body })
  expect(again.errors[0]?.reason).toBe('wrong_state')
  const { data } = await must(theirs(companyCalls.editDetailsForm))
  expect(data.record?.left_partner).toMatchObject({ uuid: world.partner.company })
  // Expect nothing granted to a partner that is assigned again (seventeenth attack A17-1).
  const askedFrom = data.record?.visit_requests?.map(({ from }) => from.uuid)
  expect(askedFrom).not.toContain(world.partner.company)
})
