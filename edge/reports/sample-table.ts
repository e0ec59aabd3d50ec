import type { Analysis } from '../../domain/entities/analysis.ts'
import type { Results } from '../../domain/results.ts'
import { isIsothermal } from '../../domain/rules/assay-kind.ts'
import { reported, reviewCells, reviewColumns } from './sample-release.ts'
import type { WorkbookCell } from '../../workers/files/tidy/write-xlsx.ts'

const columns = [
  'Analysis',
  'Analysis UUID',
  'Sample',
  'Sample type',
  'Target',
  'Call',
  'Cq mean',
  'Cq SD',
  'Quantity',
  'Quantity low',
  'Quantity high',
  'Wells',
  'Signed by',
  'Signed at (UTC)',
  ...reviewColumns,
  'Run end',
  'Tt mean (min)',
  'Tt SD (min)',
] as const

/**
 * Make one row for each sample and target; the first row names the columns. "None" is an empty cell. `end` says how the
 * run ended (`readRunEnd`).
 */
export function sampleRows(record: Analysis, results: Results, end: string): WorkbookCell[][] {
  const hasTimes = isIsothermal(results.evaluation)
  const samples = new Map(record.samples.map((sample) => [sample.uuid, sample]))
  return [
    [...columns],
    ...results.samples.map((one): WorkbookCell[] => {
      const sample = samples.get(one.sample_uuid)
      const shown = reported(record, one)
      return [
        record.name,
        record.uuid,
        sample?.name ?? '',
        sample?.sample_type ?? '',
        one.target,
        shown.call,
        hasTimes ? null : shown.cq_mean,
        hasTimes ? null : shown.cq_sd,
        shown.quantity?.value ?? null,
        shown.quantity?.low ?? null,
        shown.quantity?.high ?? null,
        one.wells.join(' '),
        record.signature?.printed_name ?? '',
        record.signature?.at ?? '',
        ...reviewCells(record, one.sample_uuid),
        end,
        hasTimes ? shown.cq_mean : null,
        hasTimes ? shown.cq_sd : null,
      ]
    }),
  ]
}
