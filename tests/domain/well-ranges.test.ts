import { expect, test } from 'vitest'
import { namesOf, writeWells } from '../../domain/rules/well-ranges.ts'

const plate = { rows: 8, columns: 12 }

test.each([
  [['A1'], 'A1'],
  [['A2', 'A1', 'A3'], 'A1–A3'],
  [['A12', 'B1'], 'A12, B1'],
  [['A1', 'A2', 'B1', 'B2', 'H5'], 'A1:B2, H5'],
  [['A1', 'B1', 'C1'], 'A1:C1'],
  [['Z9', 'A13'], ''],
])('wells in short: %s', (wells, text) => {
  expect(writeWells(wells, plate)).toBe(text)
})

test('a full plate is one block', () => {
  expect(
    writeWells(namesOf(new Set(Array.from({ length: 96 }, (_, at) => at)), plate), plate),
  ).toBe('A1:H12')
})
