import fc from 'fast-check'
import { expect, test } from 'vitest'
import { judgeNamed, openBench } from '../batteries/scanner/bench.ts'
import { type Burst, readerBurst, typedName } from '../batteries/scanner/bursts.ts'
import {
  feedKey,
  feedWritten,
  noBurst,
  passKey,
  type Press,
  type ReadCode,
} from '../../web/parts/scan/key-burst.ts'
import { measureScanner } from '../batteries/scanner/measure.ts'

/** Seeds on which an earlier version lost or cut a code. */
const pinned = [26, 4003, 4005, 7, 1966]

test.each(pinned)('first-use B1: seed %i: no scan is cut unseen or lost', (seed) => {
  const { rows, failed } = measureScanner(seed, 300)
  expect(failed).toEqual([])
  expect(rows.filter(({ ok }) => ok === false)).toEqual([])
  expect(rows.filter(({ bar }) => bar !== '').length).toBe(15)
})

test('first-use B1: the battery counts a code that is cut as one', () => {
  const cut = [{ text: '-4003', isDoubtful: false }]
  expect(judgeNamed('BTOO-4003', cut)).toBe('cut')
  expect(judgeNamed('BTOO-4003', [])).toBe('lost')
  expect(judgeNamed('BTOO-4003', [{ text: '-4003', isDoubtful: true }])).toBe('other, to look at')
})

/** Return keys as a slow reader sent them in the walk: 25 to 40 ms a key, two of them wider than the rest. */
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

/** Read the codes from keys 5 ms apart at a button; a key in brackets writes nothing or is hidden. */
function readKeys(keys: readonly (string | Partial<Press>)[], gap = 5): ReadCode[] {
  let burst = noBurst
  return keys.flatMap((key, at) => {
    const own = typeof key === 'string' ? { key } : key
    const press = { key: '', ctrlKey: false, metaKey: false, altKey: false, ...own }
    const fed = feedKey(burst, { place: 'nowhere', ...press }, 1000 + at * gap)
    burst = fed.burst
    return fed.code ?? []
  })
}

test.each([
  ['a letter that counts as held', ['A', 'B', { key: 'B', repeat: true }, ...'C123', 'Enter']],
  ['an accent at its head', [{ key: 'Dead' }, ...'ABC123', 'Enter']],
  ['a letter that an IME took at its head', [{ key: 'Process' }, ...'BC123', 'Enter']],
  ['keys that nobody can name at its head', [{ key: 'Unidentified' }, ...'BC123', 'Enter']],
  ['letters of a keyboard of another script', [...'ФИС123', 'Enter']],
] as const)('third attack C4: a code with %s is shown to be compared', (_, keys) => {
  const [code] = readKeys(keys)
  expect(code?.isDoubtful).toBe(true)
  expect(code?.text).toMatch(/123$/)
})

test('third attack C4: a key that writes nothing cuts no head off, however slowly it came', () => {
  const slow = { key: 'ArrowRight' }
  let burst = noBurst
  const times = [0, 5, 10, 110, 115, 120, 125, 130, 135]
  const keys = ['A', 'B', 'C', slow.key, 'D', '1', '2', '3', 'Enter']
  const codes = keys.flatMap((key, at) => {
    const press = { key, ctrlKey: false, metaKey: false, altKey: false, place: 'nowhere' } as const
    const fed = feedKey(burst, press, 1000 + (times[at] ?? 0))
    burst = fed.burst
    return fed.code ?? []
  })
  expect(codes).toEqual([{ text: 'ABCD123', isDoubtful: true }])
})

test('third attack C4: the rest of a code whose head went elsewhere is shown to be compared', () => {
  const plain = { ctrlKey: false, metaKey: false, altKey: false }
  const read = (elsewhere: readonly string[], wait: number) => {
    let burst = noBurst
    let at = 1000
    for (const key of elsewhere) burst = passKey(burst, { key, ...plain }, (at += 5))
    at += wait
    return [...'C123', 'Enter'].flatMap((key) => {
      const fed = feedKey(burst, { key, ...plain }, (at += 5))
      burst = fed.burst
      return fed.code ?? []
    })
  }
  expect(read(['A', 'B'], 0)).toEqual([{ text: 'C123', isDoubtful: true }])
  expect(read(['A', 'B', 'Enter'], 0)).toEqual([{ text: 'C123', isDoubtful: false }])
  expect(read(['A', 'B'], 400)).toEqual([{ text: 'C123', isDoubtful: false }])
})

/** Return a code of a reader in Alt mode, 5 ms a key: the digits of each character with Alt held. */
const altKeys = (text: string, ...numbers: number[]) =>
  [...[...text].map((one) => one.charCodeAt(0)), ...numbers].flatMap((number) => [
    'Alt',
    ...[...String(number).padStart(4, '0')].map((digit) => ({
      key: 'ArrowLeft',
      code: `Numpad${digit}`,
      altKey: true,
    })),
  ])

test('a code in Alt mode is read whole', () => {
  expect(readKeys([...altKeys('BTOO-4003'), 'Enter'])).toEqual([
    { text: 'BTOO-4003', isDoubtful: false },
  ])
})

test('a code in Alt mode with a character that its number does not tell is shown to be compared', () => {
  expect(readKeys([...altKeys('ABC', 200), 'Enter'])).toEqual([
    { text: 'ABC\ufffd', isDoubtful: true },
  ])
})

test('digits in Alt mode mean nothing else where no field has the focus', () => {
  const press = { key: 'PageDown', code: 'Numpad3', ctrlKey: false, metaKey: false, altKey: true }
  expect(feedKey(noBurst, { ...press, place: 'nowhere' }, 1000).isPart).toBe(true)
  expect(feedKey(noBurst, { ...press, place: 'plate' }, 1000).isPart).toBe(true)
  expect(feedKey(noBurst, { ...press, place: 'field' }, 1000).isPart).toBe(false)
})

test('a code in Alt mode that ends with the number of a carriage return is read whole', () => {
  let burst = noBurst
  let at = 1000
  for (const one of altKeys('ABC123', 13)) {
    const own = typeof one === 'string' ? { key: one, altKey: false } : one
    const press = { ctrlKey: false, metaKey: false, place: 'nowhere', ...own } as const
    burst = feedKey(burst, press, (at += 5)).burst
  }
  expect(feedWritten(burst, at + 5)).toMatchObject({
    code: { text: 'ABC123', isDoubtful: false },
    isPart: true,
  })
})
