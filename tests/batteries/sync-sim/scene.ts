import type { Desk } from './desk.ts'
import type { Laboratory, Person } from './laboratory.ts'
import type { Ledger } from './ledger.ts'
import type { Machine } from './machine.ts'
import type { Surroundings } from './person.ts'
import type { Version } from '../skew/versions.ts'
import type { Plan } from './plan.ts'
import type { Deployment } from './platform/deployment.ts'
import type { VirtualTime } from './platform/virtual-time.ts'

/** A seed's life, as those see it who act in it and who judge it. */
export interface Scene {
  readonly time: VirtualTime
  readonly ledger: Ledger
  readonly edge: Deployment
  readonly machines: readonly Machine[]
  readonly laboratory: Laboratory
  readonly plan: Plan
  readonly desk: Desk
  readonly around: Surroundings
  /** Nothing goes wrong any more. */
  readonly healed: boolean
  /** Return the person at a machine. */
  person(at: number): Person
  note(what: string): void
  signIn(machine: Machine, person: Person): Promise<void>
  loadPage(machine: Machine, version: Version): void
  deploy(version: Version, storesAfter: number): void
}
