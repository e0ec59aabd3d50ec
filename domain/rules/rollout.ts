import type { Bkernel, Rollout } from '../entities/bkernel.ts'
import { Fault } from '../fault.ts'

/** A part of a rollout. All numbers hold for the devices of this phase and of those before it together. */
export interface Phase {
  /** Share of the devices that are offered the version, from 0 to 1. */
  share: number
  /** Least hours from the start of the phase to the next one. */
  soak_hours: number
  /** Pairs that each gate needs before the next phase (decision 67). */
  least_pairs: number
}

/** Phases of every rollout: those of a written canary process, with evidence for each. */
export const usualPhases: readonly Phase[] = [
  { share: 0.01, soak_hours: 48, least_pairs: 8 },
  { share: 0.03, soak_hours: 72, least_pairs: 40 },
  { share: 0.1, soak_hours: 72, least_pairs: 120 },
  { share: 0.25, soak_hours: 72, least_pairs: 300 },
  // Nobody is left to compare with: the evidence of the phases before counts.
  { share: 1, soak_hours: 72, least_pairs: 300 },
]

export const rolloutSteps = ['start', 'next', 'pause', 'resume', 'halt'] as const
export type RolloutStep = (typeof rolloutSteps)[number]

/** Steps by the state of a rollout; `none` before it has one. What is halted stays so: mended software is a new version. */
const stepsOf: Readonly<Record<Rollout['state'] | 'none', readonly RolloutStep[]>> = {
  none: ['start'],
  running: ['next', 'pause', 'halt'],
  paused: ['resume', 'halt'],
  halted: [],
  finished: ['halt'],
}

/** Return what may be done about the rollout of a version now, whoever does it. */
export function listSteps({ rollout }: Pick<Bkernel, 'rollout'>): readonly RolloutStep[] {
  return stepsOf[rollout?.state ?? 'none']
}

const hourMs = 3_600_000

/** Return the hours that are left of the soak of a phase, 0 after it. @param now milliseconds since 1970 */
export function soakLeft({ phase, since }: Rollout, now: number): number {
  const soak = usualPhases[phase]?.soak_hours ?? 0
  return Math.max(0, soak - (now - Date.parse(since)) / hourMs)
}

/**
 * Return a rollout after a step. A pause keeps the phase and begins its soak again: what was not offered was not tried.
 *
 * @throws Fault `refused` for a step that its state does not have, and for the next phase before the soak of this one is over.
 */
export function takeStep(
  version: Pick<Bkernel, 'rollout'>,
  step: RolloutStep,
  at: string,
): Rollout {
  if (!listSteps(version).includes(step)) {
    throw new Fault('refused', 'The rollout has no such step now', {
      field: 'step',
      reason: 'rollout_state',
    })
  }
  const before = version.rollout ?? { state: 'running', phase: 0, since: at }
  const { phase, since } = before
  if (step === 'start') return before
  if (step === 'resume') return { state: 'running', phase, since: at }
  if (step === 'pause') return { state: 'paused', phase, since }
  if (step === 'halt') return { state: 'halted', phase, since }
  const hours = Math.ceil(soakLeft(before, Date.parse(at)))
  if (hours > 0) {
    throw new Fault('refused', 'The soak of this phase is not over', {
      field: 'step',
      reason: 'rollout_soaking',
      params: { hours },
    })
  }
  return phase + 1 < usualPhases.length
    ? { state: 'running', phase: phase + 1, since: at }
    : { state: 'finished', phase, since: at }
}

/**
 * Return where a device is in a rollout, from 0 to below 1: the same at every time, and another one in the next rollout, so
 * that not always the same laboratories go first. It is a hash to spread devices (FNV-1a with the avalanche of MurmurHash3)
 * and no secret.
 */
export function placeIn(rollout: string, device: string): number {
  let hash = 0x811c9dc5
  for (const letter of `${rollout}/${device}`) {
    hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}

/**
 * Return true when the rollout of a version has come to a device. Devices that the version is linked to by name are the first;
 * a version without a rollout, or whose rollout is finished, is for all.
 */
export function isReached(
  { uuid, rollout, device_uuids }: Pick<Bkernel, 'uuid' | 'rollout' | 'device_uuids'>,
  device: string,
): boolean {
  if (!rollout || rollout.state === 'finished') return true
  if (rollout.state !== 'running') return false
  const share = usualPhases[rollout.phase]?.share ?? 0
  return device_uuids.includes(device) || placeIn(uuid, device) < share
}
