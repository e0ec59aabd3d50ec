import { visitCalls } from '../../domain/calls/visits.ts'
import { must, type Sender } from './lab.ts'
import type { World } from './matrix/example.ts'
import { makeWorld } from './matrix/world.ts'

/** A company, and a person of its partner who visits it. */
export interface VisitWorld {
  world: World
  /** Person of the partner. */
  helper: Sender
  /** Administrator of the company. */
  theirs: Sender
}

export async function makeVisitWorld(): Promise<VisitWorld> {
  const world = await makeWorld()
  const helper = await world.partner.as('SuperAdmin')
  return { world, helper, theirs: await world.underling.as('Administrator') }
}

export const at = (id: string) => ({ params: { id } })
export const order = { reason: 'help with the first run', minutes: 60 }

/** Begin a visit of the partner's person. */
export async function beginVisit({ world, helper }: Pick<VisitWorld, 'world' | 'helper'>) {
  const { company } = world.underling
  return (await must(helper(visitCalls.begin, { ...at(company), body: order }))).data
}

/** Return the headers of a call in a visit. */
export const insideOf = (world: World, visit: string) => ({
  headers: { 'X-Company': world.underling.company, 'X-Visit': visit },
})
