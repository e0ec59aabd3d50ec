import { expect, test } from 'vitest'
import { wellName } from '../../domain/rules/well.ts'
import { flattenField } from '../../workers/calibration/flat-field.ts'
import { mapMelt } from '../../workers/calibration/melt-map.ts'

const shape = { rows: 4, columns: 4 }
const names = Array.from({ length: 16 }, (_, at) => wellName(shape, at))
const even = Array.from({ length: 16 }, () => 1)
const without = (values: readonly number[], at: number, part: number) =>
  values.map((value, index) => (index === at ? part * value : value))

/** Read a plate of 16 wells in both of its positions; the second exposure is a tenth brighter. */
function read(block: readonly number[], plate: readonly number[]) {
  const wells = block.map((value, at) => ({
    light: 100 * value * (plate[at] ?? 1),
    turned: 110 * value * (plate[15 - at] ?? 1),
    saturated: 0,
  }))
  return flattenField([{ channel: 'FAM', wells }], shape, names, null)
}
const said = ({ findings }: ReturnType<typeof read>) =>
  findings.map(({ limit, well }) => `${limit} ${well}`)

test('issue 19: an even field has factors of 1, whatever the lamp did between both pictures', () => {
  const { wells, channels, findings } = read(even, even)
  expect(findings).toEqual([])
  expect(wells.map((one) => one.channels[0]?.field)).toEqual(even)
  expect(channels).toEqual([{ channel: 'FAM', range: 1, cv: 0, offset: 0, corrected: 0 }])
})

test('issue 19: dirt of the plate shows in both of its places, dirt of the block in one', () => {
  const plate = read(even, without(even, 2, 0.8))
  expect(
    said(plate)
      .filter((one) => one.startsWith('plate'))
      .toSorted(),
  ).toEqual(['plate A3', 'plate D2'])
  expect(said(plate).some((one) => one.startsWith('block'))).toBe(false)
  const block = read(without(even, 2, 0.7), even)
  expect(said(block)).toEqual(['block A3'])
  // Expect the factor to make up for the block: 0.7 against a mean of 15.7 / 16.
  expect(block.wells[2]?.channels[0]?.field).toBeCloseTo((0.7 * 16) / 15.7, 3)
})

test('issue 19: light that falls off from an eccentric middle is no dirt', () => {
  const shaded = names.map((_, at) => {
    const [row, column] = [Math.floor(at / 4), at % 4]
    return 1 - 0.03 * ((row - 1) ** 2 + (column - 2) ** 2)
  })
  const { wells } = read(shaded, even)
  for (const { channels } of wells) expect(Math.abs(channels[0]?.block ?? 1)).toBeLessThan(1e-3)
})

test('issue 19: a melt map tells slope, edge, one well and the block as a whole apart', () => {
  const map = (tms: (number | null)[], known: number | null = 80) =>
    mapMelt(tms, shape, names, known).findings.map(({ limit, well }) => [limit, well])
  const flat = even.map(() => 80.1)
  expect(map(flat)).toEqual([])
  expect(map(flat.map((tm, at) => (at === 5 ? tm + 0.7 : tm)))).toEqual([['tm_well', 'B2']])
  expect(map(flat.map((tm, at) => tm + 0.2 * (at % 4)))).toEqual([['tm_slope', null]])
  const edge = flat.map((tm, at) => ([5, 6, 9, 10].includes(at) ? tm + 0.39 : tm))
  expect(map(edge)).toEqual([['tm_edge', null]])
  expect(map(flat.map((tm) => tm + 0.6))).toEqual([['tm_bias', null]])
  expect(
    map(
      flat.map((tm) => tm + 0.6),
      null,
    ),
  ).toEqual([])
  expect(map([null, ...flat.slice(1)])).toEqual([['tm_missing', 'A1']])
})
