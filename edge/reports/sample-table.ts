import type { Analysis } from '../../domain/entities/analysis.ts'
import type { Results, SampleResult } from '../../domain/results.ts'
import { isIsothermal } from '../../domain/rules/assay-kind.ts'
import { type Reported, reported, reviewCells, reviewColumns } from './sample-release.ts'
import type { WorkbookCell } from '../../workers/files/tidy/write-xlsx.ts'

/** Facts that the cells of a row are written from: a sample and target, and the run. */
interface Row {
  record: Analysis
  result: SampleResult
  sample: Analysis['samples'][number] | undefined
  /** The result as it may be stated. */
  shown: Reported
  /** Cells of `reviewColumns`. */
  review: readonly string[]
  /** The means are times to threshold in minutes. */
  hasTimes: boolean
  end: string
}

/** Columns in their order, each with what its cell says. */
const columns: readonly (readonly [name: string, cell: (row: Row) => WorkbookCell])[] = [
  ['Analysis', ({ record }) => record.name],
  ['Analysis UUID', ({ record }) => record.uuid],
  ['Sample', ({ sample }) => sample?.name ?? ''],
  ['Sample type', ({ sample }) => sample?.sample_type ?? ''],
  ['Target', ({ result }) => result.target],
  ['Call', ({ shown }) => shown.call],
  ['Cq mean', ({ shown, hasTimes }) => (hasTimes ? null : shown.cq_mean)],
  ['Cq SD', ({ shown, hasTimes }) => (hasTimes ? null : shown.cq_sd)],
  ['Quantity', ({ shown }) => shown.quantity?.value ?? null],
  ['Quantity low', ({ shown }) => shown.quantity?.low ?? null],
  ['Quantity high', ({ shown }) => shown.quantity?.high ?? null],
  ['Wells', ({ result }) => result.wells.join(' ')],
  ['Signed by', ({ record }) => record.signature?.printed_name ?? ''],
  ['Signed at (UTC)', ({ record }) => record.signature?.at ?? ''],
  ...reviewColumns.map((name, at) => [name, ({ review }: Row) => review[at] ?? ''] as const),
  ['Run end', ({ end }) => end],
  ['Tt mean (min)', ({ shown, hasTimes }) => (hasTimes ? shown.cq_mean : null)],
  ['Tt SD (min)', ({ shown, hasTimes }) => (hasTimes ? shown.cq_sd : null)],
]

/**
 * Make one row for each sample and target; the first row names the columns. "None" is an empty cell. `end` says how the
 * run ended (`readRunEnd`).
 */
export function sampleRows(record: Analysis, results: Results, end: string): WorkbookCell[][] {
  const hasTimes = isIsothermal(results.evaluation)
  const samples = new Map(record.samples.map((sample) => [sample.uuid, sample]))
  const rows = results.samples.map((result) => {
    const sample = samples.get(result.sample_uuid)
    const [shown, review] = [reported(record, result), reviewCells(record, result.sample_uuid)]
    const row: Row = { record, result, sample, shown, review, hasTimes, end }
    return columns.map(([, cell]) => cell(row))
  })
  return [columns.map(([name]) => name), ...rows]
}
