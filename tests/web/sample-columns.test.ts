import { expect, test } from 'vitest'
import type { Analysis } from '../../domain/entities/analysis.ts'
import type { Results } from '../../domain/results.ts'
import {
  listSampleColumns,
  type SampleRow,
} from '../../web/screens/analyses/detail/sample-columns.tsx'

const names = ['A', 'B', 'C'] as const
const record = {
  cartridge_type: 'Wells9',
  samples: names.map((name) => ({ uuid: name, name, sample_type: 'unknown' })),
} as unknown as Analysis

/** List what the columns say of amounts, by the standards from 10 to 100,000 copies. */
function readNotes(values: readonly number[]): string[] | undefined {
  const samples = values.map((value, at) => ({
    sample_uuid: names[at]!,
    target: 'N1',
    call: 'detected',
    quantity: { value, low: null, high: null },
  }))
  const results = {
    evaluation: { quantification: { method: 'standard_curve' } },
    samples,
    assays: [{ target: 'N1', standard_curve: { lowest: 1, highest: 5 } }],
  } as unknown as Results
  const column = listSampleColumns(record, results, new Map()).find(
    ({ id }) => id === 'quantityNote',
  )
  return (
    column &&
    samples.map((one) => `${column.value({ ...one, id: `${one.sample_uuid}|N1` } as SampleRow)}`)
  )
}

test('A26-43: samples beyond the standards say so beside their quantity, and only then is there such a column', () => {
  expect(readNotes([20, 2e6, 3])).toEqual([
    '',
    expect.stringMatching(/^Beyond the standards \(.*10.* to .*100.*\): extrapolated$/),
    expect.stringMatching(/^Beyond the standards/),
  ])
  expect(readNotes([20, 200, 2000])).toBeUndefined()
})
