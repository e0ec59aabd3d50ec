import { planMerge } from './merge-swarms.ts'
import type { Planners } from './planner.ts'
import { planMembers } from './swarm-members.ts'

/** Changes of a swarm that move what is in it. */
export type SwarmChange =
  | { type: 'swarm.merge'; uuid: string; into: string; reason: string }
  | {
      type: 'swarm.members'
      uuid: string
      kind: 'user' | 'device'
      members: string[]
      /** Members that the writer saw. */
      seen?: string[] | undefined
      reason: string
    }

export const swarmPlanners: Planners<SwarmChange> = {
  'swarm.merge': planMerge,
  'swarm.members': planMembers,
}
