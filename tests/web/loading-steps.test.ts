import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cartridges } from '../../domain/catalog/cartridges.ts'
import type { Sample } from '../../domain/entities/analysis.ts'
import { wellName } from '../../domain/rules/well.ts'
import {
  doneWells,
  judgeLabel,
  listSteps,
  markStep,
  nextOpen,
  ownersOf,
} from '../../web/screens/analyses/wizard/loading/list-steps.ts'
import { loadingOrders } from '../../web/state/loading.ts'

const shape = cartridges.Wells9
const sample = (name: string, ...coordinates: string[]): Sample => ({
  uuid: name,
  name,
  sample_type: 'unknown',
  coordinates,
})
const samples = [sample('NTC', 'C3'), sample('F-1', 'A1', 'B1'), sample('F-2', 'A2')]
const placesOf = (steps: ReturnType<typeof listSteps>) =>
  steps.map(({ wells }) => wells.map((well) => wellName(shape, well)).join(' '))

test('[SCREEN-021] a cartridge is loaded by well, by sample or by column', () => {
  expect(placesOf(listSteps(samples, shape, 'well'))).toEqual(['A1', 'A2', 'B1', 'C3'])
  expect(placesOf(listSteps(samples, shape, 'sample'))).toEqual(['A1 B1', 'A2', 'C3'])
  expect(placesOf(listSteps(samples, shape, 'column'))).toEqual(['A1 B1', 'A2', 'C3'])
  const [first] = listSteps(samples, shape, 'column')
  expect(first?.samples.map(({ name }) => name)).toEqual(['F-1', 'F-1'])
})

const layouts = fc.uniqueArray(fc.integer({ min: 0, max: 95 }), { minLength: 1 }).chain((wells) =>
  fc.array(fc.nat(5), { minLength: wells.length, maxLength: wells.length }).map((owners) => {
    const names = [...new Set(owners)]
    return names.map((owner) =>
      sample(
        `S${owner}`,
        ...wells
          .filter((_, at) => owners[at] === owner)
          .map((well) => wellName(cartridges.Wells96, well)),
      ),
    )
  }),
)

test('in every order each filled well comes exactly once, with what belongs there', () => {
  fc.assert(
    fc.property(layouts, fc.constantFrom(...loadingOrders), (layout, order) => {
      const steps = listSteps(layout, cartridges.Wells96, order)
      const owners = ownersOf(layout, cartridges.Wells96)
      const wells = steps.flatMap((step) => step.wells)
      expect(wells.toSorted((a, b) => a - b)).toEqual([...owners.keys()].toSorted((a, b) => a - b))
      for (const step of steps) {
        for (const well of step.wells) expect(step.samples).toContain(owners.get(well))
      }
    }),
  )
})

test('done and undone step by step, the end is reached and left again', () => {
  const steps = listSteps(samples, shape, 'well')
  let done: Record<string, string> = {}
  for (
    let at = nextOpen(steps, new Set());
    at >= 0;
    at = nextOpen(steps, doneWells(samples, shape, done), at)
  ) {
    done = markStep(done, steps[at]!, samples, { shape, loaded: true })
  }
  expect(Object.keys(done)).toEqual(['A1', 'A2', 'B1', 'C3'])
  done = markStep(done, steps[2]!, samples, { shape, loaded: false })
  expect(nextOpen(steps, doneWells(samples, shape, done))).toBe(2)
})

test('a well whose sample was changed after it was loaded is not loaded', () => {
  const [step] = listSteps(samples, shape, 'well')
  const done = markStep({}, step!, samples, { shape, loaded: true })
  expect(doneWells(samples, shape, done)).toEqual(new Set([0]))
  const changed = samples.map((one) => (one.name === 'F-1' ? { ...one, name: 'F-9' } : one))
  expect(doneWells(changed, shape, done)).toEqual(new Set())
})

test('a label that was read is the one that is due, another one, one that is done, or none of the plan', () => {
  const steps = listSteps(samples, shape, 'sample')
  const loaded = new Set([0, 3])
  expect(judgeLabel(' F-2 ', steps, 1, loaded)).toEqual({ kind: 'due' })
  expect(judgeLabel('NTC', steps, 1, loaded)).toEqual({ kind: 'other', step: 2 })
  expect(judgeLabel('F-1', steps, 1, loaded)).toEqual({ kind: 'done' })
  expect(judgeLabel('X-1', steps, 1, loaded)).toEqual({ kind: 'unknown' })
})
