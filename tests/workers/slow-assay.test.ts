import { expect, test } from 'vitest'
import { exp } from '../../workers/numbers/exp.ts'
import { log } from '../../workers/numbers/log.ts'
import { createRandom } from '../support/seeded-random.ts'
import { addNoise, analyseDefault } from '../support/simulated-plate.ts'

/** Return growth that turns straight early and levels off slowly, as that of a Mic; `middle` is where it turns. */
function grow(middle: number, random: ReturnType<typeof createRandom>): Float64Array {
  const parts = Float64Array.from({ length: 40 }, (_, i) => {
    const straight = log(1 + exp(0.62 * (i + 1 - middle)))
    return 9 + 75 * (1 - exp(-straight / 20))
  })
  return addNoise(parts, 0.05, random)
}

const isSlow = (result: ReturnType<typeof analyseDefault>[number]) =>
  result.trace.some(({ rule, decided }) => rule === 'slow_rise' && decided)

test('issue 15: a rise that hardly levels off is no doubt where three wells show that the assay is slow', () => {
  const random = createRandom(71)
  const early = Array.from({ length: 4 }, () => grow(15, random))
  const late = Array.from({ length: 6 }, () => grow(20, random))
  expect(analyseDefault(late).filter(isSlow)).toHaveLength(late.length)
  const beside = analyseDefault([...early, ...late])
  expect(beside.filter(({ call }) => call !== 'detected')).toEqual([])
  // Take two alone, which do not show it; recipes from before the method was written keep their calls.
  expect(analyseDefault([...early.slice(0, 2), ...late]).filter(isSlow)).not.toEqual([])
  expect(analyseDefault([...early, ...late], 'automatic', null).filter(isSlow)).not.toEqual([])
})
