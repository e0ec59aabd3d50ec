import { displayName } from '../../domain/catalog/wavelengths.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import type { TargetRule } from '../../domain/entities/evaluation-recipe.ts'
import type { SampleReview } from '../../domain/entities/sample-review.ts'
import {
  type GenotypeResult,
  isTime,
  type Results,
  type SampleResult,
  type WellResult,
} from '../../domain/results.ts'
import { releaseGenotypes } from '../../domain/rules/genotype.ts'
import { noteQuantity, type QuantityNote } from '../../domain/rules/quantity-note.ts'
import { heldBack } from '../../domain/rules/sample-review.ts'
import { reviewCells, reviewColumns } from './sample-release.ts'
import { correctionColumn } from './say-correction.ts'
import { rowsCsv } from '../files/rows-csv.ts'

/** Facts of a run that its record does not keep as they are printed. */
interface RunFacts {
  /** End of the run in words (`readRunEnd`). */
  end: string
  /** Calibrations in force when it began (`sayRunCalibrations`). */
  calibrations: string
  /** Name and serial number of its device; null for a run without one. */
  device: string | null
}

/** Facts that the cells of a row are written from: a well and target with its sample, and the run. */
interface Row {
  record: Analysis
  results: Results
  hash: string
  well: WellResult
  sample: Analysis['samples'][number] | undefined
  /** Rule of the target; undefined for one that the recipe no longer has. */
  rule: TargetRule | undefined
  /** Review by which the sample is held back: the reading of the well stays, what it would say of the sample is left out. */
  held: SampleReview | null
  /** Cells of `reviewColumns`. */
  review: readonly string[]
  quantity: SampleResult['quantity']
  quantityNote: QuantityNote | null
  genotypes: readonly GenotypeResult[]
  facts: RunFacts
}

type Cell = string | number

/** Columns in their order, each with what its cell says. */
const columns: readonly (readonly [name: string, cell: (row: Row) => Cell])[] = [
  ['Analysis', ({ record }) => record.name],
  ['Analysis UUID', ({ record }) => record.uuid],
  ['Status', ({ record }) => record.status],
  ['Recipe', ({ record }) => record.recipe_name],
  ['Device', ({ facts }) => facts.device ?? ''],
  ['Well', ({ well }) => well.well],
  ['Sample', ({ sample }) => sample?.name ?? ''],
  ['Sample type', ({ sample }) => sample?.sample_type ?? ''],
  ['Target', ({ well }) => well.target],
  ['Channel', ({ well }) => displayName(well.channel)],
  ['Cq', ({ well }) => (isTime(well) ? '' : (well.cq ?? 'undetermined'))],
  ['Cq method', ({ well, rule }) => (isTime(well) ? 'time to threshold' : methodOf(rule))],
  ['Consensus Cq', ({ well }) => well.estimates?.consensus ?? ''],
  ['Consensus Cq error', ({ well }) => well.estimates?.consensus_error ?? ''],
  ['Efficiency', ({ well }) => well.estimates?.efficiency ?? ''],
  ['Quantity', ({ quantity }) => quantity?.value ?? ''],
  ['Quantity low', ({ quantity }) => quantity?.low ?? ''],
  ['Quantity high', ({ quantity }) => quantity?.high ?? ''],
  ['Genotype', (row) => (row.held ? '' : genotypesOf(row).join(' '))],
  ['Flags', ({ well }) => well.flags.map(({ name }) => name).join(' ')],
  ['Call', ({ well, held }) => held?.verdict ?? well.call],
  ['Threshold', ({ well }) => well.threshold ?? ''],
  ['Baseline start', ({ well }) => well.baseline?.start ?? ''],
  ['Baseline end', ({ well }) => well.baseline?.end ?? ''],
  ['End point', ({ well }) => well.end_point ?? ''],
  ['Tm', ({ well }) => well.melt.map(({ tm }) => tm.toFixed(2)).join(' ')],
  ['Rules', ({ well }) => well.trace.flatMap((one) => (one.decided ? one.rule : [])).join(' ')],
  ['Engine', ({ results: { engine } }) => `${engine.name} ${engine.version}`],
  ['Result hash', ({ hash }) => hash],
  ['Signed by', ({ record }) => record.signature?.printed_name ?? ''],
  ['Signed at (UTC)', ({ record }) => record.signature?.at ?? ''],
  ['Meaning', ({ record }) => record.signature?.meaning ?? ''],
  ...reviewColumns.map((name, at) => [name, ({ review }: Row) => review[at] ?? ''] as const),
  ['Run end', ({ facts }) => facts.end],
  ['Tt (min)', ({ well }) => (isTime(well) ? (well.cq ?? 'undetermined') : '')],
  ['Tt error (min)', ({ well }) => well.cq_error ?? ''],
  ['Calibrations', ({ facts }) => facts.calibrations],
  ['Run started (UTC)', ({ record }) => record.started_at ?? ''],
  ['Run ended (UTC)', ({ record }) => record.ended_at ?? ''],
  ['Run started by device clock (UTC)', ({ record }) => record.device_times?.started_at ?? ''],
  ['Run ended by device clock (UTC)', ({ record }) => record.device_times?.ended_at ?? ''],
  ['Quantity note', ({ quantityNote }) => (quantityNote ? sayNote(quantityNote) : '')],
]

const methodOf = (rule: TargetRule | undefined) => rule?.cq_method ?? 'threshold'

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
): Cell[][] {
  const samples = new Map(record.samples.map((sample) => [sample.uuid, sample]))
  const genotypes = releaseGenotypes(results)
  const rows = results.wells.map((well) => {
    const { sample_uuid: uuid, target } = well
    const held = heldBack(record, uuid ?? '')
    const amount = results.samples.find((one) => one.sample_uuid === uuid && one.target === target)
    const row: Row = {
      record,
      results,
      hash,
      well,
      sample: samples.get(uuid ?? ''),
      rule: results.evaluation.targets.find(({ name }) => name === target),
      held,
      review: reviewCells(record, uuid),
      quantity: held ? null : (amount?.quantity ?? null),
      quantityNote: held || !amount ? null : noteQuantity(amount, results, record.samples),
      genotypes,
      facts,
    }
    return columns.map(([, cell]) => cell(row))
  })
  return [columns.map(([name]) => name), ...rows]
}

/** Write a remark on a quantity by its code, with the ends of the standards or the targets that it is about. */
function sayNote(note: QuantityNote): string {
  if ('targets' in note) return `${note.code} (${note.targets.join(', ')})`
  if (note.code !== 'extrapolated') return note.code
  return `${note.code} (standards from ${note.lowest} to ${note.highest})`
}

/** Return the genotypes of a well at the places that one of its targets is an allele of. */
function genotypesOf({ results, genotypes, well: { well, target } }: Row): string[] {
  const places = (results.evaluation.genotypes ?? []).filter(({ alleles }) =>
    alleles.includes(target),
  )
  return places.flatMap((place) => {
    const found = genotypes.find((one) => one.name === place.name && one.well === well)
    if (!found) return []
    // Write the call of a genotype in doubt: the nearest cluster alone would read as a result.
    return [`${place.name}=${found.call === 'called' ? found.genotype : found.call}`]
  })
}
