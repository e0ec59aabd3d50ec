import { describe, expect, test } from 'vitest'
import { exp } from '../../workers/numbers/exp.ts'
import { log, log10, log2 } from '../../workers/numbers/log.ts'
import { power } from '../../workers/numbers/power.ts'
import {
  exactExp,
  exactLog,
  exactLogTo,
  exactPower,
  ulpsBetween,
} from '../support/exact-numbers.ts'
import { digestValue } from '../support/digest-value.ts'
import { makeRandom } from './curves.ts'

const rounds = 1500

/** Return the greatest error of a function over drawn arguments whose values are finite and not 0. */
function worst(seed: number, measure: (random: () => number) => number): number {
  const random = makeRandom(seed)
  let greatest = 0
  for (let i = 0; i < rounds; i++) greatest = Math.max(greatest, measure(random))
  return greatest
}

/** Draw arguments of a logarithm: of every size, around 1, and subnormal. */
function drawPositive(random: () => number): number {
  const kind = random()
  if (kind < 0.4) return (1 + random()) * 2 ** Math.floor(random() * 2046 - 1022)
  if (kind < 0.6) return 1 + (random() - 0.5) * 2 ** -Math.floor(random() * 50)
  if (kind < 0.9) return 0.7 + random() * 0.75
  return random() * 2 ** -1022
}

/** Arguments for which ECMAScript defines the result of Math.pow. */
const odd = [
  Number.NaN,
  Infinity,
  -Infinity,
  0,
  -0,
  1,
  -1,
  2,
  -2,
  3,
  -3,
  0.5,
  -0.5,
  5e-324,
  -5e-324,
  1.7e308,
  -1.7e308,
  2 ** 53,
  2 ** 53 - 1,
  -(2 ** 53),
  1e21,
  -1e21,
]

describe('the exponential', () => {
  test('is within 0.56 ulp of the exact value', () => {
    const wide = worst(1, (random) => {
      const x = (random() - 0.5) * 1416
      return ulpsBetween(exp(x), exactExp(x))
    })
    const near = worst(2, (random) => {
      const x = (random() - 0.5) * 2 ** (6 - random() * 50)
      return ulpsBetween(exp(x), exactExp(x))
    })
    expect(Math.max(wide, near)).toBeLessThan(0.56)
  })

  test('is within 0.8 of the last place where the result is subnormal', () => {
    const subnormal = worst(3, (random) => {
      const x = -708.4 - random() * 36.5
      return ulpsBetween(exp(x), exactExp(x))
    })
    expect(subnormal).toBeLessThan(0.8)
  })

  test('has the right ends', () => {
    expect(exp(0)).toBe(1)
    expect(exp(-0)).toBe(1)
    expect(exp(1)).toBe(Math.E)
    expect(exp(5e-324)).toBe(1)
    expect(exp(Infinity)).toBe(Infinity)
    expect(exp(-Infinity)).toBe(0)
    expect(exp(Number.NaN)).toBeNaN()
    expect(exp(709.782712893384)).toBeLessThan(Infinity)
    expect(exp(709.7827128933841)).toBe(Infinity)
    expect(exp(1e300)).toBe(Infinity)
    expect(exp(-745.1332191019411)).toBe(5e-324)
    expect(exp(-745.1332191019412)).toBe(0)
    expect(exp(-1e300)).toBe(0)
  })
})

describe('the logarithms', () => {
  test('are within 0.52 ulp of the exact value', () => {
    const natural = worst(4, (random) => {
      const x = drawPositive(random)
      return ulpsBetween(log(x), exactLog(x))
    })
    const decimal = worst(5, (random) => {
      const x = drawPositive(random)
      return ulpsBetween(log10(x), exactLogTo(10, x))
    })
    const binary = worst(6, (random) => {
      const x = drawPositive(random)
      return ulpsBetween(log2(x), exactLogTo(2, x))
    })
    expect(Math.max(natural, decimal, binary)).toBeLessThan(0.52)
  })

  test('are exact for powers of their base', () => {
    for (let k = -1074; k < 1024; k++) expect(log2(2 ** k)).toBe(k)
    for (let k = -307; k < 309; k++) expect(log10(Number(`1e${k}`))).toBe(k)
  })

  test.each([
    ['log', log],
    ['log10', log10],
    ['log2', log2],
  ])('%s has the right ends', (_, logarithm) => {
    expect(logarithm(1)).toBe(0)
    expect(logarithm(0)).toBe(-Infinity)
    expect(logarithm(-0)).toBe(-Infinity)
    expect(logarithm(-1)).toBeNaN()
    expect(logarithm(-5e-324)).toBeNaN()
    expect(logarithm(-Infinity)).toBeNaN()
    expect(logarithm(Infinity)).toBe(Infinity)
    expect(logarithm(Number.NaN)).toBeNaN()
  })
})

describe('the power', () => {
  test('is within 0.56 ulp of the exact value', () => {
    const any = worst(7, (random) => {
      const base = drawPositive(random)
      const exponent = ((random() - 0.5) * 1410) / log(base)
      const value = power(base, exponent)
      return value > 2 ** -1022 && value < Infinity
        ? ulpsBetween(value, exactPower(base, exponent))
        : 0
    })
    const growth = worst(8, (random) => {
      const base = 1 + random()
      const exponent = (random() - 0.5) * 100
      return ulpsBetween(power(base, exponent), exactPower(base, exponent))
    })
    expect(Math.max(any, growth)).toBeLessThan(0.56)
  })

  test('is exact for whole powers that a double holds', () => {
    for (let k = -1074; k < 1024; k++) expect(power(2, k)).toBe(2 ** k)
    for (let k = 0; k < 23; k++) expect(power(10, k)).toBe(Number(`1e${k}`))
    for (let k = 0; k < 34; k++) expect(power(-3, k)).toBe(Number((-3n) ** BigInt(k)))
    expect(power(0.1, 2)).toBe(0.1 * 0.1)
  })

  test('follows ECMAScript for arguments without a size or a real value', () => {
    for (const base of odd) {
      for (const exponent of odd) {
        const [own, theirs] = [power(base, exponent), Math.pow(base, exponent)]
        const settled = theirs === 0 || !Number.isFinite(theirs)
        if (settled) expect(own, `${base} to the power of ${exponent}`).toBe(theirs)
        else expect(own / theirs, `${base} to the power of ${exponent}`).toBeCloseTo(1, 12)
      }
    }
  })
})

test('the bits are those that every engine and machine has given so far', () => {
  const values = Array.from({ length: 4000 }, (_, i) => {
    const x = (i - 2000) / 7
    const size = 2 ** (i % 60) / (i + 3)
    return [exp(x), exp(x / 5000), log(size), log10(size), log2(size), power(size, x / 99)]
  })
  expect(digestValue(values)).toBe(
    '661413ffc625f4c465343a3418611c8177c8cf9960cae4d75581ddf8a965d8e2',
  )
})
