import { describe, expect, test } from 'vitest'
import { wellName } from '../../domain/rules/well.ts'
import { inkOn } from '../../web/parts/plate/ink.ts'
import { readPlateKey } from '../../web/parts/plate/plate-keys.ts'
import {
  findWellAt,
  listAll,
  listBlock,
  listColumn,
  listRow,
  moveWell,
  selectWells,
} from '../../web/parts/plate/selection.ts'

const plate = { rows: 8, columns: 12 }
const small = { rows: 3, columns: 3 }
const names = (wells: number[], shape = plate) =>
  wells.map((well) => wellName(shape, well)).join(' ')

describe('wells of a plate', () => {
  test('are named by row letter and column number', () => {
    expect(names([0, 11, 12, 13, 95])).toBe('A1 A12 B1 B2 H12')
    expect(names([0, 4, 8], small)).toBe('A1 B2 C3')
  })

  test('a block is the same whichever corner it is drawn from', () => {
    expect(names(listBlock(14, 25, plate))).toBe('B2 B3 C2 C3')
    const corners: [number, number][] = [
      [14, 25],
      [25, 14],
      [13, 26],
      [26, 13],
    ]
    for (const [from, to] of corners) {
      expect(listBlock(from, to, plate)).toEqual(listBlock(13, 26, plate))
    }
  })

  test('rows, columns and all', () => {
    expect(names(listRow(1, small), small)).toBe('B1 B2 B3')
    expect(names(listColumn(2, small), small)).toBe('A3 B3 C3')
    expect(listAll(plate)).toHaveLength(96)
  })

  test('moves stop at the edges', () => {
    expect(moveWell(0, 'up', plate)).toBe(0)
    expect(moveWell(0, 'left', plate)).toBe(0)
    expect(moveWell(11, 'right', plate)).toBe(11)
    expect(moveWell(95, 'down', plate)).toBe(95)
    expect(moveWell(13, 'down', plate)).toBe(25)
    expect(moveWell(13, 'rowEnd', plate)).toBe(23)
    expect(moveWell(50, 'first', plate)).toBe(0)
    expect(moveWell(50, 'last', plate)).toBe(95)
  })

  test('a point outside belongs to the nearest edge well', () => {
    expect(findWellAt(-3, -1, plate)).toBe(0)
    expect(findWellAt(1, 1, plate)).toBe(95)
    expect(findWellAt(0.5, 0.5, plate)).toBe(4 * 12 + 6)
    expect(findWellAt(2, 0, plate)).toBe(11)
  })
})

describe('selecting', () => {
  const before = new Set([1, 2])

  test('replaces, adds, and leaves the old selection as it was', () => {
    expect([...selectWells(before, [5], 'replace')]).toEqual([5])
    expect([...selectWells(before, [5], 'add')]).toEqual([1, 2, 5])
    expect([...before]).toEqual([1, 2])
  })

  test('toggling a group fills it when any was missing, empties it when all were in', () => {
    expect([...selectWells(before, [2, 3], 'toggle')]).toEqual([1, 2, 3])
    expect([...selectWells(before, [1, 2], 'toggle')]).toEqual([])
  })
})

describe('keys', () => {
  const press = (key: string, held = '') =>
    readPlateKey({
      key,
      ctrlKey: held.includes('c'),
      metaKey: held.includes('m'),
      shiftKey: held.includes('s'),
    })

  test.each([
    ['ArrowLeft', '', { kind: 'move', move: 'left', extend: false, keep: false }],
    ['ArrowDown', 's', { kind: 'move', move: 'down', extend: true, keep: false }],
    ['ArrowDown', 'c', { kind: 'move', move: 'down', extend: false, keep: true }],
    ['End', 'c', { kind: 'move', move: 'last', extend: false, keep: false }],
    ['a', 'm', { kind: 'all' }],
    // Select all with Caps Lock as well (first-use P3).
    ['A', 'c', { kind: 'all' }],
    ['a', '', null],
    [' ', 'c', { kind: 'column' }],
    [' ', 's', { kind: 'row' }],
    [' ', '', { kind: 'toggle' }],
    ['Tab', '', null],
  ])('%s with "%s"', (key, held, meant) => {
    expect(press(key, held)).toEqual(meant)
  })
})

test('the ink on a fill reads at 4.5 to 1 or better', () => {
  expect(inkOn('#0072B2')).toBe('#ffffff')
  expect(inkOn('#E69F00')).toBe('#000000')
  expect(inkOn('var(--accent)')).toBe('var(--text)')
})
