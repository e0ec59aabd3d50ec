import { expect, test } from 'vitest'
import { analyse, type AnalyseInput } from '../../workers/run/analyse.ts'
import { plateInput } from '../support/curve-accuracy.ts'
import { digestValue } from '../support/digest-value.ts'
import { readShippedPlate } from '../support/vendor-plate.ts'

/** Digest the stored values of each well without flags and consensus, which engine 1.3.0 calculates differently. */
function digest(input: AnalyseInput): string {
  const { wells } = analyse(input)
  return digestValue(
    wells.map(({ cq, threshold, baseline, call, end_point, estimates }) => ({
      cq,
      threshold,
      baseline,
      call,
      end_point,
      cy0: estimates?.cy0 ?? null,
      take_off: estimates?.take_off ?? null,
      sdm: estimates?.second_derivative ?? null,
    })),
  )
}

/** Digests by engine 1.2.0, when a Cq was read by threshold unless a recipe said something else. */
const before = {
  fixed: '733dccff0606322895a2a83405767b96067a5dca8fe0fc82e46439783e54cb18',
  automatic: '5f7eadd3ab54f47c10de3c19d45cdcb3bbde2d38ead2efd1c543754861c9da2b',
}

test('defaults 2: a recipe without a Cq method gives the bits it gave before there was a new default', () => {
  const fixed = plateInput(readShippedPlate())
  const { evaluation } = fixed
  const targets = evaluation.targets.map((target) => ({
    ...target,
    threshold: { method: 'automatic' as const, factor: 10 },
  }))
  expect(targets.every((target) => target.cq_method === undefined)).toBe(true)
  expect(digest(fixed)).toBe(before.fixed)
  expect(digest({ ...fixed, evaluation: { ...evaluation, targets } })).toBe(before.automatic)
})
