import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Sample } from '../../domain/entities/analysis.ts'
import { judgeScan } from '../../web/screens/analyses/wizard/layout/judge-scan.ts'
import { feedKey, noBurst } from '../../web/screens/analyses/wizard/layout/key-burst.ts'
import { readEditorKey } from '../../web/screens/analyses/wizard/layout/read-editor-key.ts'
import {
  assignScanned,
  receiveScans,
} from '../../web/screens/analyses/wizard/layout/scan-receiver.ts'

const plain = { ctrlKey: false, metaKey: false, altKey: false }

/** Codes that come out of keys pressed at these moments. */
function press(keys: readonly [key: string, at: number][]): string[] {
  let burst = noBurst
  const codes: string[] = []
  for (const [key, at] of keys) {
    const fed = feedKey(burst, { key, ...plain }, at)
    burst = fed.burst
    if (fed.code !== null) codes.push(fed.code)
  }
  return codes
}

function typed(text: string, gap: number): [string, number][] {
  return [...text, 'Enter'].map((key, at) => [key, 1000 + at * gap])
}

test('keys less than 30 ms apart that end with Enter are a code', () => {
  expect(press(typed('F-26-0042', 8))).toEqual(['F-26-0042'])
  expect(press(typed('F-26-0042', 29))).toEqual(['F-26-0042'])
  expect(press(typed('F-26-0042', 30))).toEqual([])
})

test('what a person types is none, whatever came before it', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 30, max: 400 }), { minLength: 1, maxLength: 20 }),
      (gaps) => {
        let at = 0
        const keys = gaps.map((gap): [string, number] => ['a', (at += gap)])
        expect(press([...keys, ['Enter', at + 30]])).toEqual([])
      },
    ),
  )
})

test('a code begins with its own first key, not with one typed long before', () => {
  expect(press([['x', 0], ...typed('12345', 10)])).toEqual(['12345'])
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
        const keys = gapsWithStop.map((gap, nth): [string, number] => [`${nth % 10}`, (at += gap)])
        const code = keys.map(([key]) => key).join('')
        expect(press([...keys, ['Enter', at + 9]])).toEqual([code])
      },
    ),
  )
})

test('two keys are no code, nor are shortcuts, arrows and a late Enter', () => {
  expect(press(typed('AB', 5))).toEqual([])
  expect(press([...typed('1234', 5).slice(0, -1), ['Enter', 5000]])).toEqual([])
  expect(
    press([
      ['1', 0],
      ['2', 5],
      ['ArrowLeft', 8],
      ['3', 10],
      ['Enter', 15],
    ]),
  ).toEqual([])
  const read = { text: '1234', quick: 4, isReader: true, at: 0 }
  const held = feedKey(read, { ...plain, key: 'c', ctrlKey: true }, 5)
  expect(held.burst).toEqual(noBurst)
})

test('Shift for a capital letter belongs to the code', () => {
  expect(
    press([
      ['Shift', 0],
      ['A', 5],
      ['Shift', 20],
      ['B', 40],
      ['1', 50],
      ['Enter', 60],
    ]),
  ).toEqual(['AB1'])
})

const layout: Sample[] = [
  { uuid: 'one', name: '0042', sample_type: 'unknown', coordinates: ['A1'] },
  { uuid: 'two', name: '0043', sample_type: 'unknown', coordinates: [] },
]

test('a code that lies elsewhere is a duplicate; one that waits for a well is not', () => {
  expect(judgeScan('0042', 'B1', layout)).toEqual({
    well: 'B1',
    code: '0042',
    reason: 'duplicate',
    elsewhere: ['A1'],
  })
  expect(judgeScan('0042', 'A1', layout)).toBeNull()
  expect(judgeScan('0043', 'B1', layout)).toBeNull()
  expect(judgeScan('0044', 'B1', layout)).toBeNull()
})

test.each(['NOREAD', 'No Read', '???', 'ERROR', 'a\u0000b', 'x'.repeat(121)])(
  'a reader that says %j has misread',
  (code) => {
    expect(judgeScan(code, 'A1', [])?.reason).toBe('misread')
  },
)

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
