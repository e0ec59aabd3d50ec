import { canonicalJson } from '../../../domain/canonical.ts'
import {
  type BenchComparison,
  type ComparisonOrder,
  mostListedChanges,
} from '../../../domain/entities/bench-comparison.ts'
import type { Recipe, RecipeRelease } from '../../../domain/entities/recipe.ts'
import { Fault } from '../../../domain/fault.ts'
import {
  comparedContent,
  isInForce,
  isSameProgramme,
  type OpenVersion,
  type VersionContent,
} from '../../../domain/rules/recipe-version.ts'
import { engine } from '../../../workers/run/engine.ts'
import { hashText } from '../../crypto/hash-text.ts'
import type { By } from '../by.ts'
import { maySee } from '../lists.ts'
import { readRecord } from '../operations.ts'
import { refuseHeld } from '../recalls/holds.ts'
import type { Sql } from '../sql.ts'

/** Comparisons that a version keeps: those of the last people. */
const mostKept = 5

/**
 * Check a comparison that a page made on the test bench, and write down who made it and when (decision 41). The draft, the
 * version in force, the calculation and each run with its curves are those of the store; the changed calls are the page's.
 * @throws Fault `stale` for another state of the draft or of the version in force, `invalid` for runs and counts, `refused` for a run
 * that a recall holds.
 */
export function makeComparison(
  sql: Sql,
  order: ComparisonOrder,
  { recipe, open }: { recipe: Recipe; open: OpenVersion },
  by: By,
  at: string,
): BenchComparison {
  const { content_hash, against_hash, runs, changes } = order
  const inForce = recipe.next && isInForce(recipe, at) ? recipe : null
  const against = inForce && { version: inForce.version, content_hash: hashContent(inForce) }
  if (content_hash !== hashContent(open) || against_hash !== (against?.content_hash ?? null)) {
    throw otherState('content_hash', 'The comparison is of another state of the draft')
  }
  if (order.engine !== engine.version) {
    throw otherState('engine', 'The comparison was calculated by another version')
  }
  checkCounts(order)
  return {
    by: { uuid: by.actor.uuid, name: by.actor.name },
    at,
    content_hash,
    against,
    engine: engine.version,
    runs: runs.map((order, index) => {
      const run = findRun(sql, order.uuid, `runs.${index}`, by)
      refuseHeld(sql, order.uuid)
      if (run.curves_hash !== order.input_hash) throw unknownRun(`runs.${index}`)
      const other = isSameProgramme(run, open) ? {} : { other_programme: 1 as const }
      return { ...order, name: run.name, ...other }
    }),
    changes,
  }
}

/** Put a comparison beside those of other people; an earlier one of the same person goes. */
export function withComparison(open: OpenVersion, made: BenchComparison): OpenVersion {
  const { comparisons = [], ...release } = open.release
  const others = comparisons.filter(({ by }) => by.uuid !== made.by.uuid)
  return { ...open, release: { ...release, comparisons: [...others, made].slice(-mostKept) } }
}

/** Leave out comparisons and figures of an older state of the draft: they are no evidence of this one. */
export function withoutOlder(open: OpenVersion): OpenVersion {
  const { comparisons = [], figures = [], ...release } = open.release
  const kept = { comparisons: comparisons.filter(isCurrent), figures: figures.filter(isCurrent) }
  return {
    ...open,
    release: {
      ...release,
      ...(kept.comparisons.length > 0 && { comparisons: kept.comparisons }),
      ...(kept.figures.length > 0 && { figures: kept.figures }),
    },
  }
}

const isCurrent = ({ older }: { older?: 1 | undefined }) => older !== 1

/** Mark the comparisons and figures of a draft that are of another content than it has now. */
export function markOlder(release: RecipeRelease, content: VersionContent): RecipeRelease {
  const { comparisons, figures } = release
  if (!comparisons && !figures) return release
  const hash = hashContent(content)
  return {
    ...release,
    ...(comparisons && { comparisons: comparisons.map((one) => markOne(one, hash)) }),
    ...(figures && { figures: figures.map((one) => markOne(one, hash)) }),
  }
}

/** Mark the figures that are of another content than the version has now. */
export function markFigures(
  figures: Recipe['figures'],
  content: VersionContent,
): Recipe['figures'] {
  const hash = figures && hashContent(content)
  return figures?.map((one) => markOne(one, hash ?? ''))
}

function markOne<One extends { content_hash: string; older?: 1 | undefined }>(
  one: One,
  hash: string,
): One {
  const { older: _older, ...rest } = one
  return (one.content_hash === hash ? rest : { ...rest, older: 1 }) as One
}

/** Hash of what a version does. */
export function hashContent(version: VersionContent): string {
  return hashText(canonicalJson(comparedContent(version)))
}

export function otherState(field: string, message: string): Fault {
  return new Fault('stale', message, { field, reason: 'changed_meanwhile' })
}

/** @throws Fault `invalid` where the list of changed calls is not of these runs and their counts, or a run comes twice. */
function checkCounts({ runs, changes }: ComparisonOrder): void {
  const total = runs.reduce((sum, { calls }) => sum + calls, 0)
  const isWhole = changes.length === Math.min(total, mostListedChanges)
  const fits = runs.every(
    ({ calls }, index) => changes.filter(({ run }) => run === index).length <= calls,
  )
  const isOfRuns = changes.every(({ run }) => run < runs.length)
  const isOnce = new Set(runs.map(({ input_hash }) => input_hash)).size === runs.length
  if (isWhole && fits && isOfRuns && isOnce) return
  throw new Fault('invalid', 'The changed calls differ from their count', {
    field: 'changes',
    reason: 'value_not_possible',
  })
}

/** Return a run in sight that has its curves. @throws Fault `invalid` */
export function findRun(sql: Sql, uuid: string, field: string, by: By) {
  const run = readRecord(sql, 'analysis', uuid)
  const { curves_hash } = run ?? {}
  if (!run || !curves_hash || !maySee('analysis', run, by.sight)) throw unknownRun(field)
  return { ...run, curves_hash }
}

function unknownRun(field: string): Fault {
  return new Fault('invalid', 'No such run with these curves', { field, reason: 'run_unknown' })
}
