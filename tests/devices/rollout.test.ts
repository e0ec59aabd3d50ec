import { describe, expect, test } from 'vitest'
import { measureRollouts } from '../batteries/rollout/measure.ts'
import {
  differencesOf,
  type Figures,
  haltEvidence,
  readGates,
} from '../../domain/rules/rollout-gates.ts'
import { placeIn, usualPhases } from '../../domain/rules/rollout.ts'
import { decideStep, pairDevices } from '../../domain/rules/rollout-pairs.ts'
import { testShare, testShift } from '../../domain/rules/sequential-test.ts'
import { createRandom } from '../support/seeded-random.ts'

// Runs the seconds of batteries/rollout: rollouts over simulated fleets, updates with one power cut each, attacks.
test('issue 19: planted versions halt, good ones do not, and cut or attacked updates leave working software', async () => {
  const { rows, failed } = await measureRollouts(7, { devices: 2000, good: 2, planted: 1, cuts: 1 })
  expect(failed).toEqual([])
  expect(rows.filter(({ ok }) => ok === false)).toEqual([])
  expect(rows).toHaveLength(23)
}, 60_000)

describe('issue 19: a sequential test', () => {
  test('that is read after every difference halts without an effect at most as often as it says', () => {
    const random = createRandom(67)
    const limit = Math.log(1 / 0.05)
    let halted = 0
    for (let trial = 0; trial < 1000; trial += 1) {
      const differences: number[] = []
      for (let at = 0; at < 100; at += 1) {
        // Draw few large ones among many of zero: figures of runs are no bell curve.
        differences.push(random.next() < 0.7 ? 0 : random.pick([-1, 1]) * random.few(20))
        if (testShift(differences, 3).evidence < limit) continue
        halted += 1
        break
      }
    }
    expect(halted / 1000).toBeLessThanOrEqual(0.05)
    expect(halted).toBeGreaterThan(0)
  })

  test('of a share halts at its limit at most as often as it says, and soon for a boot loop', () => {
    const random = createRandom(68)
    let halted = 0
    for (let trial = 0; trial < 1000; trial += 1) {
      let failed = 0
      for (let count = 1; count <= 300; count += 1) {
        if (random.next() < 0.05) failed += 1
        if (testShare(failed, count, 0.05).evidence < Math.log(1 / 0.05)) continue
        halted += 1
        break
      }
    }
    expect(halted / 1000).toBeLessThanOrEqual(0.05)
    expect(halted).toBeGreaterThan(0)
    expect(testShare(2, 2, 0.01).evidence).toBeLessThan(haltEvidence)
    expect(testShare(3, 3, 0.01).evidence).toBeGreaterThan(haltEvidence)
  })

  test('has no evidence before the first observation, and refuses what is no number', () => {
    expect(testShift([], 1)).toEqual({ count: 0, mean: 0, evidence: 0 })
    expect(testShare(0, 0, 0.01)).toMatchObject({ count: 0, mean: 0, evidence: 0 })
    expect(() => testShift([1, Number.NaN], 1)).toThrow(RangeError)
    expect(() => testShare(2, 1, 0.01)).toThrow(RangeError)
  })
})

const usual = { crashes: 0, run_failures: 0, noise: 0, control_cq: 24, invalid: 0, heating: null }
/** Compare a pair whose updated device has other figures afterwards, and whose laboratory has another lot of reagents by then. */
const pairWith = (after: Partial<typeof usual>, lot = 0): Figures =>
  differencesOf(
    {
      before: usual,
      after: { ...usual, ...after, control_cq: (after.control_cq ?? 24) + lot },
    },
    { before: usual, after: { ...usual, control_cq: 24 + lot } },
  )
const read = (pairs: Figures[]) => readGates({ installed: 60, rolled_back: 0, pairs }, 40)
const verdictOf = (name: string, pairs: Figures[]) => read(pairs).find(({ gate }) => gate === name)

describe('issue 19: a gate', () => {
  test('says "too few" before it says "fine", and needs many pairs to halt', () => {
    const late = pairWith({ control_cq: 24.4 })
    expect(verdictOf('control_cq', Array(39).fill(pairWith({})))?.verdict).toBe('too_few')
    expect(verdictOf('control_cq', Array(40).fill(pairWith({})))?.verdict).toBe('fine')
    expect(verdictOf('control_cq', Array(3).fill(late))?.verdict).toBe('too_few')
    expect(verdictOf('control_cq', Array(40).fill(late))?.verdict).toBe('worse')
  })

  test('does not take another lot of reagents for the version, nor an improvement for harm', () => {
    expect(verdictOf('control_cq', Array(400).fill(pairWith({}, 0.5)))?.verdict).toBe('fine')
    expect(verdictOf('noise', Array(400).fill(pairWith({ noise: -0.4 })))?.verdict).toBe('fine')
  })

  test('does not halt for a shift that nobody would notice', () => {
    const reading = verdictOf('control_cq', Array(2000).fill(pairWith({ control_cq: 24.05 })))
    expect(reading?.evidence).toBeGreaterThan(haltEvidence)
    expect(reading?.verdict).toBe('fine')
  })

  test('waits for no heating rate where no device reports one', () => {
    expect(verdictOf('heating', Array(40).fill(pairWith({})))?.verdict).toBe('fine')
  })
})

const hour = 3_600_000
const progress = { phases: usualPhases, phase: 1, since: 0, deadline: 1000 * hour }
const good = () => read(Array(40).fill(pairWith({})))

describe('issue 19: a rollout', () => {
  test('goes on by time and evidence, both, and says which is missing', () => {
    expect(decideStep(progress, good(), 71 * hour)).toEqual({ step: 'soak', hours: 1, gates: [] })
    expect(decideStep(progress, read([]), 72 * hour)).toMatchObject({ step: 'soak', hours: 0 })
    expect(decideStep(progress, good(), 72 * hour)).toEqual({ step: 'next', phase: 2 })
    const last = { ...progress, phase: usualPhases.length - 1 }
    expect(decideStep(last, good(), 72 * hour)).toEqual({ step: 'finish' })
  })

  test('halts before its time, and is paused where evidence does not come until its deadline', () => {
    const late = read(Array(40).fill(pairWith({ control_cq: 24.4 })))
    const halt = { step: 'halt', gates: ['control_cq'], falseHalts: 0.001 }
    expect(decideStep(progress, late, hour)).toEqual(halt)
    const pause = { step: 'pause', why: 'deadline' }
    expect(decideStep(progress, read([]), 1000 * hour)).toEqual(pause)
  })

  test('keeps the place of a device, spreads devices evenly, and begins elsewhere the next time', () => {
    const places = Array.from({ length: 2000 }, (_, at) => placeIn('a', `device ${at}`))
    expect(placeIn('a', 'device 7')).toBe(places[7])
    for (const share of [0.01, 0.03, 0.1, 0.25]) {
      const below = places.filter((place) => place < share).length
      const spread = Math.sqrt(2000 * share * (1 - share))
      expect(Math.abs(below - 2000 * share)).toBeLessThan(4 * spread)
    }
    const again = places.filter((place, at) => place < 0.1 && placeIn('b', `device ${at}`) < 0.1)
    expect(again.length).toBeLessThan(50)
  })

  test('compares a device with one of its laboratory and model, and each in one pair only', () => {
    const models = ['bCUBE 16', 'bGATE 96']
    const devices = Array.from({ length: 90 }, (_, at) => ({
      uuid: `device ${at}`,
      company: `lab ${at % 5}`,
      model: models[at % 2] ?? '',
    }))
    const pairs = pairDevices('a', devices)
    const paired = [...pairs].flat()
    expect(new Set(paired).size).toBe(paired.length)
    // Expect one of each laboratory to be left over, and one of those
    // five: each model has 45 devices, nine in each laboratory.
    expect(paired).toHaveLength(88)
    const find = (uuid: string) => devices.find((device) => device.uuid === uuid)
    const isAlike = ([one, other]: [string, string]) => find(one)?.model === find(other)?.model
    expect([...pairs].every(isAlike)).toBe(true)
    expect([...pairs].every(([one, other]) => placeIn('a', one) < placeIn('a', other))).toBe(true)
    const near = [...pairs].filter(([one, other]) => find(one)?.company === find(other)?.company)
    expect(near).toHaveLength(40)
  })
})
