import { env } from 'cloudflare:test'
import { beforeAll, expect, it } from 'vitest'
import { deviceCalls } from '../../domain/calls/devices.ts'
import { partnerCalls } from '../../domain/calls/partners.ts'
import { sessionCalls } from '../../domain/calls/session.ts'
import { swarmCalls } from '../../domain/calls/swarms.ts'
import { visitCalls } from '../../domain/calls/visits.ts'
import { findCompany } from '../../edge/directory/companies.ts'
import { sendHeld } from './held.ts'
import { must, password, type Sender, signIn } from './lab.ts'
import { makeDevice } from './material-bodies.ts'
import type { World } from './matrix/example.ts'
import { at, beginVisit, insideOf, makeVisitWorld, order } from './visit-world.ts'

let world: World
let helper: Sender
let theirs: Sender
beforeAll(async () => {
  ;({ world, helper, theirs } = await makeVisitWorld())
}, 60_000)

/** Take the company away from its partner, and give it back, as the provider does. */
async function assignAgain() {
  for (const underlings of [[], [world.underling.company]]) {
    const body = { underlings, reason: 'who looks after whom' }
    // oxlint-disable-next-line no-await-in-loop
    await must(world.call(partnerCalls.setUnderlings, { ...at(world.partner.company), body }))
  }
}

it('A24-9: a visit ends with the partner, also where the company is assigned to it again', async () => {
  const { visit } = await beginVisit({ world, helper })
  const inside = insideOf(world, visit.uuid)
  await must(helper(swarmCalls.search, inside))
  await assignAgain()
  const body = { name: 'Made after' }
  const answer = await helper(swarmCalls.create, { ...inside, body })
  expect([answer.status, answer.errors[0]?.reason]).toEqual([409, 'visit_over'])
  const { visit: next } = await beginVisit({ world, helper })
  await must(helper(swarmCalls.create, { ...insideOf(world, next.uuid), body }))
})

it('A25-5: a visit of before is none by which a partner brings a device', async () => {
  await beginVisit({ world, helper })
  await assignAgain()
  const device = await makeDevice(world.partner.company, { name: 'Behind the visit' })
  const body = { company_uuid: world.underling.company, reason: 'lent' }
  const moved = await helper(deviceCalls.migrate, { ...at(device.uuid), body })
  expect([moved.status, moved.errors]).toEqual([200, []])
})

it('A24-9: so does what the company had granted', async () => {
  const { company } = world.underling
  const granted = { granted: 'Y' as const, reason: 'our rule' }
  await must(theirs(visitCalls.setGranted, { body: granted }))
  const { uuid } = (await must(helper(visitCalls.ask, { ...at(company), body: order }))).data
  await must(theirs(visitCalls.answer, { ...at(uuid), body: { granted: 'Y' } }))
  await assignAgain()
  const terms = (await must(helper(visitCalls.terms, at(company)))).data
  expect(terms).toEqual({ granted: 'Y', request: null })
  const begun = await helper(visitCalls.begin, { ...at(company), body: order })
  expect([begun.status, begun.errors[0]?.reason]).toEqual([409, 'visit_not_granted'])
})

it('A24-13: a partner keeps its companies where the right of who takes them away ends meanwhile', async () => {
  const other = await signIn('SuperAdmin-Kanarienvogel-home', password)
  const { answer, wasHeld } = await sendHeld(
    () =>
      other(partnerCalls.setUnderlings, {
        ...at(world.partner.company),
        body: { underlings: [], reason: 'nobody any more' },
      }),
    { directory: (text) => text.includes('FROM companies') },
    () => must(other(sessionCalls.logout)),
  )
  expect([wasHeld, answer.status]).toEqual([true, 401])
  expect((await findCompany(env.DIRECTORY, world.underling.company))?.partner_uuid).toBe(
    world.partner.company,
  )
})
