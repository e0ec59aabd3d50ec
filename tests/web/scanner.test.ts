import fc from 'fast-check'
import { expect, test } from 'vitest'
import { judgeNamed, openBench } from '../batteries/scanner/bench.ts'
import { type Burst, readerBurst, typedName } from '../batteries/scanner/bursts.ts'
import { measureScanner } from '../batteries/scanner/measure.ts'

/** Seeds on which an earlier version lost or cut a code. */
const pinned = [26, 4003, 4005, 7, 1966]

test.each(pinned)('first-use B1: seed %i: no scan is cut unseen or lost', (seed) => {
  const { rows, failed } = measureScanner(seed, 300)
  expect(failed).toEqual([])
  expect(rows.filter(({ ok }) => ok === false)).toEqual([])
  expect(rows.filter(({ bar }) => bar !== '').length).toBe(11)
})

test('first-use B1: the battery counts a code that is cut as one', () => {
  const cut = [{ text: '-4003', isDoubtful: false }]
  expect(judgeNamed('BTOO-4003', cut)).toBe('cut')
  expect(judgeNamed('BTOO-4003', [])).toBe('lost')
  expect(judgeNamed('BTOO-4003', [{ text: '-4003', isDoubtful: true }])).toBe('other, to look at')
})

/** As a slow reader sent them in the walk: 25 to 40 ms a key, two of them wider than the rest. */
function slowly(text: string, gaps: readonly number[]): Burst {
  const keys = [...text, 'Enter']
  return { text, strokes: keys.map((key, at) => ({ key, gap: gaps[at % gaps.length] ?? 30 })) }
}

test.each([
  ['BTOO-4003', [400, 40, 25, 38, 40, 26, 30]],
  ['BTOO-4005', [400, 25, 40, 25, 25, 40, 25]],
  ['4005', [400, 60, 60]],
] as const)('first-use B1: %s at 25 to 60 ms a key is read whole', (text, gaps) => {
  expect(openBench().send(slowly(text, gaps))).toEqual([{ text, isDoubtful: false }])
})

test('first-use B1: any burst at any seed is whole, or shown to be looked at', () => {
  const burst = fc.oneof(
    readerBurst({ longest: 250, most: 2 }),
    readerBurst({ longest: 4000, most: 5 }),
    typedName,
  )
  fc.assert(
    fc.property(fc.array(burst, { minLength: 1, maxLength: 6 }), (bursts) => {
      const bench = openBench()
      for (const one of bursts) expect(judgeNamed(one.text, bench.send(one))).toMatch(/^whole/)
    }),
    { numRuns: 500 },
  )
})
