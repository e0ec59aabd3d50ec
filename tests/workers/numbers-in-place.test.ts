import { expect, test } from 'vitest'
import { exp, expInPlace } from '../../workers/numbers/exp.ts'
import { log, logInPlace } from '../../workers/numbers/log.ts'
import { makeRandom } from './curves.ts'

const random = makeRandom(1)
const edges = [0, -0, 1, -1, 800, -800, 1e-310, Infinity, -Infinity, Number.NaN]
const values = [...edges, ...Array.from({ length: 2000 }, () => 1500 * (random() - 0.5))]

test.each([
  ['exp', exp, expInPlace],
  ['log', log, logInPlace],
] as const)(
  '%s of many numbers is that of each, to the bit, and leaves the rest',
  (_, one, all) => {
    const array = Float64Array.from([...values, 42])
    all(array, values.length)
    expect(Array.from(array)).toEqual([...values.map(one), 42])
  },
)
