import { expect, test } from 'vitest'
import type { Sample } from '../../domain/entities/analysis.ts'
import { createReadings, curveOf } from '../../workers/curves/readings.ts'
import { analyse } from '../../workers/run/analyse.ts'
import { listPoints } from '../../workers/run/assemble.ts'
import { createWorkbench } from '../../workers/workbench.ts'
import { findJumps } from '../../workers/watch/find-jumps.ts'
import { watchRun } from '../../workers/watch/watch-run.ts'
import { measureWatchedPlates } from '../accuracy/watch.ts'
import { makeRun } from './run.ts'

type Change = (curve: Float64Array) => void

/** Watch a run of 16 wells: two NTCs, a positive, the rest samples that grow; some wells are changed. */
function watch(changes: Readonly<Record<number, Change>> = {}, points = 40) {
  const run = makeRun([
    { type: 'ntc', wells: [[null, 24]] },
    { type: 'ntc', wells: [[null, 24]] },
    { type: 'positive', wells: [[25, 24]] },
    ...Array.from({ length: 13 }, () => ({
      type: 'unknown' as Sample['sample_type'],
      wells: [[24, 24]] as const,
    })),
  ])
  const { amplification } = run
  // Add the light of the well itself, over which the curves were made.
  for (let i = 0; i < amplification.values.length; i++) amplification.values[i]! += 5
  for (const [well, change] of Object.entries(changes)) {
    for (const channel of [0, 1]) change(curveOf(amplification, channel, Number(well)))
  }
  for (let i = 0; i < amplification.values.length; i++) {
    if (i % 40 >= points) amplification.values[i] = Number.NaN
  }
  return watchRun({ ...run, results: analyse(run), programme: [] })
}

const grow =
  (middle: number): Change =>
  (curve) => {
    for (let i = 0; i < curve.length; i++) curve[i]! += 4 / (1 + 2 ** ((middle - i) / 1.2))
  }

test('a run without a fault is left in peace, at every cycle', () => {
  for (let points = 1; points <= 40; points += 3) expect(watch({}, points)).toEqual([])
})

test('a bubble that passes is one observation of its well, with the cycle, in all channels', () => {
  const [seen, ...others] = watch({ 9: (curve) => (curve[14]! *= 1.3) })
  expect(others).toEqual([])
  expect(seen).toMatchObject({ id: 'spike 15 9', kind: 'spike', wells: [9], cycle: 15 })
  expect(seen?.channels).toEqual(['FAM', 'VIC'])
  expect(seen?.value).toBeCloseTo(30, 0)
})

test('a jump that stays is a step, reported once it has lasted, by the same name with every further cycle', () => {
  const change: Change = (curve) => {
    for (let i = 20; i < curve.length; i++) curve[i]! *= 0.7
  }
  expect(watch({ 5: change }, 22)).toEqual([])
  const ids = [25, 30, 40].map((points) => watch({ 5: change }, points).map(({ id }) => id))
  expect(ids).toEqual([['step 21 5'], ['step 21 5'], ['step 21 5']])
})

test('a jump of most wells at one cycle is one observation of the run, not one of each well', () => {
  const all = Object.fromEntries(
    Array.from({ length: 16 }, (_, well) => [well, ((curve) => (curve[9]! *= 1.2)) as Change]),
  )
  const seen = watch(all)
  expect(seen).toHaveLength(1)
  expect(seen[0]?.wells).toHaveLength(16)
})

test('first cycles that are not in a file hide nothing of the others, and a gap is no jump', () => {
  const gap = { 9: (curve: Float64Array) => void curve.fill(Number.NaN, 0, 2) }
  expect(watch(gap)).toEqual([])
  const [seen] = watch({
    9: (curve) => {
      curve.fill(Number.NaN, 0, 2)
      curve[8]! *= 1.3
    },
    3: (curve) => void curve.fill(Number.NaN, 12, 14),
  })
  expect(seen).toMatchObject({ kind: 'spike', wells: [9], cycle: 9 })
})

test('growth is no jump, however steep', () => {
  for (const width of [0.3, 0.5, 1, 2]) {
    const curve = Float64Array.from(
      { length: 40 },
      (_, i) => 1000 + 9000 / (1 + Math.exp((20 - i) / (2 * width))) + ((i * 7) % 5),
    )
    for (let measured = 8; measured <= 40; measured++) {
      expect(findJumps(curve, measured, new Float64Array(40))).toEqual([])
    }
  }
})

test('a control without template that rises is reported by its time: early above a stray molecule, else late', () => {
  expect(watch({ 0: grow(20) })[0]).toMatchObject({
    kind: 'control_early',
    wells: [0],
    target: 'N1',
  })
  expect(watch({ 1: grow(40) })[0]).toMatchObject({
    kind: 'control_late',
    wells: [1],
    target: 'N1',
  })
})

test('a positive control is not called flat before the cycle by which it must have risen', () => {
  const flat: Change = (curve) =>
    curve.fill(5).forEach((_, i) => (curve[i]! += ((i * 7) % 5) / 1000))
  expect(watch({ 2: flat }, 34)).toEqual([])
  expect(watch({ 2: flat }, 36)).toMatchObject([{ kind: 'positive_flat', wells: [2], limit: 35 }])
})

test('a well that loses water brightens in all its channels', () => {
  const run = makeRun(Array.from({ length: 16 }, () => ({ type: 'unknown', wells: [[null, 34]] })))
  run.amplification.values.forEach((_, i, values) => (values[i]! += 5))
  for (const channel of [0, 1]) {
    const curve = curveOf(run.amplification, channel, 6)
    for (let i = 0; i < curve.length; i++) curve[i]! *= 1 + 0.006 * i
  }
  expect(watchRun({ ...run, results: analyse(run) })).toMatchObject([
    { kind: 'drift', wells: [6], channels: ['FAM', 'VIC'] },
  ])
})

test('a block off its temperature is one observation: the first cycle and the worst', () => {
  const run = makeRun([{ type: 'unknown', wells: [[24, 24]] }])
  run.amplification.temperatures.fill(60).set([61, 58], 11)
  const programme = Array.from({ length: 40 }, () => 60)
  const seen = watchRun({ ...run, results: analyse(run), programme })
  expect(seen).toMatchObject([{ kind: 'temperature', cycle: 12, value: -2, limit: 0.5, wells: [] }])
})

test('on the workbench, cycle by cycle, the watch is what it is of the whole run', () => {
  const run = makeRun([
    { type: 'ntc', wells: [[22, 24]] },
    { type: 'unknown', wells: [[24, 24]] },
  ])
  const { amplification } = run
  const bench = createWorkbench()
  const { channels, wells, points } = amplification
  bench.open({ ...run, amplification: createReadings(channels, wells, points) })
  for (let cycle = 0; cycle < points; cycle++) {
    bench.addPoints(listPoints(amplification, 'AMP', cycle, cycle + 1))
  }
  bench.refine()
  const whole = watchRun({ ...run, results: analyse(run) })
  expect(bench.readWatch([])).toEqual(whole)
  expect(whole).toMatchObject([{ kind: 'control_early', wells: [0] }])
})

test('clean published plates and planted jumps: every bar is met', { timeout: 120_000 }, () => {
  expect(measureWatchedPlates().filter(({ ok }) => ok === false)).toEqual([])
})
