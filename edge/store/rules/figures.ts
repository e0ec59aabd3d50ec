import { canonicalJson } from '../../../domain/canonical.ts'
import type { Analysis } from '../../../domain/entities/analysis.ts'
import {
  type FigureOrder,
  mostFigures,
  type VerificationFigure,
} from '../../../domain/entities/verification-figure.ts'
import { Fault } from '../../../domain/fault.ts'
import { isSameProgramme, type OpenVersion } from '../../../domain/rules/recipe-version.ts'
import { isCalculated, requiredUnit } from '../../../domain/rules/verification.ts'
import { hashText } from '../../crypto/hash-text.ts'
import type { By } from '../by.ts'
import { readRecord } from '../operations.ts'
import { refuseHeld } from '../recalls/holds.ts'
import type { Sql } from '../sql.ts'
import { findRun, hashContent, otherState } from './comparisons.ts'

/** A figure that the service calculated from the runs of an order, with the state of the draft that it did it by. */
export interface MeasuredFigure {
  value: number
  n: number
  probit?: VerificationFigure['probit']
  engine: string
  content_hash: string
  /** Hashes of the curves of each run, and of what people said of it, in the order of the runs. */
  inputs: readonly { input_hash: string; judged_hash: string }[]
}

/** Hash what people say of a run, by which its figures are calculated as by its curves: samples and exclusions. */
export function hashJudged({
  samples,
  exclusions,
}: Pick<Analysis, 'samples' | 'exclusions'>): string {
  return hashText(canonicalJson({ samples, exclusions }))
}

/**
 * Put a stated figure with the draft: the one with this id is written over. Write down who stated it, when, of what the
 * draft did, and the runs and files with their hashes.
 * @param measured null for a figure that a person states.
 * @throws Fault `invalid` for numbers, runs and files that are not there, `stale` where the draft or a run was changed
 * while it was calculated, `refused` for a run that a recall holds.
 */
export function withFigure(
  sql: Sql,
  { order, measured }: { order: FigureOrder; measured: MeasuredFigure | null },
  open: OpenVersion,
  of: { recipe: string; by: By; at: string },
): OpenVersion {
  const { by, at } = of
  const { value, n, run_uuids, file_uuids, ...stated } = order
  checkOrder(order, open, measured)
  const runs = run_uuids.map((uuid, at) => {
    const run = findRun(sql, uuid, `run_uuids.${at}`, by)
    refuseHeld(sql, uuid)
    const input = measured?.inputs[at]
    const isSame = input?.input_hash === run.curves_hash && input.judged_hash === hashJudged(run)
    if (measured && !isSame) {
      throw otherState('run_uuids', 'A run was changed while it was calculated')
    }
    return {
      uuid,
      name: run.name,
      input_hash: run.curves_hash,
      ...(input && { judged_hash: input.judged_hash }),
      ...(isSameProgramme(run, open) ? {} : { other_programme: 1 as const }),
    }
  })
  // Refuse one run under two names, imported twice or corrected, which would agree with itself.
  if (new Set(runs.map(({ input_hash }) => input_hash)).size < runs.length) {
    throw notPossible('run_uuids')
  }
  const figure: VerificationFigure = {
    ...stated,
    value: measured?.value ?? need(value, 'value'),
    n: measured?.n ?? need(n, 'n'),
    runs,
    ...(measured?.probit && { probit: measured.probit }),
    engine: measured?.engine ?? null,
    files: file_uuids.map((uuid, at) => findFile(sql, of.recipe, uuid, at)),
    by: { uuid: by.actor.uuid, name: by.actor.name },
    at,
    content_hash: hashContent(open),
  }
  const known = open.release.figures ?? []
  const isKnown = known.some(({ uuid }) => uuid === figure.uuid)
  const figures = isKnown
    ? known.map((one) => (one.uuid === figure.uuid ? figure : one))
    : [...known, figure]
  if (figures.length > mostFigures) throw notPossible('uuid')
  return { ...open, release: { ...open.release, figures } }
}

/**
 * Refuse evidence whose runs are judged otherwise by now: a well that was excluded for the figure alone, or a control that was
 * called a sample for it, would make the version look better than its runs, and one that was deleted can be looked at by nobody.
 * Refuse a run that a recall holds as well, also in a comparison; what is of an older content is no evidence.
 * @throws Fault `stale` or `refused`
 */
export function checkJudged(
  sql: Sql,
  { release: { figures = [], comparisons = [] } }: OpenVersion,
): void {
  for (const { runs, older } of comparisons) {
    if (older !== 1) for (const { uuid } of runs) refuseHeld(sql, uuid)
  }
  for (const { runs, older } of figures) {
    for (const { uuid, judged_hash } of runs) {
      if (older !== 1) refuseHeld(sql, uuid)
      if (judged_hash === undefined) continue
      const run = readRecord(sql, 'analysis', uuid)
      if (run && hashJudged(run) === judged_hash) continue
      throw otherState(
        'figures',
        'A run of a figure has other samples or exclusions now, or is gone',
      )
    }
  }
}

/** Take a figure of the draft away. @throws Fault `not_found` */
export function withoutFigure(open: OpenVersion, uuid: string): OpenVersion {
  const { figures = [], ...release } = open.release
  const kept = figures.filter((one) => one.uuid !== uuid)
  if (kept.length === figures.length) throw new Fault('not_found', 'No such figure')
  return { ...open, release: { ...release, ...(kept.length > 0 && { figures: kept }) } }
}

/** @throws Fault */
function checkOrder(order: FigureOrder, open: OpenVersion, measured: MeasuredFigure | null): void {
  const { target, unit, least, most, run_uuids, file_uuids } = order
  if (target !== null && open.evaluation.targets.every(({ name }) => name !== target)) {
    throw notPossible('target')
  }
  if ((least === null && most === null) || (least !== null && most !== null && least > most)) {
    throw notPossible('least')
  }
  if (unit !== (requiredUnit(order) ?? unit)) throw notPossible('unit')
  if (new Set(run_uuids).size !== run_uuids.length) throw notPossible('run_uuids')
  if (new Set(file_uuids).size !== file_uuids.length) throw notPossible('file_uuids')
  if (!isCalculated(order)) return
  need(target, 'target')
  if (order.value !== null) throw notPossible('value')
  if (order.n !== null) throw notPossible('n')
  if (measured?.content_hash !== hashContent(open)) {
    throw otherState('content_hash', 'The draft was changed while the figure was calculated')
  }
}

function need<Value>(value: Value | null, field: string): Value {
  if (value !== null) return value
  throw new Fault('invalid', 'State the figure and its number of observations', {
    field,
    reason: 'required',
  })
}

function notPossible(field: string): Fault {
  return new Fault('invalid', 'This figure is not possible', {
    field,
    reason: 'value_not_possible',
  })
}

/** @throws Fault `invalid` for a file that was not attached to this recipe as evidence. */
function findFile(sql: Sql, recipe: string, uuid: string, at: number) {
  const file = readRecord(sql, 'attachment', uuid)
  if (file?.resource_uuid === recipe && file.role === 'evidence') {
    return { uuid, name: file.name, content_hash: file.content_hash }
  }
  throw new Fault('invalid', 'No such file of this recipe', {
    field: `file_uuids.${at}`,
    reason: 'evidence_needed',
  })
}
