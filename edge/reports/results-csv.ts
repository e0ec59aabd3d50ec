import { displayName } from '../../domain/catalog/wavelengths.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import { type GenotypeResult, isTime, type Results, type WellResult } from '../../domain/results.ts'
import { releaseGenotypes } from '../../domain/rules/genotype.ts'
import { heldBack } from '../../domain/rules/sample-review.ts'
import { reviewCells, reviewColumns } from './sample-release.ts'
import { correctionColumn } from './say-correction.ts'
import { rowsCsv } from '../files/rows-csv.ts'

const columns = [
  'Analysis',
  'Analysis UUID',
  'Status',
  'Recipe',
  'Device',
  'Well',
  'Sample',
  'Sample type',
  'Target',
  'Channel',
  'Cq',
  'Cq method',
  'Consensus Cq',
  'Consensus Cq error',
  'Efficiency',
  'Quantity',
  'Quantity low',
  'Quantity high',
  'Genotype',
  'Flags',
  'Call',
  'Threshold',
  'Baseline start',
  'Baseline end',
  'End point',
  'Tm',
  'Rules',
  'Engine',
  'Result hash',
  'Signed by',
  'Signed at (UTC)',
  'Meaning',
  ...reviewColumns,
  'Run end',
  'Tt (min)',
  'Tt error (min)',
  'Calibrations',
  'Run started (UTC)',
  'Run ended (UTC)',
  'Run started by device clock (UTC)',
  'Run ended by device clock (UTC)',
] as const

/** Facts of a run that its record does not keep as they are printed. */
interface RunFacts {
  /** End of the run in words (`readRunEnd`). */
  end: string
  /** Calibrations in force when it began (`sayRunCalibrations`). */
  calibrations: string
  /** Name and serial number of its device; null for a run without one. */
  device: string | null
}

/**
 * Write the results of an analysis, one row for each well and target: UTF-8 with a byte-order mark, so that
 * spreadsheets read the names right; numbers with a point in every locale; the word "undetermined" where there is no
 * Cq. A time to threshold has columns of its own, so that minutes are not taken for cycles. Text that a spreadsheet
 * would take for a formula is escaped (decisions D75).
 * @param correction what is said of the run by `sayCorrection`, in a column of its own; absent for a table without it
 */
export function resultsCsv(
  record: Analysis,
  results: Results,
  hash: string,
  facts: RunFacts,
  correction?: string,
): Uint8Array {
  const rows = resultRows(record, results, hash, facts)
  const whole =
    correction === undefined
      ? rows
      : rows.map((row, at) => [...row, at === 0 ? correctionColumn : correction])
  return rowsCsv(whole)
}

/** Return the same rows as cells; the first one names the columns. */
export function resultRows(
  record: Analysis,
  results: Results,
  hash: string,
  facts: RunFacts,
): (string | number)[][] {
  const samples = new Map(record.samples.map((sample) => [sample.uuid, sample]))
  const released = { ...facts, genotypes: releaseGenotypes(results) }
  const rows = results.wells.map((well) => rowOf(record, results, hash, well, samples, released))
  return [[...columns], ...rows]
}

function rowOf(
  record: Analysis,
  results: Results,
  hash: string,
  well: WellResult,
  samples: ReadonlyMap<string, Analysis['samples'][number]>,
  { end, calibrations, device, genotypes }: RunFacts & { genotypes: readonly GenotypeResult[] },
): (string | number)[] {
  const sample = well.sample_uuid ? samples.get(well.sample_uuid) : undefined
  const rule = results.evaluation.targets.find(({ name }) => name === well.target)
  const held = heldBack(record, well.sample_uuid ?? '')
  // The reading of a well stays; what it would say of the sample does not.
  const amount = held
    ? undefined
    : results.samples.find(
        (one) => one.sample_uuid === well.sample_uuid && one.target === well.target,
      )?.quantity
  return [
    record.name,
    record.uuid,
    record.status,
    record.recipe_name,
    device ?? '',
    well.well,
    sample?.name ?? '',
    sample?.sample_type ?? '',
    well.target,
    displayName(well.channel),
    isTime(well) ? '' : (well.cq ?? 'undetermined'),
    isTime(well) ? 'time to threshold' : (rule?.cq_method ?? 'threshold'),
    well.estimates?.consensus ?? '',
    well.estimates?.consensus_error ?? '',
    well.estimates?.efficiency ?? '',
    amount?.value ?? '',
    amount?.low ?? '',
    amount?.high ?? '',
    held ? '' : genotypesOf(results, genotypes, well).join(' '),
    well.flags.map(({ name }) => name).join(' '),
    held?.verdict ?? well.call,
    well.threshold ?? '',
    well.baseline?.start ?? '',
    well.baseline?.end ?? '',
    well.end_point ?? '',
    well.melt.map(({ tm }) => tm.toFixed(2)).join(' '),
    well.trace
      .filter(({ decided }) => decided)
      .map(({ rule }) => rule)
      .join(' '),
    `${results.engine.name} ${results.engine.version}`,
    hash,
    record.signature?.printed_name ?? '',
    record.signature?.at ?? '',
    record.signature?.meaning ?? '',
    ...reviewCells(record, well.sample_uuid),
    end,
    isTime(well) ? (well.cq ?? 'undetermined') : '',
    well.cq_error ?? '',
    calibrations,
    record.started_at ?? '',
    record.ended_at ?? '',
    record.device_times?.started_at ?? '',
    record.device_times?.ended_at ?? '',
  ]
}

/**
 * Return the genotypes of a well at the places that one of its targets is an allele of.
 * @param released as `releaseGenotypes` returns them
 */
function genotypesOf(
  results: Results,
  released: readonly GenotypeResult[],
  { well, target }: WellResult,
): string[] {
  const places = (results.evaluation.genotypes ?? []).filter(({ alleles }) =>
    alleles.includes(target),
  )
  return places.flatMap((place) => {
    const found = released.find((one) => one.name === place.name && one.well === well)
    if (!found) return []
    // A genotype in doubt has its nearest cluster: without the doubt beside it that would read as a result.
    return [`${place.name}=${found.call === 'called' ? found.genotype : found.call}`]
  })
}
