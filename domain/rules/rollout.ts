import {
  type Bkernel,
  mostPostponedDays,
  type Phase,
  type Rollout,
  type RolloutPlan,
} from '../entities/bkernel.ts'
import type { Device } from '../entities/device.ts'
import { Fault } from '../fault.ts'
import { type Acting, isAmong } from './second-person.ts'

/** Phases that a plan begins with: those of a written canary process, with evidence for each. */
export const usualPhases: readonly Phase[] = [
  { share: 0.01, soak_hours: 48, least_pairs: 8 },
  { share: 0.03, soak_hours: 72, least_pairs: 40 },
  { share: 0.1, soak_hours: 72, least_pairs: 120 },
  { share: 0.25, soak_hours: 72, least_pairs: 300 },
  // Ask for the same in the last phase: nobody is left to compare with, and the evidence of earlier phases counts.
  { share: 1, soak_hours: 72, least_pairs: 300 },
]

/** Return the phases of a rollout. */
export function phasesOf({ plan }: Pick<Rollout, 'plan'>): readonly Phase[] {
  return plan?.phases ?? usualPhases
}

export const rolloutSteps = [
  'approve',
  'start',
  'next',
  'next_untested',
  'pause',
  'resume',
  'halt',
] as const
export type RolloutStep = (typeof rolloutSteps)[number]

/** Steps by the state of a rollout; `none` before it has one. What is halted stays so: mended software is a new version. */
const stepsOf: Readonly<Record<Rollout['state'] | 'none', readonly RolloutStep[]>> = {
  none: [],
  draft: ['approve'],
  approved: ['start'],
  running: ['next', 'next_untested', 'pause', 'halt'],
  paused: ['resume', 'halt'],
  halted: [],
  finished: ['halt'],
}

/** Return true while the rollout of a version can be planned: until it is started. */
export function isPlannable({ rollout }: Pick<Bkernel, 'rollout'>): boolean {
  return !rollout || rollout.state === 'draft' || rollout.state === 'approved'
}

/** Return what may be done about the rollout of a version now, by any person. */
export function listSteps({ rollout }: Pick<Bkernel, 'rollout'>): readonly RolloutStep[] {
  return stepsOf[rollout?.state ?? 'none']
}

/** Tell whether a person would approve their own plan, as `isAmong`: another one does. */
export function hasPlanned({ rollout }: Pick<Bkernel, 'rollout'>, actor: Acting): boolean | string {
  return rollout?.planned ? isAmong([rollout.planned.by], actor) : false
}

const hourMs = 3_600_000

/** Return the hours that are left of the soak of a phase, 0 after it. @param now milliseconds since 1970 */
export function soakLeft(rollout: Rollout, now: number): number {
  const { phase, since } = rollout
  const soak = phasesOf(rollout)[phase]?.soak_hours ?? 0
  return Math.max(0, soak - (now - Date.parse(since)) / hourMs)
}

/** A person at a moment. */
export type Signed = NonNullable<Rollout['planned']>

/**
 * Return the rollout of a version as it is planned now. A plan that was approved has to be approved again.
 * @throws Fault `refused` once it has been started, `invalid` for phases that do not grow to all devices and for days of the installation that
 *   contradict each other.
 */
export function planRollout(
  version: Pick<Bkernel, 'rollout'>,
  plan: RolloutPlan,
  planned: Signed,
): Rollout {
  if (!isPlannable(version)) throw stateFault()
  const { phases } = plan
  const wrong = phases.findIndex(({ share }, at) => {
    return at + 1 === phases.length ? share !== 1 : share >= (phases[at + 1]?.share ?? 1)
  })
  if (wrong >= 0) {
    throw new Fault('invalid', 'Shares grow from phase to phase, up to all devices', {
      field: 'phases',
      reason: 'rollout_phases',
    })
  }
  checkInstall(plan)
  const rehearsal = version.rollout?.rehearsal
  // Keep the rehearsal: the approval looks whether it holds for what is planned now.
  return {
    state: 'draft',
    phase: 0,
    since: planned.at,
    plan,
    planned,
    ...(rehearsal && { rehearsal }),
  }
}

/** @throws Fault `invalid` for an installation without quiet hours, before its own day, or later than a version may be postponed. */
function checkInstall({ install, window }: RolloutPlan): void {
  if (!install) return
  const limit = install.security ? mostPostponedDays.security : mostPostponedDays.version
  const wrong = (field: string, reason: 'rollout_quiet_hours' | 'rollout_install_days') =>
    new Fault('invalid', 'The days of the installation contradict each other', {
      field,
      reason,
      params: { limit },
    })
  if (window === null || window.from === window.to) throw wrong('window', 'rollout_quiet_hours')
  if (install.at_most < install.days || install.at_most > limit) {
    throw wrong('install', 'rollout_install_days')
  }
}

/**
 * Return a rollout after a step. A pause keeps the phase and begins its soak again: what was not offered was not tried.
 *
 * @param untested number of gates that have too few runs to say anything
 * @throws Fault `refused` for a step that its state does not have, and for the next phase before the soak of this one is over, or
 *   without evidence where that is not what was asked for. That nobody approves their own plan is asked before (`hasPlanned`).
 */
export function takeStep(
  version: Pick<Bkernel, 'rollout'>,
  step: RolloutStep,
  by: Signed,
  untested = 0,
): Rollout {
  const { rollout: before } = version
  if (!before || !listSteps(version).includes(step)) throw stateFault()
  const { at } = by
  // Leave out why the service stopped it: that is over with the next step of a person.
  const { stopped: _over, ...rest } = before
  switch (step) {
    case 'approve':
      return { ...rest, state: 'approved', approved: by }
    case 'start':
      return { ...rest, state: 'running', since: at, offered_from: [at] }
    case 'resume':
      // Begin the days again for all, as nobody was offered it meanwhile.
      return {
        ...rest,
        state: 'running',
        since: at,
        ...(rest.offered_from && { offered_from: rest.offered_from.map(() => at) }),
      }
    case 'pause':
      return { ...rest, state: 'paused' }
    case 'halt':
      return { ...before, state: 'halted' }
    default:
      return goOn(rest, step, at, untested)
  }
}

function goOn(
  before: Rollout,
  step: 'next' | 'next_untested',
  at: string,
  untested: number,
): Rollout {
  const hours = Math.ceil(soakLeft(before, Date.parse(at)))
  if (hours > 0) {
    throw new Fault('refused', 'The soak of this phase is not over', {
      field: 'step',
      reason: 'rollout_soaking',
      params: { hours },
    })
  }
  if (step === 'next' && untested > 0) {
    throw new Fault('refused', 'There are too few runs to judge the version', {
      field: 'step',
      reason: 'rollout_untested',
      params: { gates: untested },
    })
  }
  const { phase, offered_from: from } = before
  return phase + 1 < phasesOf(before).length
    ? { ...before, phase: phase + 1, since: at, ...(from && { offered_from: [...from, at] }) }
    : { ...before, state: 'finished', since: at }
}

/** Links of a version, which decide beside its plan whom it is for. */
type Links = Pick<Bkernel, 'company_uuids' | 'device_uuids'>

/**
 * Refuse to widen whom an approved version is for until its rollout is over: a device that is linked by name is the first of all,
 * so that one person could pass the second one and all phases.
 * @throws Fault `refused` with the reason `rollout_fixed`.
 */
export function checkLinks(before: Links & Pick<Bkernel, 'rollout'>, after: Links): void {
  const isFixed = ['approved', 'running', 'paused'].includes(before.rollout?.state ?? '')
  if (!isFixed) return
  const fields = ['company_uuids', 'device_uuids'] as const
  const widened = fields.find((field) => after[field].some((one) => !before[field].includes(one)))
  const countLinks = (one: Links) => one.company_uuids.length + one.device_uuids.length
  const isFreed = countLinks(before) > 0 && countLinks(after) === 0
  if (!widened && !isFreed) return
  throw new Fault('refused', 'The rollout is approved for other devices', {
    field: widened ?? 'company_uuids',
    reason: 'rollout_fixed',
  })
}

function stateFault(): Fault {
  return new Fault('refused', 'The rollout has no such step now', {
    field: 'step',
    reason: 'rollout_state',
  })
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

/** A device as far as a rollout chooses it. */
export type Target = Pick<
  Device,
  'uuid' | 'model' | 'bkernel_version' | 'swarms' | 'merged_swarms'
> & {
  company: string
}

/**
 * Return the swarms of a device, and those that were merged into one of them while it was inside. A plan for a merged swarm so chooses
 * the devices that it was approved for, and not the others of the swarm that it became.
 */
export function swarmsOf({
  swarms,
  merged_swarms: merges = [],
}: Pick<Device, 'swarms' | 'merged_swarms'>): readonly string[] {
  const found = new Set(swarms)
  for (const { from, into } of merges.toReversed()) if (found.has(into)) found.add(from)
  return [...found]
}

/** Rules of a plan by which a device is left out, in the order in which they are asked. */
export const exclusions = [
  'model',
  'newer',
  'version',
  'company',
  'swarm',
  'except_company',
  'except_device',
] as const
export type Exclusion = (typeof exclusions)[number]

/** Return the rule of a plan that leaves a device out, null for a device of its audience. */
export function findExclusion(plan: Audience, device: Target): Exclusion | null {
  const { models, versions, company_uuids, swarm_uuids = [] } = plan
  const fits = (some: readonly string[], one: string) => some.length === 0 || some.includes(one)
  if (!fits(models, device.model)) return 'model'
  if (!fits(versions, device.bkernel_version)) return 'version'
  if (!fits(company_uuids, device.company)) return 'company'
  if (swarm_uuids.length > 0 && !swarmsOf(device).some((one) => swarm_uuids.includes(one))) {
    return 'swarm'
  }
  if (plan.except_company_uuids.includes(device.company)) return 'except_company'
  return plan.except_device_uuids.includes(device.uuid) ? 'except_device' : null
}

/** Return false for a company of which a plan chooses no device, whichever it has. */
export function choosesCompany(plan: Audience | undefined, company: string): boolean {
  if (!plan) return true
  const { company_uuids: only, except_company_uuids: except } = plan
  return (only.length === 0 || only.includes(company)) && !except.includes(company)
}

/** The part of a plan that chooses devices. */
export type Audience = Omit<RolloutPlan, 'phases' | 'window' | 'deadline' | 'install'>

/** Return true for a device that a plan is for, whenever its turn comes. */
export function isInAudience(plan: RolloutPlan | undefined, device: Target): boolean {
  return !plan || findExclusion(plan, device) === null
}

/**
 * Return true when the rollout of a version has come to a device of its audience. Devices that the version is linked to by name
 * are the first; a version without a rollout, or whose rollout is finished, is for all.
 */
export function isReached(
  { uuid, rollout, device_uuids }: Pick<Bkernel, 'uuid' | 'rollout' | 'device_uuids'>,
  device: Target,
): boolean {
  if (!rollout) return true
  if (!isInAudience(rollout.plan, device)) return false
  if (rollout.state === 'finished') return true
  if (rollout.state !== 'running') return false
  const share = phasesOf(rollout)[rollout.phase]?.share ?? 0
  return device_uuids.includes(device.uuid) || placeIn(uuid, device.uuid) < share
}

/**
 * Return the minutes until a window of the day opens; 0 within it.
 * @param minute of the day by the device's own clock, from 0
 */
export function minutesToWindow(
  { from, to }: { from: string; to: string },
  minute: number,
): number {
  const [begin, end] = [readClock(from), readClock(to)]
  const isInside = begin <= end ? minute >= begin && minute < end : minute >= begin || minute < end
  return isInside ? 0 : (begin - minute + minutesOfDay) % minutesOfDay
}

const minutesOfDay = 24 * 60

function readClock(text: string): number {
  return Number(text.slice(0, 2)) * 60 + Number(text.slice(3))
}
