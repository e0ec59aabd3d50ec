import type { GateName } from '../../../domain/entities/bkernel.ts'
import { type Figures, readGates } from '../../../domain/rules/rollout-gates.ts'
import { placeIn, usualPhases } from '../../../domain/rules/rollout.ts'
import { decideStep, pairDevices } from '../../../domain/rules/rollout-pairs.ts'
import { createRandom } from '../../support/seeded-random.ts'
import { drawPair, type Harm, makeFleet, runsOfFigures, type SimDevice } from './fleet.ts'

const dayMs = 86_400_000
/** Installations that fail although nothing is wrong with the version: power cut at the wrong moment three times. */
const usualRollBacks = 0.001
const lastDay = 120

export interface Ending {
  end: 'halted' | 'paused' | 'finished'
  gates: GateName[]
  day: number
  /** Devices that had the version when the rollout ended. */
  updated: number
  pairs: number
}

interface Waiting {
  ready: number
  day: number
  pair: [SimDevice, SimDevice]
}

/** Roll a version out over a simulated fleet, day by day, by the rules of rollouts. The same seed gives the same end. */
export function simulateRollout(seed: number, count: number, harm: Harm): Ending {
  const fleet = makeFleet(seed, count)
  const byUuid = new Map(fleet.map((device) => [device.uuid, device]))
  const random = createRandom(seed + 1)
  const rollout = `rollout ${seed}`
  const partners = pairDevices(rollout, fleet)
  const places = new Map(fleet.map(({ uuid }) => [uuid, placeIn(rollout, uuid)]))
  const offered = new Map<string, number>()
  const updatedOn = new Map<string, number>()
  const found = { installed: 0, rolled_back: 0, pairs: [] as Figures[] }
  let waiting: Waiting[] = []
  let [phase, since] = [0, 0]

  const install = (device: SimDevice, day: number) => {
    updatedOn.set(device.uuid, day)
    found.installed += 1
    if (random.next() < (harm.boot ?? usualRollBacks)) {
      found.rolled_back += 1
      return
    }
    const partner = byUuid.get(partners.get(device.uuid) ?? '')
    if (!partner || updatedOn.has(partner.uuid)) return
    const ready = day + Math.ceil(runsOfFigures / Math.min(device.pace, partner.pace))
    waiting.push({ ready, day, pair: [device, partner] })
  }

  const collect = (day: number) => {
    for (const { ready, day: from, pair } of waiting) {
      // Leave out a partner that was updated in the meantime, which says nothing any more.
      if (ready > day || (updatedOn.get(pair[1].uuid) ?? Infinity) < ready) continue
      found.pairs.push(drawPair(pair, from, harm, random))
    }
    waiting = waiting.filter(({ ready }) => ready > day)
  }

  const endWith = (end: Ending['end'], gates: GateName[], day: number): Ending => ({
    end,
    gates,
    day,
    updated: found.installed - found.rolled_back,
    pairs: found.pairs.length,
  })

  for (let day = 0; ; day += 1) {
    const { share = 1, least_pairs = 0 } = usualPhases[phase] ?? {}
    for (const device of fleet) {
      if ((places.get(device.uuid) ?? 1) >= share) continue
      if (!offered.has(device.uuid)) offered.set(device.uuid, day)
      const isDue = (offered.get(device.uuid) ?? 0) + device.delay <= day
      if (isDue && !updatedOn.has(device.uuid)) install(device, day)
    }
    collect(day)
    const progress = { phases: usualPhases, phase, since, deadline: lastDay * dayMs }
    const step = decideStep(progress, readGates(found, least_pairs), day * dayMs)
    if (step.step === 'halt') return endWith('halted', step.gates, day)
    if (step.step === 'pause') return endWith('paused', [], day)
    if (step.step === 'finish') return endWith('finished', [], day)
    if (step.step === 'next') [phase, since] = [step.phase, day * dayMs]
  }
}
