import { expect, test } from 'vitest'
import type { Process, ProcessStep } from '../../domain/entities/process-recipe.ts'
import { findProcessDifferences } from '../../web/entities/process-recipe/find-process-differences.ts'
import { findRecipeDifferences } from '../../web/entities/recipe/find-recipe-differences.ts'
import { methods } from '../../scripts/demo/methods.ts'

const hold = (temperature: number, duration: number, more: object = {}): ProcessStep => ({
  type: 'temperature',
  temperature,
  duration,
  ...more,
})
const loop = (goto: number, repeat: number): ProcessStep => ({ type: 'loop', goto, repeat })
const steps = [hold(95, 120), hold(95, 15), hold(60, 30, { measure: 'real time' }), loop(1, 40)]
const process: Process = {
  lid_temperature: 105,
  channels: [{ wavelength: 'FAM', intensity: 100, exposure: 50 }],
  steps,
}
const say = (change: Partial<Process>, before: Process = process) =>
  findProcessDifferences(before, { ...process, ...change }).map((one) =>
    `${one.what}: ${one.before} → ${one.after}`.replaceAll(/[\u2066-\u2069]/g, ''),
  )
const put = (at: number, step: ProcessStep) =>
  steps.map((one, index) => (index === at ? step : one))

test('the same programme has no differences', () => {
  expect(say({})).toEqual([])
})

test('a temperature, a hold and the cycles are said as a laboratory says them', () => {
  expect(say({ steps: put(2, hold(61, 30, { measure: 'real time' })) })).toEqual([
    'Step 3: temperature: 60 °C → 61 °C',
  ])
  expect(say({ steps: put(1, hold(95, 10)) })).toEqual(['Step 2: duration: 15 s → 10 s'])
  expect(say({ steps: put(3, loop(1, 45)) })).toEqual(['Step 4: passes in all: 40 → 45'])
  expect(say({ steps: put(2, hold(60, 30)) })).toEqual([
    'Step 3: reading: read for amplification → –',
  ])
})

test('a step that came is said once, and a loop that moved with it is not', () => {
  const added = [hold(50, 600), ...steps.slice(0, 3), loop(2, 40)]
  expect(say({ steps: added })).toEqual(['Step 1: – → 50 °C, 10 min'])
  expect(say({}, { ...process, steps: added })).toEqual(['Step 1: 50 °C, 10 min → –'])
})

test('a loop that goes back to another step is said', () => {
  expect(say({ steps: put(3, loop(0, 40)) })).toEqual(['Step 4: goes back to: Step 2 → Step 1'])
})

test('a step of another kind is one that went and one that came', () => {
  expect(say({ steps: put(0, { type: 'pause', temperature: 95 }) })).toEqual([
    'Step 1: 95 °C, 2 min → –',
    'Step 1: – → pause at 95 °C',
  ])
})

test('channels and the lid', () => {
  const channels: Process['channels'] = [
    { wavelength: 'FAM', intensity: 80, exposure: 50 },
    { wavelength: 'VIC', intensity: 100, exposure: 200 },
  ]
  expect(say({ channels, lid_temperature: 100 })).toEqual([
    'FAM: Intensity (%): 100 → 80',
    'HEX: – → intensity 100 %, exposure 200 ms',
    'Lid temperature: 105 °C → 100 °C',
  ])
})

test('a recipe: programme, evaluation, plates and device software', () => {
  const [demo] = methods
  if (!demo) throw new Error('no demo method')
  const { evaluation } = demo.recipe
  const before = {
    process,
    evaluation,
    cartridge_types: ['Wells16' as const],
    minimum_bkernel: null,
  }
  const [first, ...others] = evaluation.targets
  if (!first) throw new Error('no target')
  const target = { ...first, threshold: { method: 'fixed' as const, value: 0.12 } }
  const known = { ...first, threshold: { method: 'fixed' as const, value: 0.1 } }
  const found = findRecipeDifferences(
    { ...before, evaluation: { ...evaluation, targets: [known, ...others] } },
    {
      ...before,
      process: { ...process, steps: put(3, loop(1, 45)) },
      evaluation: { ...evaluation, targets: [target, ...others] },
      minimum_bkernel: '2.8.0',
    },
  )
  expect(found.map(({ before: one, after }) => [one, after].join(' → '))).toEqual([
    '40 → 45',
    expect.stringMatching(/0\.1\b.* → .*0\.12/),
    '– → 2.8.0',
  ])
})
