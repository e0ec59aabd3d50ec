import { refuse } from '../../../domain/actions/refuse.ts'
import { studyState } from '../../../domain/actions/study.ts'
import { canonicalJson } from '../../../domain/canonical.ts'
import type { Study, StudyRun } from '../../../domain/entities/study.ts'
import { Fault } from '../../../domain/fault.ts'
import { refusesFourEyes } from '../../../domain/rules/analysis.ts'
import { isIsothermal } from '../../../domain/rules/assay-kind.ts'
import { faultOf } from '../allow.ts'
import { actingOf, type By } from '../by.ts'
import { maySee } from '../lists.ts'
import { authorOf, readRecord, type StoredBody } from '../operations.ts'
import { peopleBehind } from '../people-behind.ts'
import type { RecordRules } from '../record-rule.ts'
import type { Sql } from '../sql.ts'

/** Fields whose change makes a new version of the figures. */
const content = [
  'runs',
  'samples',
  'targets',
  'calibrator',
  'inter_run',
  'method',
  'efficiency',
  'confidence',
] as const satisfies (keyof Study)[]

/**
 * Rules of a study: what the person gives of its runs is their ids. The service writes the name and the signed results of each,
 * who made the study, and its version.
 */
export const studyRules: RecordRules<'study'> = {
  complete: (sql, after, before, by, _at, patch) => {
    if (before) {
      const { status } = patch
      const action = status === undefined ? 'edit' : status === 'archived' ? 'archive' : 'unarchive'
      if (status !== undefined) checkAlone(patch)
      allowStudy(action, before, by)
      // Keep it as it was signed when it is brought back or laid aside.
      if (action !== 'edit') return after
    }
    const runs = after.runs.map((run, at) => {
      const known = before?.runs.find((one) => one.analysis_uuid === run.analysis_uuid)
      return known ?? pinRun(sql, run.analysis_uuid, `runs.${at}`, after, by)
    })
    const next = { ...after, runs }
    const own = authorOf(by.actor)
    const makers = peopleBehind(sql, by.actor).map((one) => one.uuid)
    if (!before) return { ...next, ...own, version: 1, hands: makers, signature: null }
    const isSame = content.every(
      (name) => canonicalJson(next[name]) === canonicalJson(before[name]),
    )
    const hands = [...new Set([...before.hands, ...makers])]
    return isSame ? { ...next, hands } : { ...next, hands, version: before.version + 1 }
  },
}

/**
 * Refuse a change of content that comes together with one of the status: archiving is allowed where editing is not.
 * @throws Fault `invalid`
 */
function checkAlone(patch: StoredBody): void {
  if (Object.keys(patch).length === 1) return
  throw new Fault('invalid', 'This is done alone, without other changes', {
    field: 'status',
    reason: 'not_alone',
  })
}

/** Let an action on a study pass. @throws Fault `forbidden` or `refused` */
export function allowStudy(
  action: 'edit' | 'sign' | 'archive' | 'unarchive',
  study: Study,
  by: By,
): void {
  const { permissions, fourEyes } = by
  const refusal = refuse('study', action, {
    state: studyState(study),
    permissions,
    facts: { four_eyes: () => refusesFourEyes(study, { ...actingOf(by), fourEyes }) },
  })
  if (refusal) throw faultOf(refusal)
}

/**
 * Return a run in the version that was signed.
 * @throws Fault `not_found` for one that the person does not see, `refused` for one that is not signed, has times instead
 *   of cycles, was corrected, or is in another swarm: people who see the study see its runs.
 */
function pinRun(
  sql: Sql,
  uuid: string,
  place: string,
  { swarm_uuid }: Pick<Study, 'swarm_uuid'>,
  by: By,
): StudyRun {
  const field = `${place}.analysis_uuid`
  const run = readRecord(sql, 'analysis', uuid)
  if (!run || !maySee('analysis', run, by.sight)) {
    throw new Fault('not_found', 'No such run', { field, reason: 'study_run_unknown' })
  }
  const results = run.results.at(-1)
  if (run.status !== 'VALIDATION' || !results) {
    throw new Fault('refused', 'Only signed runs', { field, reason: 'study_run_unsigned' })
  }
  if (run.swarm_uuid !== swarm_uuid) {
    throw new Fault('refused', 'A run of another swarm', { field, reason: 'study_other_swarm' })
  }
  if (isIsothermal(run.method.evaluation)) {
    throw new Fault('refused', 'A run with times', { field, reason: 'study_isothermal' })
  }
  refuseCorrected(sql, { analysis_uuid: uuid, name: run.name }, field)
  return { analysis_uuid: uuid, name: run.name, results_hash: results.hash }
}

/**
 * Refuse a run that a later version corrects: its results count nowhere else either.
 * @throws Fault `refused` with the reason `study_run_corrected`.
 */
export function refuseCorrected(
  sql: Sql,
  { analysis_uuid: uuid, name }: Pick<StudyRun, 'analysis_uuid' | 'name'>,
  field: string,
): void {
  const later = sql.first('SELECT 1 FROM analysis_facts WHERE corrects = ? LIMIT 1', uuid)
  if (!later) return
  throw new Fault('refused', 'A later version corrects this run', {
    field,
    reason: 'study_run_corrected',
    params: { name },
  })
}
