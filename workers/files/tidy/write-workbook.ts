import type { Results } from '../../../domain/results.ts'
import { type Sliced } from '../../slices.ts'
import type { ExportRun, ImportedTarget, ImportedWell } from '../imported-run.ts'
import { nameWell } from '../plate.ts'
import { refuseFile } from '../refuse-file.ts'
import type { WrittenFile } from '../written-file.ts'
import { columnsOf, tidyRows } from './tidy-rows.ts'
import { type WorkbookCell, type WorkbookSheet, writeXlsxSliced } from './write-xlsx.ts'

/** A line of the sheet of facts: what it is and its value. */
export type WorkbookFact = readonly [name: string, value: WorkbookCell]

const resultColumns = [
  'Well',
  'Sample',
  'Sample type',
  'Quantity',
  'Target',
  'Channel',
  'Dye',
  'Call',
  'Cq',
  'Threshold',
  'Baseline start',
  'Baseline end',
  'End point',
  'Tm',
  'Efficiency',
  'Consensus Cq',
  'Consensus error',
  'Excluded',
  'Note',
] as const

/**
 * Write a run as a workbook: `Results` with a row for each well and target, a sheet in the shape of the plate with the
 * Cq of each target, `Points` with every measured value (see `tidyColumns`) and `About` with the given facts. "None" is
 * an empty cell. In slices, as a large plate takes seconds. Throws `export_empty`.
 */
export function* writeWorkbook(
  run: ExportRun,
  facts: readonly WorkbookFact[],
  results: Results | null = null,
): Sliced<WrittenFile> {
  if (run.wells.length === 0) throw refuseFile('export_empty')
  const targets = [...new Set(run.wells.flatMap((well) => well.targets.map((one) => one.target)))]
  const sheets: WorkbookSheet[] = [
    { name: 'Results', rows: [resultColumns, ...resultRows(run, results)] },
    ...targets.map((target) => ({ name: `Cq ${target}`, rows: plateRows(run, target) })),
    { name: 'Points', rows: pointRows(run) },
    { name: 'About', rows: [['Name', 'Value'], ...facts] },
  ]
  return { extension: 'xlsx', bytes: yield* writeXlsxSliced(sheets), notices: [] }
}

function resultRows(run: ExportRun, results: Results | null): WorkbookCell[][] {
  const computed = new Map(results?.wells.map((one) => [`${one.well} ${one.target}`, one]))
  return run.wells.flatMap((well) =>
    well.targets.map((target) => {
      const estimates = computed.get(`${well.name} ${target.target}`)?.estimates ?? null
      return [
        ...resultRow(well, target),
        estimates?.efficiency ?? target.efficiency,
        estimates?.consensus ?? null,
        estimates?.consensus_error ?? null,
        // Write a word for an exclusion without a reason: an empty cell would mean that the target counts.
        target.excluded === null ? null : target.excluded || 'excluded',
        target.note,
      ]
    }),
  )
}

function resultRow(well: ImportedWell, target: ImportedTarget): WorkbookCell[] {
  return [
    well.name,
    well.sample,
    well.sampleType,
    target.quantity?.value ?? null,
    target.target,
    target.channel,
    target.dye,
    target.call,
    target.cq,
    target.threshold,
    target.baseline?.start ?? null,
    target.baseline?.end ?? null,
    target.endPoint,
    // Write one temperature as a number, and several as a text.
    target.tm.length > 1 ? target.tm.map((tm) => tm.toFixed(2)).join(' ') : (target.tm[0] ?? null),
  ]
}

/** Lay out the Cqs of a target as the plate. */
function plateRows({ plate, wells }: ExportRun, target: string): WorkbookCell[][] {
  const cqs = new Map(
    wells.map(({ well, targets }) => [
      well,
      targets.find((one) => one.target === target)?.cq ?? null,
    ]),
  )
  const columns = Array.from({ length: plate.columns }, (_, i) => i + 1)
  const rows = Array.from({ length: plate.rows }, (_, row): WorkbookCell[] => [
    nameWell(plate, row * plate.columns).replace(
      plate.labels === 'letters' ? /(?<!\d)\d+$/ : /^$/,
      '',
    ),
    ...columns.map((column) => cqs.get(row * plate.columns + column - 1) ?? null),
  ])
  return [['', ...columns], ...rows]
}

function* pointRows(run: ExportRun): Generator<readonly WorkbookCell[]> {
  yield columnsOf(run)
  for (const well of run.wells) yield* tidyRows(run, well)
}
