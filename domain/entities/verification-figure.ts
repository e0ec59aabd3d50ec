import * as v from 'valibot'
import { ContentHash, FileName, Name, PersonName, Timestamp, Uuid } from '../fields.ts'
import { isLine } from '../rules/plain-text.ts'

/**
 * Performance characteristics that a laboratory verifies before it uses a method: words of ISO 15189:2022, 7.3.2, and of
 * the MIQE guidelines (Bustin 2009, https://doi.org/10.1373/clinchem.2008.112797).
 */
export const figureKinds = [
  /** Lowest amount that is detected in 95 % of replicates, and the lowest that is quantified well enough. */
  'lod',
  'loq',
  'efficiency',
  /** R² of the standard curve. */
  'linearity',
  /** SD of the Cq of replicates in a run, and of the means of a sample between runs. */
  'repeatability',
  'reproducibility',
  /** Bias against a reference. */
  'trueness',
  /** Share of negative controls without a signal, and of positive controls that are detected. */
  'specificity',
  'sensitivity',
] as const
export type FigureKind = (typeof figureKinds)[number]

/** Most figures of a version, runs of a figure, and files of a figure. */
export const mostFigures = 60
export const mostFigureRuns = 10
export const mostFigureFiles = 5

const Figure = v.pipe(v.number(), v.minValue(-1e12), v.maxValue(1e12))
const Limit = v.nullable(Figure)
const Count = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000))

const stated = {
  /** Given by the page, so that a figure is written over by its next measurement. */
  uuid: Uuid,
  kind: v.picklist(figureKinds),
  /** Null: the figure is of the method as a whole. */
  target: v.nullable(Name),
  /** Empty for a figure without a unit, as R² is. */
  unit: v.pipe(v.string(), v.maxLength(30), v.check(isLine, 'control_character')),
  /** Accepted limits; one of them at least. */
  least: Limit,
  most: Limit,
}

/** A figure as a page states it. Where it is calculated from its runs, no number is sent (domain/rules/verification.ts). */
export const FigureOrder = v.strictObject({
  ...stated,
  value: Limit,
  n: v.nullable(Count),
  run_uuids: v.pipe(v.array(Uuid), v.maxLength(mostFigureRuns)),
  /** Files that were attached to the recipe by `recipes/figure_file` before. */
  file_uuids: v.pipe(v.array(Uuid), v.maxLength(mostFigureFiles)),
})
export type FigureOrder = v.InferOutput<typeof FigureOrder>

/** Facts of a probit regression beside the limit (workers/plate/detection-limit.ts). */
const Probit = v.strictObject({
  /** Ends of the 95 % confidence interval (Fieller); null where it has none. */
  low: v.nullable(v.number()),
  high: v.nullable(v.number()),
  /** Probability of hit rates that are this far from the curve: small where it does not fit. */
  fit: v.number(),
  /** Place of the limit among the tested quantities: outside of them it is an extrapolation. */
  range: v.picklist(['below', 'within', 'above']),
})

/** A figure of the verification that is kept with a version as evidence (docs/decisions/049-verification-figures.md). */
export const VerificationFigure = v.strictObject({
  ...stated,
  value: Figure,
  n: Count,
  runs: v.pipe(
    v.array(
      v.strictObject({
        uuid: Uuid,
        name: v.string(),
        /** Hash of the curves. */
        input_hash: ContentHash,
        /** Hash of the samples and exclusions that a calculated figure rests on: people may change them afterwards. */
        judged_hash: v.optional(ContentHash),
        /** 1: measured by another thermal programme than the one of the version. */
        other_programme: v.optional(v.literal(1)),
      }),
    ),
    v.maxLength(mostFigureRuns),
  ),
  /** Regression of a limit of detection that was calculated from hit rates (probit). */
  probit: v.optional(Probit),
  /** Version of the calculation; null for a number that a person stated. */
  engine: v.nullable(v.string()),
  files: v.pipe(
    v.array(v.strictObject({ uuid: Uuid, name: FileName, content_hash: ContentHash })),
    v.maxLength(mostFigureFiles),
  ),
  by: v.strictObject({ uuid: Uuid, name: PersonName }),
  at: Timestamp,
  /** Hash of what the draft did when the figure was stated. */
  content_hash: ContentHash,
  /** 1: the draft was changed since. It is no evidence of what the draft does now. */
  older: v.optional(v.literal(1)),
})
export type VerificationFigure = v.InferOutput<typeof VerificationFigure>
