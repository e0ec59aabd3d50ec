import * as v from 'valibot'
import { entity } from '../entity.ts'
import { author, ContentHash, Line, Name, stamps, Text, Uuid } from '../fields.ts'
import { Signature } from './analysis.ts'

/** Most runs of a study: fifty plates of 96 wells are opened in a few seconds. */
const mostStudyRuns = 50

/** A signed run of a study, in the version that was signed: the hash of the results that its signature covers. */
export const StudyRun = v.strictObject({
  analysis_uuid: Uuid,
  name: Name,
  results_hash: ContentHash,
})
export type StudyRun = v.InferOutput<typeof StudyRun>

/** Group of a sample. Samples of one biological replicate are averaged first, so that they count once. */
export const StudySample = v.strictObject({
  name: Name,
  /** Empty for a sample that is in no group. */
  group: v.pipe(Line, v.maxLength(60)),
  /** Empty where the sample is a biological replicate of its own. */
  replicate: v.pipe(Line, v.maxLength(120)),
})
export type StudySample = v.InferOutput<typeof StudySample>

export const studyRoles = ['target', 'reference', 'omitted'] as const

export const StudyTarget = v.strictObject({
  name: v.pipe(Line, v.regex(/\S/, 'required')),
  role: v.picklist(studyRoles),
  /** One threshold over all runs, in dRn; null reads each run's signed Cq. */
  threshold: v.nullable(v.pipe(v.number(), v.gtValue(0))),
  /** Fold per cycle with its standard error, where it is given by hand. */
  efficiency: v.nullable(
    v.strictObject({
      factor: v.pipe(v.number(), v.gtValue(1), v.maxValue(2.5)),
      error: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
    }),
  ),
})
export type StudyTarget = v.InferOutput<typeof StudyTarget>

/** `ddcq`: every target doubles (Livak 2001). `pfaffl`: each target by its own efficiency (Pfaffl 2001). */
export const studyMethods = ['ddcq', 'pfaffl'] as const

/** `standards`: of the standard curve over all runs. `given`: of the study's own table. */
export const studyEfficiencies = ['standards', 'given'] as const

const areNamesOnce = (list: { name: string }[]) =>
  new Set(list.map(({ name }) => name)).size === list.length

/** Fields of a study that people write. */
export const studyFields = {
  name: Name,
  note: v.pipe(Text, v.maxLength(4000)),
  runs: v.pipe(
    v.array(StudyRun),
    v.minLength(1, 'required'),
    v.maxLength(mostStudyRuns),
    v.check(
      (runs) => new Set(runs.map((run) => run.analysis_uuid)).size === runs.length,
      'repeated',
    ),
  ),
  samples: v.pipe(
    v.array(StudySample),
    v.maxLength(5000),
    v.check((list) => areNamesOnce(list), 'repeated'),
  ),
  targets: v.pipe(
    v.array(StudyTarget),
    v.maxLength(60),
    v.check((list) => areNamesOnce(list), 'repeated'),
  ),
  /** Group whose mean is 1; empty for the mean of all samples. */
  calibrator: v.pipe(Line, v.maxLength(60)),
  /** Names of samples that were measured in several runs to make them comparable (Hellemans 2007). */
  inter_run: v.pipe(v.array(Name), v.maxLength(50)),
  method: v.picklist(studyMethods),
  efficiency: v.picklist(studyEfficiencies),
  /** Part of cases in which an interval is to hold the truth. */
  confidence: v.picklist([0.9, 0.95, 0.99]),
}

/**
 * `pdf` figures and tables; `csv` and `xlsx` every well and quantity; `genotypes` a table of them (CSV); `rdml` the runs; `r` a
 * script with its data.
 */
export const studyFormats = ['pdf', 'xlsx', 'csv', 'genotypes', 'rdml', 'r'] as const
export type StudyFormat = (typeof studyFormats)[number]

export const studyStatuses = ['active', 'archived'] as const

/** Several signed runs evaluated together: relative quantities of groups of samples. */
export const Study = v.strictObject({
  ...stamps,
  ...author,
  ...studyFields,
  /** All its runs are of this swarm, so that people who see the study see its runs. */
  swarm_uuid: Uuid,
  status: v.picklist(studyStatuses),
  /** Counts the changes of what is calculated, from 1. */
  version: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** People who changed what is calculated. Only the service writes it. */
  hands: v.array(Uuid),
  /** Over runs and settings; nothing of a signed study changes. */
  signature: v.nullable(Signature),
})
export type Study = v.InferOutput<typeof Study>

/** Settings that the figures of a study are calculated by. */
export type StudyDesign = Pick<
  Study,
  'samples' | 'targets' | 'calibrator' | 'inter_run' | 'method' | 'efficiency' | 'confidence'
>

/** Return the settings of a study alone, so that they cross to a worker. */
export function designOf(study: StudyDesign): StudyDesign {
  const { samples, targets, calibrator, inter_run, method, efficiency, confidence } = study
  return { samples, targets, calibrator, inter_run, method, efficiency, confidence }
}

export const study = entity({
  kind: 'study',
  path: '/studies',
  permission: 'analysis.search',
  schema: Study,
  indexes: ['name'],
  filters: ['status', 'swarm_uuid'],
  scope: 'swarm',
  local: { table: 'studies', collection: 'analyses' },
  trash: null,
})
