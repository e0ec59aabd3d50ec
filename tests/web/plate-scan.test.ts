import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Sample } from '../../domain/entities/analysis.ts'
import { judgeScan } from '../../web/layout/judge-scan.ts'
import { codeText } from '../../domain/codes/read-code.ts'
import { feedKey, noBurst, type ReadCode } from '../../web/parts/scan/key-burst.ts'
import { readEditorKey } from '../../web/layout/read-editor-key.ts'
import { assignScanned, receiveScans } from '../../web/layout/scan-receiver.ts'

const plain = { ctrlKey: false, metaKey: false, altKey: false }
type Key = [key: string, at: number, more?: object]

/** Return the codes of keys pressed at these moments. */
function read(keys: readonly Key[]): ReadCode[] {
  let burst = noBurst
  const codes: ReadCode[] = []
  for (const [key, at, more] of keys) {
    const fed = feedKey(burst, { key, ...plain, ...more }, at)
    burst = fed.burst
    if (fed.code !== null) codes.push(fed.code)
  }
  return codes
}

const press = (keys: readonly Key[]) => read(keys).map(({ text }) => text)

function typed(text: string, gap: number): Key[] {
  return [...text, 'Enter'].map((key, at) => [key, 1000 + at * gap])
}

test('keys at most 60 ms apart that end with Enter or Tab are a code', () => {
  expect(press(typed('F-26-0042', 3))).toEqual(['F-26-0042'])
  expect(press(typed('F-26-0042', 60))).toEqual(['F-26-0042'])
  expect(press(typed('F-26-0042', 80))).toEqual([])
  expect(press([...typed('F-26-0042', 8).slice(0, -1), ['Tab', 1072]])).toEqual(['F-26-0042'])
})

/** Texts of labels, in any alphabet that readers type. */
const label = fc
  .array(fc.constantFrom(...'ABCxyz0123456789-_/.: +#@ÄßЖ漢]'), { minLength: 3, maxLength: 40 })
  .map((signs) => signs.join(''))
const fast = fc.integer({ min: 0, max: 35 })
/** Shift, and a third level, before a sign, as the keyboard of the machine wants it. */
const modifier = fc.constantFrom(null, null, null, 'Shift', 'AltGraph')
type Stroke = { key: string; ctrlKey?: true }
/** Keys that readers are set to send before and after a code. */
const before = fc.constantFrom<Stroke[]>([], [{ key: 'b', ctrlKey: true }], [{ key: 'F8' }])
const after = fc.constantFrom<Stroke[]>(
  [],
  [{ key: 'c', ctrlKey: true }],
  [{ key: 'd', ctrlKey: true }],
)
const end = fc.constantFrom<Stroke[]>(
  [{ key: 'Enter' }],
  [{ key: 'Tab' }],
  [{ key: 'Enter' }, { key: 'j', ctrlKey: true }],
  [{ key: 'Enter' }, { key: 'Enter' }],
  [{ key: 'm', ctrlKey: true }],
)
const scanOf = (text: fc.Arbitrary<string>) =>
  fc.record({
    text,
    before,
    after,
    end,
    gaps: fc.array(fast, { minLength: 100, maxLength: 100 }),
    modifiers: fc.array(modifier, { minLength: 40, maxLength: 40 }),
    hiccup: fc.option(fc.record({ where: fc.nat(), ms: fc.integer({ min: 36, max: 260 }) })),
  })
type Scan = typeof scanOf extends (text: never) => fc.Arbitrary<infer One> ? One : never

/** Return the presses of one code, the first at the given moment. */
function keysOf(scan: Scan, from: number): Key[] {
  const signs = [...scan.text].flatMap((key, nth) => {
    const held = scan.modifiers[nth]
    return held ? [{ key: held }, { key }] : [{ key }]
  })
  const presses = [...scan.before, ...signs, ...scan.after, ...scan.end]
  // Stumble before the key that ends it, behind which there is nothing to stumble over.
  const last = presses.length - scan.end.length
  const first = scan.before.length
  const stop = scan.hiccup && first + 1 + (scan.hiccup.where % Math.max(1, last - first))
  let at = from
  return presses.map(({ key, ...more }, nth): Key => {
    if (nth > 0) at += nth === stop ? (scan.hiccup?.ms ?? 0) : (scan.gaps[nth] ?? 0)
    return [key, at, more]
  })
}

/** Lost their beginning, or all of it, before: where the reader or the machine stopped for a moment. */
const stopped: readonly (readonly [where: string, gaps: readonly number[]])[] = [
  ['behind the first key', [90, 5, 5, 5, 5]],
  ['behind the second key', [5, 120, 5, 5, 5]],
  ['behind the third key', [5, 5, 120, 5, 5]],
  ['before Enter', [0, 0, 0, 0, 110]],
  ['nowhere, and all at once', [0, 0, 0, 0, 0]],
  ['at every key, as far as a reader does', [35, 35, 35, 35, 35]],
]

test.each(stopped)('F-261 is read whole with a stop %s', (_, gaps) => {
  let at = 1000
  const keys = [...'F-261', 'Enter'].map((key, nth): Key => [key, (at += gaps[nth - 1] ?? 0)])
  expect(press(keys)).toEqual(['F-261'])
})

const run = { numRuns: 2000 }

test('codes one after the other, with a hiccup in each, lose nothing', () => {
  const codes = scanOf(label.filter((text) => text.length >= 4))
  fc.assert(
    fc.property(fc.array(codes, { minLength: 1, maxLength: 4 }), (scans) => {
      let at = 1000
      const keys = scans.flatMap((scan) => {
        const made = keysOf(scan, at)
        at = (made.at(-1)?.[1] ?? at) + 36
        return made
      })
      expect(press(keys)).toEqual(scans.map(({ text }) => text))
    }),
    run,
  )
})

test('three signs are a code as well where nothing stumbles', () => {
  const short = scanOf(label.map((text) => text.slice(0, 3))).map((one) => ({
    ...one,
    hiccup: null,
  }))
  fc.assert(
    fc.property(short, (scan) => {
      expect(press(keysOf(scan, 1000))).toEqual([scan.text])
    }),
    run,
  )
})

/** A hand rolls over two keys or three at a time. */
const rolled = fc
  .constantFrom(1, 2, 3)
  .chain((many) =>
    fc.tuple(
      fc.integer({ min: 36, max: 400 }),
      fc.array(fc.integer({ min: 1, max: 35 }), { minLength: many - 1, maxLength: many - 1 }),
    ),
  )

test('first-use B1: typed text stays unchanged, however the hand rolls', () => {
  fc.assert(
    fc.property(
      fc.array(rolled, { minLength: 1, maxLength: 20 }),
      fc.integer({ min: 36, max: 500 }),
      fc.constantFrom('Enter', 'Tab'),
      (rolls, pause, end) => {
        let at = 0
        const keys = rolls.flat(2).map((gap, nth): Key => [`${nth % 10}`, (at += gap)])
        const whole = keys.map(([key]) => key).join('')
        // Expect a code, if it is taken for one, to be all that was typed.
        for (const code of press([...keys, [end, at + pause]])) expect(code).toBe(whole)
      },
    ),
    run,
  )
})

test('first-use B1: text before a code is never cut off silently', () => {
  const words = fc.array(fc.integer({ min: 60, max: 250 }), { minLength: 1, maxLength: 12 })
  const whole = scanOf(label).map((one) => ({ ...one, hiccup: null, before: [] }))
  fc.assert(
    fc.property(words, fc.integer({ min: 121, max: 9000 }), whole, (gaps, pause, scan) => {
      let at = 0
      const keys = gaps.map((gap): Key => ['a', (at += gap)])
      const typed = 'a'.repeat(gaps.length)
      for (const { text, isDoubtful } of read([...keys, ...keysOf(scan, at + pause)])) {
        expect([scan.text, typed + scan.text]).toContain(text)
        if (!isDoubtful) expect([`${typed}${scan.text}`, scan.text]).toContain(text)
        if (text === scan.text) expect(isDoubtful).toBe(true)
      }
    }),
    run,
  )
})

test('a reader that stops for a moment after three keys of a code loses nothing of it', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 29 }), { minLength: 2, maxLength: 20 }),
      fc.integer({ min: 30, max: 299 }),
      fc.nat(),
      (gaps, stop, where) => {
        let at = 1000
        const gapsWithStop = [9, 9, 9, ...gaps.with(where % gaps.length, stop)]
        const keys = gapsWithStop.map((gap, nth): Key => [`${nth % 10}`, (at += gap)])
        const code = keys.map(([key]) => key).join('')
        expect(press([...keys, ['Enter', at + 9]])).toEqual([code])
      },
    ),
  )
})

test('two keys in a well are typed; shortcuts, a key held down and a late Enter are no code', () => {
  expect(press(typed('AB', 5))).toEqual([])
  expect(press([...typed('1234', 5).slice(0, -1), ['Enter', 5000]])).toEqual([])
  const arrow: Key[] = [
    ['1', 0],
    ['2', 5],
    ['ArrowLeft', 8],
    ['3', 10],
    ['Enter', 15],
  ]
  expect(read(arrow)).toEqual([{ text: '123', isDoubtful: true }])
  const held = Array.from({ length: 30 }, (_, nth): Key => ['a', nth * 33, { repeat: nth > 0 }])
  expect(press([...held, ['Enter', 1000]])).toEqual([])
  const one = feedKey(noBurst, { ...plain, key: '1' }, 0).burst
  expect(feedKey(one, { ...plain, key: 'c', ctrlKey: true }, 400).burst).toEqual(noBurst)
})

test('the parts of a GS1 label stay apart, and what says of which kind it is goes', () => {
  const gs: Key[] = [...typed(']C1010953', 9)].slice(0, -1)
  const rest: Key[] = [
    [']', 1081, { ctrlKey: true }],
    ['2', 1090],
    ['1', 1099],
    ['Enter', 1108],
  ]
  const [code = ''] = press([...gs, ...rest])
  expect(code).toBe(']C1010953\u001d21')
  expect(codeText(code)).toBe('010953 21')
  expect(codeText(']C')).toBe(']C')
  expect(codeText('  F-1\u001d')).toBe('F-1')
})

test('keys of a reader behind Enter mean nothing', () => {
  let { burst } = feedKey(noBurst, { ...plain, key: '1' }, 0)
  for (const at of [5, 10]) burst = feedKey(burst, { ...plain, key: '2' }, at).burst
  const ended = feedKey(burst, { ...plain, key: 'Enter' }, 15)
  expect(ended).toMatchObject({ code: { text: '122', isDoubtful: false }, isPart: true })
  const press = { ...plain, key: 'Enter' }
  expect(feedKey(ended.burst, press, 20)).toMatchObject({ code: null, isPart: true })
  expect(feedKey(ended.burst, press, 400)).toMatchObject({ code: null, isPart: false })
})

const layout: Sample[] = [
  { uuid: 'one', name: '0042', sample_type: 'unknown', coordinates: ['A1'] },
  { uuid: 'two', name: '0043', sample_type: 'unknown', coordinates: [] },
]

const judge = (code: string, well: string, among = layout) =>
  judgeScan(code, { well, layout: among, today: '2026-11-29' })

test('a code in another well is a duplicate; one that waits for a well is not', () => {
  expect(judge('0042', 'B1')).toEqual({
    well: 'B1',
    code: '0042',
    reason: 'duplicate',
    elsewhere: ['A1'],
  })
  expect(judge('0042', 'A1')).toBeNull()
  expect(judge('0043', 'B1')).toBeNull()
  expect(judge('0044', 'B1')).toBeNull()
})

test.each(['NOREAD', 'No Read', '???', 'ERROR', 'a\u0000b', 'x'.repeat(121)])(
  'a reader that says %j has misread',
  (code) => {
    expect(judge(code, 'A1', [])?.reason).toBe('misread')
  },
)

test.each([
  '01095060001343531735103110LM-2511',
  ']d20109506000134353',
  '(01)09506000134353(10)LM-2511',
  '+A123BJC5D6E71H',
])('a label with a wrong check digit is damaged: %s', (code) => {
  expect(judge(code, 'A1')?.reason).toBe('damaged')
})

test('a number of 16 digits that begins as a label does may name a sample', () => {
  expect(judge('0109506000134353', 'B1')).toBeNull()
  expect(judge('01095060001343521735103110LM-2511', 'B1')).toBeNull()
})

test('codes of the camera go to the plate on the screen, and nowhere without one', () => {
  expect(assignScanned('1')).toBe(false)
  const taken: string[] = []
  const stop = receiveScans((code) => taken.push(code))
  expect(assignScanned('0042')).toBe(true)
  stop()
  expect(assignScanned('0043')).toBe(false)
  expect(taken).toEqual(['0042'])
})

test('letters type, and what acts on wells has Ctrl or Alt with it', () => {
  const key = (key: string, more: object = {}) =>
    readEditorKey({ ...plain, shiftKey: false, thirdLevel: false, code: '', key, ...more })
  expect(key('t')).toEqual({ kind: 'type', text: 't' })
  expect(key('T', { shiftKey: true })).toEqual({ kind: 'type', text: 'T' })
  expect(key('†', { altKey: true, code: 'KeyT' })).toEqual({ kind: 'cycleType' })
  expect(key('@', { ctrlKey: true, altKey: true, thirdLevel: true })).toEqual({
    kind: 'type',
    text: '@',
  })
  expect(key('d', { ctrlKey: true })).toEqual({ kind: 'fillDown' })
  expect(key('r', { metaKey: true })).toEqual({ kind: 'fillRight' })
  expect(key('R', { ctrlKey: true, shiftKey: true })).toBeNull()
  expect(key('z', { ctrlKey: true })).toEqual({ kind: 'undo' })
  expect(key('Z', { ctrlKey: true, shiftKey: true })).toEqual({ kind: 'redo' })
  expect(key('y', { ctrlKey: true })).toEqual({ kind: 'redo' })
  expect(key('Delete')).toEqual({ kind: 'clear' })
  expect(key('?')).toEqual({ kind: 'help' })
  expect(key('F2')).toEqual({ kind: 'rename' })
  expect(key(' ')).toBeNull()
  expect(key('ArrowUp')).toBeNull()
  expect(key('c', { ctrlKey: true })).toBeNull()
})
