import type { Analysis } from '../entities/analysis.ts'
import type { TargetRule } from '../entities/evaluation-recipe.ts'
import type { ResultSummary, Results, SampleResult, WellResult } from '../results.ts'
import { findObjectors, replicateRules } from './objections.ts'
import { type CountedPoints, countGaps, hasEndedEarly } from './run-points.ts'

/** Reasons that a run needs a closer look, the most severe first: also the order in which they are shown. */
export const riskNames = [
  'controls_failed',
  'ended_early',
  'points_missing',
  'invalid',
  'review',
  'replicates',
  'late_cq',
  'anomalies',
  'excluded',
  'recalculated',
  'waiting',
] as const
export type RiskName = (typeof riskNames)[number]

/** Severities, the highest first: results that are not valid, results that people would dispute, facts to be aware of. */
export const riskLevels = ['high', 'medium', 'low', 'none'] as const
export type RiskLevel = (typeof riskLevels)[number]

const levels: Readonly<Record<RiskName, Exclude<RiskLevel, 'none'>>> = {
  controls_failed: 'high',
  ended_early: 'high',
  points_missing: 'high',
  invalid: 'high',
  review: 'medium',
  replicates: 'medium',
  late_cq: 'medium',
  waiting: 'medium',
  anomalies: 'low',
  excluded: 'low',
  recalculated: 'low',
}

export interface Risk {
  name: RiskName
  /** Number of rules, samples, wells, recalculations or days, as its text says. */
  count: number
  /** Wells where it is to be seen, in the order of the plate; none where it is of the whole run. */
  wells: string[]
}

/** Cycles round a target's limit within which a Cq is a matter of chance: replicates near the limit of detection scatter so far. */
export const nearLimitCycles = 1.5
/** Spread of replicates worth a look where the recipe names none: half a cycle, as laboratories commonly hold it. */
const commonSpread = 0.5
/** Days after which a run has waited too long: its samples and its people move on. */
const longWaitDays = 3

const dayMs = 86_400_000

type Waiting = Pick<Analysis, 'status' | 'created_at' | 'ended_at' | 'points'> &
  Partial<Pick<Analysis, 'end_reason'>>

/** Facts of a run in a list, beside its results. */
export type ListedRun = Waiting & {
  /** Wells that were left out. */
  excluded: readonly string[]
  /** Number of calculations of the results. */
  calculations: number
}

/** Count what a list knows of a run while its results are not read. An empty answer does not mean that it is clean. */
export function sumUpRisks(summary: ResultSummary | null, run: ListedRun, now: number): Risk[] {
  const counted = (name: RiskName, count: number) => (count > 0 ? [{ name, count, wells: [] }] : [])
  const known = [
    ...counted('controls_failed', summary && !summary.controls_ok ? 1 : 0),
    ...counted('invalid', summary?.invalid ?? 0),
    ...counted('review', summary?.review ?? 0),
  ]
  return addRunRisks(known, run, now)
}

/** Find everything in a run's results and record that a reviewer should check; risks of wells name them. */
export function findRisks(
  results: Results,
  run: Waiting & Pick<Analysis, 'exclusions' | 'results'>,
  now: number,
  countedPoints?: CountedPoints,
): Risk[] {
  const excluded = run.exclusions.map(({ well }) => well)
  const listed = { ...run, excluded, calculations: run.results.length }
  const found = [...findPointRisks(run, countedPoints), ...findResultRisks(results)]
  return addRunRisks(found, listed, now)
}

/** Add what the record says to what was found in its results. */
export function addRunRisks(found: readonly Risk[], run: ListedRun, now: number): Risk[] {
  const { excluded, calculations } = run
  const ofRecord: Risk[] = [
    { name: 'excluded' as const, count: new Set(excluded).size, wells: namesOf(excluded) },
    { name: 'recalculated' as const, count: Math.max(0, calculations - 1), wells: [] },
  ]
  return inOrder([
    ...found,
    ...ofRecord.filter(({ count }) => count > 0),
    // Leave out what the curves of an older record have shown already.
    ...findRunRisks(run, now).filter(({ name }) => !found.some((known) => known.name === name)),
  ])
}

/** Find what a file of results alone gives to look at: the same for the same file, so that it can be kept by its hash. */
export function findResultRisks(results: Results): Risk[] {
  const left = results.wells.filter((well) => !isExcluded(well))
  const broken = results.controls.filter(({ ok }) => !ok)
  const ofWells = (name: RiskName, found: readonly WellResult[]) => {
    const wells = namesOf(found.map(({ well }) => well))
    return { name, count: wells.length, wells }
  }
  const ofSamples = (name: RiskName, found: readonly SampleResult[]) => ({
    name,
    count: found.length,
    // Name the well whose rule objected, not its replicates that nothing is wrong with.
    wells: namesOf(found.flatMap((sample) => wellsToSee(sample, results.wells))),
  })
  const rules = new Map(results.evaluation.targets.map((target) => [target.name, target]))
  const spread = results.evaluation.controls.replicate_sd ?? commonSpread
  return inOrder(
    [
      {
        name: 'controls_failed' as const,
        count: broken.length,
        wells: namesOf(broken.flatMap(({ wells }) => wells)),
      },
      ofSamples(
        'invalid',
        results.samples.filter(
          ({ call, trace }) => call === 'invalid' && !trace.some(({ rule }) => rule === 'excluded'),
        ),
      ),
      ofSamples(
        'review',
        results.samples.filter(({ call }) => call === 'review'),
      ),
      ofSamples(
        'replicates',
        results.samples.filter((sample) => doReplicatesDiffer(sample, spread)),
      ),
      ofWells(
        'late_cq',
        left.filter((well) => isNearLimit(well, rules.get(well.target))),
      ),
      ofWells(
        'anomalies',
        left.filter(({ flags }) => flags.length > 0),
      ),
    ].filter(({ count }) => count > 0),
  )
}

/** Return the gravest level among risks. */
export function weighRisks(risks: readonly Risk[]): RiskLevel {
  const found = new Set<RiskLevel>(risks.map(({ name }) => levels[name]))
  return riskLevels.find((level) => found.has(level)) ?? 'none'
}

/** Return the level of one risk. */
export function riskLevel(name: RiskName): RiskLevel {
  return levels[name]
}

/**
 * Order of a reviewer's work: by level; within it more kinds of grave things first, then more of them, then what has
 * waited longer. The same answer for the same runs: equal ones are sorted by uuid.
 */
export function compareRisks(
  one: { uuid: string; since: string; risks: readonly Risk[] },
  other: { uuid: string; since: string; risks: readonly Risk[] },
): number {
  const [a, b] = [weighRisks(one.risks), weighRisks(other.risks)]
  if (a !== b) return riskLevels.indexOf(a) - riskLevels.indexOf(b)
  const grave = (risks: readonly Risk[]) => risks.filter(({ name }) => levels[name] === a)
  const [mine, theirs] = [grave(one.risks), grave(other.risks)]
  return (
    theirs.length - mine.length ||
    countAll(theirs) - countAll(mine) ||
    compareTexts(one.since, other.since) ||
    compareTexts(one.uuid, other.uuid)
  )
}

/** Return the time since which a run waits for its reviewer: an imported one not before its import. */
export function waitsSince({ ended_at, created_at }: Pick<Analysis, 'ended_at' | 'created_at'>) {
  return ended_at !== null && Date.parse(ended_at) > Date.parse(created_at) ? ended_at : created_at
}

function findRunRisks(run: Waiting, now: number): Risk[] {
  const days = Math.floor((now - Date.parse(waitsSince(run))) / dayMs)
  return [
    ...findPointRisks(run),
    ...(days >= longWaitDays ? [{ name: 'waiting' as const, count: days, wells: [] }] : []),
  ]
}

/** Find what the count of a run's points gives to look at: an early end, and gaps. */
export function findPointRisks(
  run: Parameters<typeof hasEndedEarly>[0],
  counted?: CountedPoints,
): Risk[] {
  const gaps = countGaps(run, counted)
  return [
    ...(hasEndedEarly(run, counted) ? [{ name: 'ended_early' as const, count: 1, wells: [] }] : []),
    ...(gaps > 0 ? [{ name: 'points_missing' as const, count: gaps, wells: [] }] : []),
  ]
}

function wellsToSee(sample: SampleResult, wells: readonly WellResult[]): readonly string[] {
  const objectors = findObjectors(sample, wells)
  return objectors.length > 0 ? objectors.map(({ well }) => well) : sample.wells
}

function isExcluded({ trace }: WellResult): boolean {
  return trace.some(({ rule, decided }) => rule === 'excluded' && decided)
}

/** Return true if a counted Cq is so close to a limit that chance may have decided. */
function isNearLimit({ cq, call }: WellResult, target: TargetRule | undefined): boolean {
  if (cq === null || !target || call === 'invalid') return false
  return [target.cq_review, target.cq_max].some(
    (limit) => limit !== undefined && Math.abs(cq - limit) <= nearLimitCycles,
  )
}

function doReplicatesDiffer({ trace, cq_sd }: SampleResult, spread: number): boolean {
  if (cq_sd !== null && cq_sd > spread) return true
  return trace.some(({ rule, decided }) => decided && replicateRules.includes(rule))
}

function inOrder(risks: Risk[]): Risk[] {
  return risks.toSorted((a, b) => riskNames.indexOf(a.name) - riskNames.indexOf(b.name))
}

/** List each name once, in the order of the plate: by row, then by column as a number. */
function namesOf(wells: readonly string[]): string[] {
  return [...new Set(wells)].toSorted(
    (a, b) => compareTexts(a.slice(0, 1), b.slice(0, 1)) || Number(a.slice(1)) - Number(b.slice(1)),
  )
}

function countAll(risks: readonly Risk[]): number {
  return risks.reduce((sum, { count }) => sum + count, 0)
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
