import { cartridges } from '../../domain/catalog/cartridges.ts'
import { displayName } from '../../domain/catalog/wavelengths.ts'
import type { Analysis, Sample } from '../../domain/entities/analysis.ts'
import type { Process } from '../../domain/entities/process-recipe.ts'
import type { Results, WellResult } from '../../domain/results.ts'
import { minutesPerReading } from '../../domain/rules/assay-kind.ts'
import { describeEnd } from '../../domain/rules/run-points.ts'
import { heldBack } from '../../domain/rules/sample-review.ts'
import { wellIndex } from '../../domain/rules/well.ts'
import type { RunCurves } from '../run/blob.ts'
import { compensateRun } from '../run/measure-run.ts'
import {
  createTarget,
  type ExportRun,
  type ImportedTarget,
  type ImportedWell,
  type ProgrammeStep,
  rdmlTypeOf,
} from './imported-run.ts'

/** Fields of an analysis that are written into a file for other software. */
export type WrittenAnalysis = Pick<
  Analysis,
  | 'name'
  | 'cartridge_type'
  | 'samples'
  | 'exclusions'
  | 'method'
  | 'started_at'
  | 'source'
  | 'sample_reviews'
  | 'status'
  | 'points'
  | 'end_reason'
>

/**
 * Return a finished analysis as the writers of files take it: the curves as measured, and Cq, baseline, threshold,
 * melting temperatures and calls as calculated. Give `end`, the end of the run, if its record has no count of its
 * points.
 */
export function exportRun(
  record: WrittenAnalysis,
  results: Results,
  curves: RunCurves,
  /** Name of what measured it, as in all files (edge/reports/name-device.ts); its hostname stays in the laboratory. */
  instrument: string,
  end: string = describeEnd(record),
): ExportRun {
  const { rows, columns } = cartridges[record.cartridge_type]
  const { source } = record
  const state = source?.curves ?? 'raw'
  return {
    name: record.name,
    experiment: source?.run ?? record.name,
    source: {
      format: 'bapp',
      version: '',
      software: results.engine.name,
      softwareVersion: results.engine.version,
      instrument,
      date: record.started_at,
    },
    plate: { rows, columns, labels: 'letters' },
    wells: record.samples
      .flatMap((sample) =>
        sample.coordinates.map((name) => writeWell(record, results, sample, name)),
      )
      .sort((a, b) => a.well - b.well),
    amplification: { readings: curves.amplification, state },
    ...(results.evaluation.compensation && {
      compensated: {
        amplification: compensateRun(curves.amplification, results.evaluation),
        melt: curves.melt && compensateRun(curves.melt, results.evaluation),
      },
    }),
    melt: curves.melt && { readings: curves.melt, state },
    passiveReference: results.evaluation.passive_reference,
    programme: source?.programme_given === false ? null : writeProgramme(record.method.process),
    end,
  }
}

function writeWell(
  record: WrittenAnalysis,
  results: Results,
  sample: Sample,
  name: string,
): ImportedWell {
  const own = results.wells.filter(({ well }) => well === name)
  return {
    well: wellIndex(cartridges[record.cartridge_type], name),
    name,
    sample: sample.name,
    sampleType: rdmlTypeOf[sample.sample_type],
    targets: own.map((result) => writeTarget(record, results, sample, result)),
  }
}

function writeTarget(
  record: WrittenAnalysis,
  results: Results,
  sample: Sample,
  result: WellResult,
): ImportedTarget {
  const dye = record.source?.dyes.find(({ channel }) => channel === result.channel)?.dye
  const { quantification } = results.evaluation
  const references = quantification?.method === 'relative' ? quantification.reference_targets : []
  const exclusion = record.exclusions.find(
    ({ well, target }) => well === result.well && (target === null || target === result.target),
  )
  const { baseline } = result
  const held = heldBack(record, sample.uuid)
  return {
    ...createTarget(result.target, dye ?? displayName(result.channel)),
    type: references.includes(result.target) ? 'ref' : 'toi',
    channel: result.channel,
    cq: readingOf(result, results),
    cqGiven: true,
    threshold: result.threshold,
    baseline: baseline && { start: baseline.start, end: baseline.end },
    background: baseline && { intercept: baseline.intercept, slope: baseline.slope },
    quantity: sample.quantity === undefined ? null : { value: sample.quantity, unit: 'cop' },
    endPoint: result.end_point,
    tm: result.melt.map(({ tm }) => tm),
    // Leave out a held result: it is not a result of the sample until it is released. The measured numbers belong to
    // the run.
    call: held ? held.verdict : result.call,
    note: held ? held.reason : null,
    excluded: exclusion?.reason ?? null,
  }
}

/** Return a Cq as files have it, in cycles: a time to threshold becomes the reading at which the curve crossed. */
function readingOf({ cq }: WellResult, { evaluation }: Results): number | null {
  const minutes = minutesPerReading(evaluation)
  return cq === null || minutes === null ? cq : cq / minutes
}

/** Return the steps of a process as the writers take them. */
export function writeProgramme({ steps }: Process): ProgrammeStep[] {
  return steps.map((step): ProgrammeStep => {
    if (step.type !== 'temperature') return step
    const { temperature_change: change, measure, ...rest } = step
    return {
      ...rest,
      ...(change !== undefined && { temperatureChange: change }),
      ...(measure && { measure }),
    }
  })
}
