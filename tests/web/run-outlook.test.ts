import { expect, test } from 'vitest'
import type { Process } from '../../domain/entities/process-recipe.ts'
import type { RunProgress } from '../../domain/live/event.ts'
import type { RunCommandRecord } from '../../domain/rules/command.ts'
import { shareOf } from '../../domain/rules/run-time.ts'
import { frameProfile, spreadMarks } from '../../web/parts/chart/profile.ts'
import { makeProfile } from '../../web/screens/analyses/detail/profile-points.ts'
import { marksOfCommands } from '../../web/screens/analyses/detail/running/run-marks.ts'
import {
  projectShifts,
  readOutlook,
} from '../../web/screens/analyses/detail/running/run-outlook.ts'

const uuid = '00000000-0000-4000-8000-000000000001'
const other = '00000000-0000-4000-8000-000000000002'

const process: Process = {
  lid_temperature: 105,
  channels: [{ wavelength: 'FAM', intensity: 100, exposure: 50 }],
  steps: [
    { type: 'temperature', temperature: 95, duration: 60 },
    { type: 'temperature', temperature: 95, duration: 15 },
    { type: 'temperature', temperature: 65, duration: 30, measure: 'real time' },
    { type: 'loop', goto: 1, repeat: 10 },
    { type: 'temperature', temperature: 5, duration: 600 },
  ],
}
const profile = makeProfile(process)

function progressAt(changes: Partial<RunProgress>): RunProgress {
  return {
    analysis_uuid: uuid,
    position: 1,
    steps: 22,
    cycle: 1,
    cycles: 10,
    phase: 'AMP',
    temperature: 65,
    elapsed: 100,
    remaining: 700,
    state: 'running',
    ...changes,
  }
}

function outlookOf(
  progress: RunProgress | null,
  status: Parameters<typeof readOutlook>[0]['status'] = null,
) {
  return readOutlook({ analysis: uuid, progress, status, profile, hasBegun: false })
}

test('time left is said once it is reliable: not while the lid heats, nor in the first seconds', () => {
  expect(outlookOf(null)).toEqual({ kind: 'starting' })
  expect(outlookOf(progressAt({ state: 'heating_lid', elapsed: 0 }))).toEqual({
    kind: 'estimating',
  })
  expect(outlookOf(progressAt({ elapsed: 5 }))).toEqual({ kind: 'estimating' })
  expect(outlookOf(progressAt({}))).toEqual({ kind: 'left', seconds: 700 })
})

test('a run that has begun is not called starting while nothing was heard of it', () => {
  const unheard = { analysis: uuid, progress: null, status: null, profile }
  expect(readOutlook({ ...unheard, hasBegun: true })).toEqual({ kind: 'unheard' })
})

test('a step that waits for a person is shown before everything else', () => {
  expect(outlookOf(progressAt({ state: 'paused' }))).toEqual({ kind: 'paused' })
  const open = { lid: 'open' as const, run: null }
  expect(outlookOf(progressAt({}), open)).toEqual({ kind: 'lid_open' })
  const busy = { lid: 'closed' as const, run: progressAt({ analysis_uuid: other }) }
  expect(outlookOf(null, busy)).toEqual({ kind: 'other_run', analysis: other })
})

test('another run that has ended on the device is not in the way', () => {
  const run = progressAt({ analysis_uuid: other, state: 'finished' })
  expect(outlookOf(progressAt({}), { lid: 'closed', run })).toMatchObject({ kind: 'left' })
})

test('after the last reading the block only holds; then it is analysed', () => {
  expect(outlookOf(progressAt({ position: 21, phase: null, temperature: 5 }))).toEqual({
    kind: 'holding',
    celsius: 5,
  })
  expect(outlookOf(progressAt({ state: 'finished', position: 22 }))).toEqual({ kind: 'analysing' })
  expect(outlookOf(progressAt({ state: 'aborted' }))).toEqual({ kind: 'aborted' })
})

test('[CONST-021] five cycles more end it as much later as five fewer end it earlier', () => {
  const shifts = projectShifts(process, 0, 5, progressAt({ cycle: 2, position: 4 }))
  // Count ten seconds down and up at 3 °C a second for a cycle, and its holds.
  expect(shifts.extend).toBeCloseTo(5 * (15 + 30 + 20))
  expect(shifts.shorten).toBeCloseTo(-5 * (15 + 30 + 20))
})

test('cycles that were measured are not taken off, and after the last nothing is moved', () => {
  expect(projectShifts(process, 0, 5, progressAt({ cycle: 6 })).shorten).toBeNull()
  const melt = progressAt({ cycle: 10, phase: null, position: 21 })
  expect(projectShifts(process, 0, 5, melt)).toMatchObject({ extend: null, shorten: null })
  expect(projectShifts(process, 0, 5, null)).toEqual({ skip: null, extend: null, shorten: null })
})

test('a skipped step ends the run earlier by what is left of it', () => {
  const { from, to } = profile.spans[0]!
  const shifts = projectShifts(process, 0, 5, progressAt({ position: 0, elapsed: from + 20 }))
  expect(shifts.skip).toBeCloseTo(from + 20 - to)
  expect(projectShifts(process, 0, 5, progressAt({ state: 'paused' })).skip).toBeNull()
})

test('the share that is done comes from elapsed and remaining time', () => {
  expect(shareOf(progressAt({ elapsed: 300, remaining: 100 }))).toBe(0.75)
})

test('first-use P20: a simulated run that is 40 times faster has a fortieth of its time left', () => {
  const fast = progressAt({ speed: 40 })
  expect(outlookOf(fast)).toEqual({ kind: 'left', seconds: 17.5 })
  const usual = projectShifts(process, 0, 5, progressAt({})).extend ?? 0
  expect(projectShifts(process, 0, 5, fast).extend).toBeCloseTo(usual / 40)
})

function entry(name: 'SKIP' | 'EXTEND', at: string, changes: object = {}): RunCommandRecord {
  const command = { name, analysis_uuid: uuid, ...(name === 'EXTEND' && { cycles: 5 }) }
  const facts = { uuid: at, created_at: at, state: 'done', user_name: 'Olga', command }
  return { ...facts, ...changes } as unknown as RunCommandRecord
}

test('accepted commands are marked at their moment of the run, on the device’s clock', () => {
  const run = {
    startedAt: '2026-11-21T10:00:00Z',
    heardAt: Date.parse('2026-11-21T10:10:00Z'),
    // Accelerate the device: ten minutes of the day are an hour of the run.
    progress: progressAt({ elapsed: 3600 }),
  }
  const marks = marksOfCommands(
    [
      entry('EXTEND', '2026-11-21T10:05:00Z'),
      entry('SKIP', '2026-11-21T10:02:00Z', { state: 'refused' }),
      entry('EXTEND', '2026-11-21T10:09:00Z', {
        command: { name: 'EXTEND', cycles: -5, analysis_uuid: uuid },
      }),
    ],
    run,
  )
  expect(marks.map(({ kind, seconds }) => [kind, seconds])).toEqual([
    ['extend', 1800],
    ['shorten', 3240],
  ])
  expect(
    marksOfCommands([entry('SKIP', '2026-11-21T10:02:00Z')], { ...run, startedAt: null }),
  ).toEqual([])
})

test('numbers of close marks are drawn beside each other, in their order', () => {
  const frame = frameProfile(profile.points, 600, 200)
  const spread = spreadMarks(frame, [{ seconds: 101 }, { seconds: 100 }, { seconds: 102 }])
  expect(spread.map(({ mark }) => mark.seconds)).toEqual([100, 101, 102])
  expect(spread[1]!.at - spread[0]!.at).toBe(18)
  expect(spread[2]!.at - spread[1]!.at).toBe(18)
})
