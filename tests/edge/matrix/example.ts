import type { Call } from '../../../domain/call.ts'
import type { Lab, Parts, Sender } from '../lab.ts'

/** World in which examples are prepared: companies of their own for one test file. */
export interface World {
  /** The provider's company, which may use everything. Records of the examples are made here. */
  home: Lab
  /** Its SuperAdmin, who holds every permission there is. */
  call: Sender
  /** An ordinary laboratory. */
  lab: Lab
  /** Another one, whose sessions may be ended. */
  leaver: Lab
  /** A partner company with `underling` as its underling; `lab` is not one. */
  partner: Lab
  underling: Lab
  /** A word never used before, with the canary of `home` in it: names, subjects, texts. At most 60 letters. */
  word: () => string
  /** The same without the canary and with letters and digits only: usernames, serial numbers, aliases. */
  plainWord: () => string
}

/** Parts with which a call succeeds. */
export interface Sent extends Parts {
  /** Sender, if it is not `world.call`: a device, a user of another profile, nobody. */
  sender?: Sender
}

/** Prepares what the call needs, cheaply, and gives what to send so that it succeeds. */
export type Prepare = (world: World) => Promise<Sent> | Sent

export interface ExampleFacts {
  prepare: Prepare
  /**
   * True where everybody may read what the provider keeps for all companies: a neighbour is answered with the record.
   * False where an id is the company's own business.
   */
  shared?: true
  /** Status for an id that does not exist, where it is not 404; with the reason. */
  missing?: { status: number; why: string }
  /** Answer of the call if this deployment does not offer it; with the reason. */
  answers?: { status: number; reason: string; why: string }
  /** The session of the caller does not outlive the call: tests give it one of its own. */
  endsSession?: true
}

export type Example = Prepare | ExampleFacts

/** One for each row of a group, or it does not compile. */
export type Examples<Group extends Record<string, Call>> = { [Name in keyof Group]: Example }

export function factsOf(example: Example): ExampleFacts {
  return typeof example === 'function' ? { prepare: example } : example
}
