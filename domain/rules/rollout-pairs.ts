import type { GateName, GateReading, Phase } from '../entities/bkernel.ts'
import { placeIn } from './rollout.ts'
import { falseHalts } from './rollout-gates.ts'

const hourMs = 3_600_000

interface Placed {
  uuid: string
  company: string
  model: string
}

/**
 * Choose for each device the one it is compared with. In a laboratory the devices of a model are put in the order of their
 * places, and the first is paired with the last, the second with the one before it: a new lot of reagents or another
 * operator changes both alike. Devices that are left over are paired with those of other laboratories in the same way. So a
 * partner is updated late, each device is in one pair only, and which of the two is updated follows from the draw alone.
 */
export function pairDevices(rollout: string, devices: readonly Placed[]): Map<string, string> {
  const placed = devices.map((device) => ({ ...device, place: placeIn(rollout, device.uuid) }))
  const pairs = new Map<string, string>()
  const left = pairWithin(placed, ({ company, model }) => `${company}/${model}`, pairs)
  pairWithin(left, ({ model }) => model, pairs)
  return pairs
}

/** Pair devices of a group into `pairs`; returns those in the middle that have no partner. */
function pairWithin<Device extends Placed & { place: number }>(
  devices: readonly Device[],
  groupOf: (device: Device) => string,
  pairs: Map<string, string>,
): Device[] {
  const inOrder = devices.toSorted((a, b) => a.place - b.place || (a.uuid < b.uuid ? -1 : 1))
  return [...Map.groupBy(inOrder, groupOf).values()].flatMap((group) => {
    const half = Math.floor(group.length / 2)
    for (let at = 0; at < half; at += 1) {
      const [first, last] = [group[at], group[group.length - 1 - at]]
      if (first && last) pairs.set(first.uuid, last.uuid)
    }
    return group.slice(half, group.length - half)
  })
}

/** A rollout that is under way. */
export interface Progress {
  phases: readonly Phase[]
  /** Index of the phase it is in. */
  phase: number
  /** Start of that phase, and the time by which the rollout must have ended, in milliseconds since 1970. */
  since: number
  deadline: number
}

type Step =
  /** `gates`: those that halt it, and `falseHalts`: the chance that a good version comes to this. */
  | { step: 'halt'; gates: GateName[]; falseHalts: number }
  | { step: 'pause'; why: 'deadline' }
  | { step: 'soak'; hours: number; gates: GateName[] }
  | { step: 'next'; phase: number }
  | { step: 'finish' }

/**
 * Decide how a rollout that is under way goes on. A gate halts at any time. The next phase needs evidence and time, both;
 * `soak` says what is missing. A rollout past its deadline is paused, since a person has to look why.
 *
 * @param readings of `readGates`, with `least_pairs` of the phase
 */
export function decideStep(
  progress: Progress,
  readings: readonly GateReading[],
  now: number,
): Step {
  const { phases, phase, since, deadline } = progress
  const named = (verdict: GateReading['verdict']) =>
    readings.filter((reading) => reading.verdict === verdict).map(({ gate }) => gate)
  const worse = named('worse')
  if (worse.length > 0) return { step: 'halt', gates: worse, falseHalts }
  const left = (phases[phase]?.soak_hours ?? 0) - (now - since) / hourMs
  const few = named('too_few')
  if (left > 0 || few.length > 0) {
    if (now >= deadline) return { step: 'pause', why: 'deadline' }
    return { step: 'soak', hours: Math.max(0, left), gates: few }
  }
  return phase + 1 < phases.length ? { step: 'next', phase: phase + 1 } : { step: 'finish' }
}
