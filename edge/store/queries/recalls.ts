import type {
  AmendableReport,
  FoundSubject,
  RecallReach,
  Touched,
  TouchedRow,
} from '../../../domain/calls/recalls.ts'
import type {
  HoldStatus,
  RecallHold,
  RecallSubject,
  SubjectKind,
  TouchedState,
} from '../../../domain/entities/recall.ts'
import { countStates } from '../../../domain/rules/recall.ts'
import { readSeen } from '../by.ts'
import { maySee, type Sight } from '../lists.ts'
import { readRecord } from '../operations.ts'
import { findHolds, holdOn } from '../recalls/holds.ts'
import { findAmendable } from '../recalls/amendable.ts'
import { type ConcernedPerson, findPeople } from '../recalls/people.ts'
import { proveTouched } from '../recalls/prove.ts'
import { findReaches } from '../recalls/reaches.ts'
import { findSubjects, nameSubject } from '../recalls/subjects.ts'
import { countFiles, findFiles } from '../recalls/touched-files.ts'
import { countStudies, findStudies } from '../recalls/touched-studies.ts'
import { findTouched, hashTouched, isHoldable, type TouchedRun } from '../recalls/touched.ts'
import type { Sql } from '../sql.ts'

interface Asked {
  subject: RecallSubject
  recall_uuid?: string | undefined
  states?: readonly TouchedState[] | undefined
  swarm_uuid?: readonly string[] | undefined
  limit: number
  page: number
}

export const recallQueries = {
  recallSubjects: (
    sql: Sql,
    { kind, search }: { kind: SubjectKind; search?: string | undefined },
    _sight: Sight,
  ): FoundSubject[] => findSubjects(sql, kind, search),
  /**
   * Everything that a thing touched. Counts are of the whole company, or they would prove nothing; rows are those of the
   * swarms in sight.
   */
  touched: (sql: Sql, asked: Asked, sight: Sight): Touched => {
    const { subject, recall_uuid, states, swarm_uuid, limit, page } = asked
    const runs = findTouched(sql, subject)
    const holds = readHoldsOf(sql, recall_uuid)
    const rows = runs.filter(
      (run) =>
        sight.swarms.includes(run.swarm_uuid) &&
        (!states || states.includes(run.state)) &&
        (!swarm_uuid || swarm_uuid.includes(run.swarm_uuid)),
    )
    const studies = findStudies(sql, runs)
    const files = findFiles(sql, runs)
    const seen = new Set(
      runs
        .filter((run) => sight.swarms.includes(run.swarm_uuid))
        .map(({ analysis_uuid }) => analysis_uuid),
    )
    const shown = rows.slice((page - 1) * limit, page * limit)
    return {
      data: shown.map((run) => rowOf(sql, run, holds)),
      pages: Math.max(1, Math.ceil(rows.length / limit)),
      total: rows.length,
      name: nameSubject(sql, subject),
      counts: countStates(runs.map(({ state }) => state)),
      laboratories: countLaboratories(sql, runs, sight),
      files: files.flatMap(({ person: _person, analyses, ...file }) => {
        const known = analyses.filter((one) => seen.has(one.analysis_uuid))
        return known.length > 0 ? [{ ...file, analyses: known }] : []
      }),
      file_counts: countFiles(sql, runs, files),
      studies: studies
        .filter(({ swarm_uuid: of }) => sight.swarms.includes(of))
        .map(({ people: _people, ...study }) => study),
      study_counts: countStudies(sql, runs, studies),
      samples: sumOf(runs, ({ samples }) => samples),
      reports: sumOf(runs, ({ reports }) => reports),
      certificates: sumOf(runs, ({ certificate }) => (certificate === 'Issued' ? 1 : 0)),
      held: [...holds.values()].filter((status) => status === 'held').length,
      fresh: runs.filter((run) => isHoldable(run) && !holds.has(run.analysis_uuid)).length,
      proof: proveTouched(sql, subject, runs),
      list_hash: hashTouched(runs),
    }
  },
  recallReaches: (sql: Sql, _asked: object, _sight: Sight): RecallReach[] => findReaches(sql),
  /** People whom a recall concerns, with their addresses: for the service's own use. */
  recallPeople: (sql: Sql, { recall }: { recall: string }, sight: Sight): ConcernedPerson[] =>
    findPeople(sql, readSeen(sql, 'recall', recall, sight)),
  amendable: (sql: Sql, { recall }: { recall: string }, sight: Sight): AmendableReport[] =>
    findAmendable(sql, readSeen(sql, 'recall', recall, sight), sight),
  /** Number of a recall that holds one of these analyses, deleted ones too; 0 for none. Asked of records that were seen. */
  heldBy: (sql: Sql, { analyses }: { analyses: readonly string[] }, _sight: Sight): number =>
    analyses.reduce((found, uuid) => found || holdOn(sql, uuid), 0),
  /** Holds on analyses in sight. */
  holdsOn: (sql: Sql, { analyses }: { analyses: readonly string[] }, sight: Sight): RecallHold[] =>
    findHolds(
      sql,
      analyses.filter((uuid) => {
        const record = readRecord(sql, 'analysis', uuid)
        return record !== null && maySee('analysis', record, sight)
      }),
    ),
}

function sumOf(runs: readonly TouchedRun[], count: (run: TouchedRun) => number): number {
  return runs.reduce((sum, run) => sum + count(run), 0)
}

/** Read the holds of a recall, also those that were lifted, by analysis. */
function readHoldsOf(sql: Sql, recall: string | undefined): Map<string, HoldStatus> {
  const rows = sql.all<{ analysis: string; status: HoldStatus }>(
    `SELECT body ->> '$.analysis_uuid' AS analysis, status FROM records
     WHERE kind = 'recall_hold' AND json_extract(body, '$.recall_uuid') = ?`,
    recall ?? '',
  )
  return new Map(rows.map(({ analysis, status }) => [analysis, status]))
}

function rowOf(sql: Sql, run: TouchedRun, holds: ReadonlyMap<string, HoldStatus>): TouchedRow {
  const { signer, user_uuid: _user, ...row } = run
  return {
    ...row,
    swarm_name: readRecord(sql, 'swarm', run.swarm_uuid)?.name ?? '',
    signed_by: signer?.name ?? '',
    signed_at: signer?.at ?? null,
    hold: holds.get(run.analysis_uuid) ?? null,
  }
}

function countLaboratories(sql: Sql, runs: readonly TouchedRun[], sight: Sight) {
  const swarms = [...new Set(runs.map(({ swarm_uuid }) => swarm_uuid))]
  return swarms
    .map((swarm_uuid) => ({
      swarm_uuid,
      swarm_name: readRecord(sql, 'swarm', swarm_uuid)?.name ?? '',
      counts: countStates(
        runs.filter((run) => run.swarm_uuid === swarm_uuid).map(({ state }) => state),
      ),
      seen: sight.swarms.includes(swarm_uuid),
    }))
    .toSorted((a, b) => a.swarm_name.localeCompare(b.swarm_name))
}
