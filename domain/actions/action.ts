import type { CommandName } from '../live/command.ts'
import type { Permission } from '../permissions.ts'

/**
 * One row of a table of actions: what a person may do with a record of one kind. Contract, local network, buttons,
 * store and devices read it, so that none of them can differ from the others.
 */
export interface Action<State extends string> {
  /** States from which it is possible. */
  from: readonly State[]
  /** State it leads to; absent where it stays. */
  to?: State
  needs: Permission
  /** Require a reason, which is kept in the audit trail: each time, or only when the run has ended. */
  reasonDue?: 'always' | 'once_ended'
  /** Facts of the record that forbid it, in the order in which they are reported. */
  unless?: readonly Obstacle[]
  /** The command that a device is given for it. */
  command?: CommandName
}

export type Actions<State extends string> = Readonly<Record<string, Action<State>>>

/** Obstacles to an action beside permission and state; also the names of these refusals. */
export type Obstacle = keyof Facts | keyof VersionFacts

/** For each obstacle of an analysis if it is there, or how many of them; asked only where an action names it. */
export type Facts = Readonly<
  Record<
    | 'correction_stays'
    | 'plate_without_device'
    | 'no_results'
    | 'confirmation_needed'
    | 'reviews_stale'
    | 'recall_hold'
    | 'legal_hold'
    | 'no_legal_hold',
    () => boolean | number
  >
> &
  SecondPersonFact<'four_eyes'>

/** Obstacles of a version of a recipe: the person wrote it themselves. */
export type VersionFacts = SecondPersonFact<'wrote_it'>

/** Tell whether the person took part: a name is that of somebody who counts as them (rules/second-person.ts). */
type SecondPersonFact<Name extends string> = Readonly<Record<Name, () => boolean | string>>
