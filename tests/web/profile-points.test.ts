import { expect, test } from 'vitest'
import type { Process } from '../../domain/entities/process-recipe.ts'
import type { RunProgress } from '../../domain/live/event.ts'
import { listCycleTimes } from '../../web/curves/cycle-times.ts'
import {
  countAdded,
  makeProfile,
  placeRun,
} from '../../web/screens/analyses/detail/profile-points.ts'

const process: Process = {
  lid_temperature: 105,
  channels: [{ wavelength: 'FAM', intensity: 100, exposure: 50 }],
  steps: [
    { type: 'temperature', temperature: 95, duration: 60 },
    { type: 'temperature', temperature: 95, duration: 15 },
    { type: 'temperature', temperature: 65, duration: 30, measure: 'real time' },
    { type: 'loop', goto: 1, repeat: 3 },
    {
      type: 'temperature',
      temperature: 65,
      duration: 5,
      temperature_change: 0.5,
      measure: 'meltcurve',
    },
    { type: 'loop', goto: 4, repeat: 4 },
  ],
}

function progress(position: number, elapsed: number, cycles = 3): RunProgress {
  return {
    analysis_uuid: '00000000-0000-4000-8000-000000000001',
    position,
    steps: 11,
    cycle: 1,
    cycles,
    phase: 'AMP',
    temperature: 65,
    elapsed,
    remaining: 100,
    state: 'running',
  }
}

test('the profile starts at room temperature and holds what the steps say', () => {
  const { points } = makeProfile(process)
  expect(points[0]).toEqual({ seconds: 0, celsius: 25 })
  expect(points[1]?.celsius).toBe(95)
  expect(points[1]?.seconds).toBeCloseTo(70 / 3)
  expect(points[2]?.seconds).toBeCloseTo(70 / 3 + 60)
  expect(points.at(-1)?.celsius).toBe(66.5)
  for (let at = 1; at < points.length; at += 1) {
    expect(points[at]?.seconds).toBeGreaterThanOrEqual(points[at - 1]?.seconds ?? 0)
  }
})

test('stretches are the hold, the amplification and the melt, each with its points', () => {
  expect(makeProfile(process).phases.map(({ phase, points }) => [phase, points])).toEqual([
    [null, 0],
    ['AMP', 3],
    ['VAL', 4],
  ])
})

test('added cycles lengthen the amplification', () => {
  expect(makeProfile(process, 5).phases[1]?.points).toBe(8)
  expect(countAdded(process, progress(1, 0, 8))).toBe(5)
  expect(countAdded(process, null)).toBe(0)
})

test('the run is placed inside its step, whatever its own clock says', () => {
  const profile = makeProfile(process)
  const span = profile.spans[2]
  expect(placeRun(profile, progress(2, 1_000_000))).toBe(span?.to)
  expect(placeRun(profile, progress(2, 0))).toBe(span?.from)
  expect(placeRun(profile, null)).toBeNull()
})

test('attack B1: cycles that no programme can have draw nothing, and the page goes on', () => {
  const added = countAdded(process, progress(3, 10, 99_999))
  const profile = makeProfile(process, added)
  expect(profile).toMatchObject({ isKnown: false, steps: [], spans: [], phases: [] })
  expect(placeRun(profile, progress(3, 10, 99_999))).toBeNull()
  expect(makeProfile(process, 2).isKnown).toBe(true)
  // Refuse more than 5,000 points: up to so many are of records from before deliveries were checked.
  expect(listCycleTimes({ ...process, steps: process.steps.slice(0, 4) }, 5001)).toBeNull()
})
