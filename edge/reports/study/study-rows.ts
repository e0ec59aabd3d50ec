import type { WorkbookCell, WorkbookSheet } from '../../../workers/files/tidy/write-xlsx.ts'
import { genotypeSheets } from './genotype-rows.ts'
import type { LoadedStudy } from './load-study.ts'

/** NaN is an empty cell, never a zero. */
const cell = (value: number | null): WorkbookCell =>
  value !== null && Number.isFinite(value) ? value : null

/** Return a row per sample and target: what the figures were made of. The first row names the columns. */
export function quantityRows({ study, figures }: LoadedStudy): WorkbookCell[][] {
  return [
    [
      'Study',
      'Version',
      'Target',
      'Group',
      'Biological replicate',
      'Sample',
      'Wells',
      'Wells with Cq',
      'Cq mean',
      'Cq SD',
      'dCq',
      'ddCq',
      'Log2 fold',
      'Log2 standard error',
      'Fold',
      'Fold low',
      'Fold high',
    ],
    ...figures.samples.map((one) => [
      study.name,
      study.version,
      one.target,
      one.group,
      one.replicate,
      one.sample,
      one.wells,
      one.measured,
      cell(one.cqMean),
      cell(one.cqSd),
      cell(one.deltaCq),
      cell(one.deltaDeltaCq),
      cell(one.log2),
      cell(one.error),
      cell(one.fold),
      cell(one.low),
      cell(one.high),
    ]),
  ]
}

/** Return the sheets of a workbook: groups, samples, wells, runs, and how it was calculated. */
export function studySheets(loaded: LoadedStudy, hash: string): WorkbookSheet[] {
  return [
    { name: 'Groups', rows: groupRows(loaded) },
    { name: 'Samples', rows: quantityRows(loaded) },
    { name: 'Wells', rows: wellRows(loaded) },
    ...genotypeSheets(loaded),
    { name: 'Runs', rows: runRows(loaded) },
    { name: 'Calculation', rows: calculationRows(loaded, hash) },
  ]
}

function groupRows({ figures, study }: LoadedStudy): WorkbookCell[][] {
  return [
    [
      'Target',
      'Group',
      'Biological replicates',
      'Log2 fold',
      'Fold',
      'Fold low',
      'Fold high',
      `Against ${study.calibrator || '-'}`,
      'Low',
      'High',
      'p',
    ],
    ...figures.groups.map(({ comparison, ...one }) => [
      one.target,
      one.group,
      one.count,
      cell(one.log2),
      cell(one.fold),
      cell(one.low),
      cell(one.high),
      cell(comparison?.fold ?? null),
      cell(comparison?.low ?? null),
      cell(comparison?.high ?? null),
      cell(comparison?.probability ?? null),
    ]),
  ]
}

function wellRows({ study, wells }: LoadedStudy): WorkbookCell[][] {
  const placed = new Map(study.samples.map((sample) => [sample.name, sample]))
  return [
    [
      'Run',
      'Well',
      'Sample',
      'Sample type',
      'Target',
      'Cq',
      'Quantity',
      'Group',
      'Biological replicate',
    ],
    ...wells.map((one) => {
      const place = placed.get(one.sample)
      return [
        study.runs[one.run]?.name ?? '',
        one.well,
        one.sample,
        one.type,
        one.target,
        cell(one.cq),
        one.quantity,
        place?.group ?? '',
        place?.replicate || one.sample,
      ]
    }),
  ]
}

function runRows({ study, records, corrected, figures }: LoadedStudy): WorkbookCell[][] {
  const targets = [...new Set(figures.offsets.map(({ target }) => target))]
  return [
    [
      'Run',
      'Analysis UUID',
      'Result hash',
      'Curves hash',
      'Signed by',
      'Signed at (UTC)',
      'Corrected by version',
      ...targets.map((target) => `Offset ${target}`),
    ],
    ...study.runs.map((run, at) => {
      const record = records[at]
      const offsetOf = (target: string) =>
        figures.offsets.find((one) => one.run === at && one.target === target)?.cycles ?? null
      return [
        run.name,
        run.analysis_uuid,
        run.results_hash,
        record?.curves_hash ?? '',
        record?.signature?.printed_name ?? '',
        record?.signature?.at ?? '',
        corrected[at] ?? '',
        ...targets.map((target) => cell(offsetOf(target))),
      ]
    }),
  ]
}

function calculationRows({ study, figures }: LoadedStudy, hash: string): WorkbookCell[][] {
  const { stability } = figures
  const last = (target: string) => {
    const at = stability?.targets.indexOf(target) ?? -1
    const step = stability?.found.steps.findLast(({ targets }) => targets.includes(at))
    return step ? step.stabilities[step.targets.indexOf(at)]! : null
  }
  return [
    ['Setting', 'Value'],
    ['Study', study.name],
    ['Study UUID', study.uuid],
    ['Version', study.version],
    ['Hash of the study (SHA-256)', hash],
    ['Method', study.method],
    ['Efficiency', study.method === 'ddcq' ? '2' : study.efficiency],
    ['Calibrator', study.calibrator],
    ['Inter-run calibrators', study.inter_run.join(', ')],
    ['Confidence', study.confidence],
    ...study.targets.map((one): WorkbookCell[] => [
      `Target ${one.name}`,
      one.threshold === null ? one.role : `${one.role}, threshold ${one.threshold}`,
    ]),
    ...figures.efficiencies.map((one): WorkbookCell[] => [
      `Efficiency of ${one.target}`,
      `${one.factor} ± ${one.error}`,
    ]),
    ...(stability?.targets ?? []).map((target): WorkbookCell[] => [
      `Stability M of ${target}`,
      cell(last(target)),
    ]),
    ...figures.notices.map((one): WorkbookCell[] => [
      `Notice ${one.code}`,
      [one.target, ...one.names].filter(Boolean).join(', '),
    ]),
  ]
}
