import { expect, test } from 'vitest'
import { readTableKey } from '../../web/screens/analyses/wizard/csv/read-table-key.ts'

const held = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false }
const press = (key: string, change: Partial<typeof held> = {}, isRtl = false) =>
  readTableKey({ key, ...held, ...change }, { at: 5, count: 40, isRtl })

test('keys of a spreadsheet move through a list and change it', () => {
  expect(press('ArrowDown')).toEqual({ kind: 'row', at: 6 })
  expect(press('PageUp')).toEqual({ kind: 'row', at: 0 })
  expect(press('End')).toEqual({ kind: 'row', at: 39 })
  expect(press('Enter')).toEqual({ kind: 'edit' })
  expect(press('F2')).toEqual({ kind: 'edit' })
  expect(press('ж')).toEqual({ kind: 'edit', text: 'ж' })
  expect(press('Delete')).toEqual({ kind: 'skip' })
  expect(press('F8', { shiftKey: true })).toEqual({ kind: 'left', back: true })
  expect(press('z', { ctrlKey: true })).toEqual({ kind: 'undo' })
  expect(press('Z', { metaKey: true, shiftKey: true })).toEqual({ kind: 'redo' })
  expect(press('y', { ctrlKey: true })).toEqual({ kind: 'redo' })
})

test('the keys move through columns in their visible order, also from right to left', () => {
  expect(press('ArrowRight')).toEqual({ kind: 'column', by: 1 })
  expect(press('ArrowRight', {}, true)).toEqual({ kind: 'column', by: -1 })
  expect(press('ArrowLeft', {}, true)).toEqual({ kind: 'column', by: 1 })
})

test('other keys stay the dialog’s', () => {
  for (const key of ['Escape', 'Tab', ' ', 'Shift', 'F5']) expect(press(key), key).toBe(null)
  expect(press('c', { ctrlKey: true })).toBe(null)
  expect(press('a', { altKey: true })).toBe(null)
  expect(readTableKey({ key: 'Enter', ...held }, { at: 0, count: 0, isRtl: false })).toBe(null)
})
