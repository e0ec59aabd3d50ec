import { beforeAll, expect, it } from 'vitest'
import { partnerCalls } from '../../domain/calls/partners.ts'
import { swarmCalls } from '../../domain/calls/swarms.ts'
import { visitCalls } from '../../domain/calls/visits.ts'
import { must, type Sender } from './lab.ts'
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
