import { beforeAll, describe, expect, it } from 'vitest'
import { notificationCalls } from '../../domain/calls/notifications.ts'
import { swarmCalls } from '../../domain/calls/swarms.ts'
import { visitCalls } from '../../domain/calls/visits.ts'
import { readAuditOf } from './audit-of.ts'
import { must, type Sender } from './lab.ts'
import type { World } from './matrix/example.ts'
import { at, beginVisit, insideOf, makeVisitWorld, order } from './visit-world.ts'

let world: World
let helper: Sender
let theirs: Sender
beforeAll(async () => {
  ;({ world, helper, theirs } = await makeVisitWorld())
}, 60_000)

const begin = () => beginVisit({ world, helper })
const inside = (visit: string) => insideOf(world, visit)

describe('a visit in another company', () => {
  it('begins with its reason, says what may be done there, and is in the trail of the company', async () => {
    const { company } = world.underling
    const { visit, permissions, swarms } = await begin()
    expect(visit).toMatchObject({ via: 'partner', reason: order.reason, ended_at: null })
    expect(visit.from.uuid).toBe(world.partner.company)
    expect(Date.parse(visit.until) - Date.parse(visit.at)).toBe(3_600_000)
    expect(permissions).not.toContain('companies.reach')
    expect(swarms.length).toBeGreaterThan(0)
    expect((await readAuditOf(company, 'company', company)).at(-1)).toMatchObject({
      action: 'company.visit',
      reason: order.reason,
      actor: { via: 'partner' },
    })
    await must(helper(swarmCalls.search, inside(visit.uuid)))
  })

  it('issue 18: the people who may end it get a notice as it begins, with visitor and reason', async () => {
    const { visit } = await begin()
    const { data } = (await must(theirs(notificationCalls.mine, { query: { limit: '100' } }))).data
    const [notice] = data.filter((one) => one.notification_uuid === visit.uuid)
    expect(notice?.title).toContain(visit.by_name)
    expect(notice?.message).toContain('60 minutes')
    expect(notice?.message).toContain(order.reason)
    const operator = await world.underling.as('Operator')
    const others = (await must(operator(notificationCalls.mine, { query: { limit: '100' } }))).data
    expect(others.data.filter((one) => one.notification_uuid === visit.uuid)).toEqual([])
  })

  it('is refused without a reason, for longer than a day of work, in the own company and out of reach', async () => {
    const { underling, lab, partner } = world
    const refusals = [
      [underling.company, { ...order, reason: '' }, 422],
      [underling.company, { ...order, minutes: 481 }, 422],
      [partner.company, order, 409],
      [lab.company, order, 404],
    ] as const
    for (const [id, body, status] of refusals) {
      const answer = await helper(visitCalls.begin, { ...at(id), body })
      expect([id, answer.status]).toEqual([id, status])
    }
  })

  it('is ended by the visitor, and its calls are refused from then on', async () => {
    const { visit } = await begin()
    const { company } = world.underling
    await must(helper(visitCalls.end, { ...at(company), body: { visit: visit.uuid } }))
    const late = await helper(swarmCalls.search, inside(visit.uuid))
    expect(late.errors[0]?.reason).toBe('visit_over')
    const foreign = await world.call(swarmCalls.search, inside((await begin()).visit.uuid))
    expect(foreign.errors[0]?.reason).toBe('visit_over')
  })

  it('is seen and ended by the company, whose operators may not', async () => {
    const { visit } = await begin()
    const { company } = world.underling
    const seen = (await must(theirs(visitCalls.reachedBy))).data
    expect(seen.visits[0]).toMatchObject({ uuid: visit.uuid, by_name: visit.by_name })
    expect(seen.partner?.uuid).toBe(world.partner.company)
    expect(Date.parse(seen.partner?.since ?? '')).toBeLessThanOrEqual(Date.now())
    expect(seen.provider?.uuid).toBe(world.home.company)
    const body = { visit: visit.uuid }
    const operator = await world.underling.as('Operator')
    expect((await operator(visitCalls.end, { ...at(company), body })).status).toBe(403)
    await must(theirs(visitCalls.end, { ...at(company), body }))
    expect((await helper(swarmCalls.search, inside(visit.uuid))).status).toBe(409)
    const unknown = { visit: crypto.randomUUID() }
    expect((await theirs(visitCalls.end, { ...at(company), body: unknown })).status).toBe(404)
  })

  it('keeps the last twenty, and the trail has all', async () => {
    for (let count = 0; count < 21; count += 1) await begin()
    const { company } = world.underling
    const seen = (await must(theirs(visitCalls.reachedBy))).data
    expect(seen.visits).toHaveLength(20)
    const trail = await readAuditOf(company, 'company', company)
    expect(trail.filter(({ action }) => action === 'company.visit').length).toBeGreaterThan(20)
  })
})
