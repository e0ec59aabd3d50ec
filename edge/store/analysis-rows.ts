import { isSameJson } from '../../domain/canonical.ts'
import { type Analysis, type ResultEntry, hasEnded } from '../../domain/entities/analysis.ts'
import type { Results, SampleResult } from '../../domain/results.ts'
import { sortKey } from '../../domain/rules/fold-text.ts'
import { hasEndedEarly } from '../../domain/rules/run-points.ts'
import { logNote } from '../log.ts'
import { hasWideRows, moveAnalysis, rowsOf } from './narrow-rows.ts'
import type { Sql } from './sql.ts'
import { openRecord } from './open-record.ts'
import { longId, shortId } from './short-id.ts'

/** Result of one sample for one target, without the trace: enough to find and list it. */
export type SampleOutcome = Pick<
  SampleResult,
  'sample_uuid' | 'target' | 'call' | 'wells' | 'cq_mean' | 'cq_sd'
> & { quantity: number | null }

/** Results that are kept in their file: the record's entry for them, and what is listed of them. */
export interface KeptResults {
  entry: ResultEntry
  outcomes: SampleOutcome[]
}

/** Make the rows of a computed result; its file has everything else. */
export function outcomesOf({ samples }: Results): SampleOutcome[] {
  return samples.map(({ sample_uuid, target, call, wells, cq_mean, cq_sd, quantity }) => ({
    sample_uuid,
    target,
    call,
    wells,
    cq_mean,
    cq_sd,
    quantity: quantity?.value ?? null,
  }))
}

/**
 * Write the rows that searches and counts read, since the records' bodies are too large to be parsed by the thousand: facts of
 * analyses, their samples, and their results. Written in the transaction of the operation itself
 * (operations.ts) and by nothing else.
 */
export const analysisRowsSql = `
  CREATE TABLE analysis_facts (
    uuid TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    swarm_uuid TEXT NOT NULL,
    status TEXT NOT NULL,
    created_at TEXT NOT NULL,
    ended_at TEXT,
    device_uuid TEXT,
    user_uuid TEXT NOT NULL,
    recipe_name TEXT NOT NULL,
    cartridge_type TEXT NOT NULL,
    corrects TEXT,
    samples INTEGER NOT NULL,
    detected INTEGER NOT NULL,
    not_detected INTEGER NOT NULL,
    review INTEGER NOT NULL,
    invalid INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX facts_by_end ON analysis_facts
    (ended_at, swarm_uuid, status, samples, detected, not_detected, review, invalid);
  CREATE INDEX facts_by_creation ON analysis_facts (created_at, swarm_uuid, status, samples);
  CREATE INDEX facts_by_device ON analysis_facts (device_uuid);
  CREATE INDEX facts_by_user ON analysis_facts (user_uuid);
  CREATE INDEX facts_by_recipe ON analysis_facts (recipe_name);
  CREATE INDEX facts_by_corrected ON analysis_facts (corrects) WHERE corrects IS NOT NULL;
  CREATE TABLE sample_rows (
    analysis_uuid TEXT NOT NULL,
    sample_uuid TEXT NOT NULL,
    created_at TEXT NOT NULL,
    swarm_uuid TEXT NOT NULL,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL,
    sample_type TEXT NOT NULL,
    well_type TEXT,
    quantity REAL,
    wells TEXT NOT NULL,
    PRIMARY KEY (analysis_uuid, sample_uuid)
  ) WITHOUT ROWID;
  CREATE INDEX samples_by_creation ON sample_rows
    (created_at, analysis_uuid, sample_uuid, swarm_uuid, sample_type);
  CREATE INDEX samples_by_name ON sample_rows
    (name_key, created_at, analysis_uuid, sample_uuid, swarm_uuid, sample_type);
  CREATE TABLE result_rows (
    analysis_uuid TEXT NOT NULL,
    sample_uuid TEXT NOT NULL,
    target TEXT NOT NULL,
    created_at TEXT NOT NULL,
    swarm_uuid TEXT NOT NULL,
    sample_name TEXT NOT NULL,
    name_key TEXT NOT NULL,
    sample_type TEXT NOT NULL,
    call TEXT NOT NULL,
    cq_mean REAL,
    cq_sd REAL,
    quantity REAL,
    wells TEXT NOT NULL,
    PRIMARY KEY (analysis_uuid, sample_uuid, target)
  ) WITHOUT ROWID;
  CREATE INDEX results_by_creation ON result_rows
    (created_at, analysis_uuid, sample_uuid, target, swarm_uuid, call, sample_type);
  CREATE INDEX results_by_name ON result_rows
    (name_key, created_at, analysis_uuid, sample_uuid, target, swarm_uuid, call, sample_type);
  CREATE INDEX results_in_doubt ON result_rows
    (created_at, analysis_uuid, sample_uuid, target, swarm_uuid, call, sample_type)
    WHERE call IN ('review', 'invalid');
  INSERT INTO analysis_facts SELECT uuid, name, swarm_uuid, status, created_at,
      coalesce(body ->> '$.ended_at', CASE WHEN status NOT IN ('INIT', 'RUNNING') THEN created_at END),
      body ->> '$.device_uuid', body ->> '$.user_uuid', body ->> '$.recipe_name',
      body ->> '$.cartridge_type', body ->> '$.corrects', json_array_length(body, '$.samples'),
      coalesce(body ->> '$.results[#-1].summary.detected', 0),
      coalesce(body ->> '$.results[#-1].summary.not_detected', 0),
      coalesce(body ->> '$.results[#-1].summary.review', 0),
      coalesce(body ->> '$.results[#-1].summary.invalid', 0)
    FROM records WHERE kind = 'analysis' AND deleted_at IS NULL;
  INSERT INTO sample_rows SELECT records.uuid, value ->> '$.uuid', created_at, swarm_uuid,
      value ->> '$.name', lower(value ->> '$.name'), value ->> '$.sample_type', value ->> '$.well_type',
      value ->> '$.quantity', value -> '$.coordinates'
    FROM records, json_each(records.body, '$.samples')
    WHERE kind = 'analysis' AND deleted_at IS NULL;
`

/** Verdicts of reviewers that keep a result from being shown. */
export const heldVerdicts = ['held', 'rejected'] as const

/**
 * Let the service sort all results: the indexes hold every number that is sorted by, and `held_samples` the samples whose
 * values are not shown. `ended_early` is null for a record without a count of its points; for those `counted_runs` keeps what
 * was counted from the curves (count-old-runs.ts).
 */
export const resultOrderSql = `
  DROP INDEX results_by_creation;
  CREATE INDEX results_by_creation ON result_rows
    (created_at, analysis_uuid, sample_uuid, target, swarm_uuid, call, sample_type, name_key, cq_mean, cq_sd, quantity);
  DROP INDEX results_by_name;
  CREATE INDEX results_by_name ON result_rows
    (name_key, created_at, analysis_uuid, sample_uuid, target, swarm_uuid, call, sample_type, cq_mean, cq_sd, quantity);
  DROP INDEX results_in_doubt;
  CREATE INDEX results_in_doubt ON result_rows
    (created_at, analysis_uuid, sample_uuid, target, swarm_uuid, call, sample_type, name_key, cq_mean, cq_sd, quantity)
    WHERE call IN ('review', 'invalid');
  CREATE TABLE held_samples (
    analysis_uuid TEXT NOT NULL,
    sample_uuid TEXT NOT NULL,
    verdict TEXT NOT NULL,
    PRIMARY KEY (analysis_uuid, sample_uuid)
  ) WITHOUT ROWID;
  INSERT OR REPLACE INTO held_samples SELECT uuid, value ->> '$.sample_uuid', value ->> '$.verdict'
    FROM records, json_each(records.body, '$.sample_reviews')
    WHERE kind = 'analysis' AND deleted_at IS NULL AND instr(body, '"sample_reviews"') > 0
      AND value ->> '$.verdict' IN ('held', 'rejected');
  CREATE TABLE counted_runs (
    analysis_uuid TEXT PRIMARY KEY,
    ended_early INTEGER NOT NULL
  ) WITHOUT ROWID;
  ALTER TABLE analysis_facts ADD COLUMN ended_early INTEGER;
  UPDATE analysis_facts SET ended_early = (SELECT
      CASE WHEN status IN ('INCOMPLETE', 'ABORT') OR body ->> '$.points.AMP.last' < body ->> '$.points.AMP.planned'
        OR body ->> '$.points.VAL.last' < body ->> '$.points.VAL.planned' THEN 1
        WHEN body ->> '$.points' IS NOT NULL THEN 0 END
    FROM records WHERE records.kind = 'analysis' AND records.uuid = analysis_facts.uuid);
`

/**
 * Keep what was counted of older runs, for lists and pages. All are counted once more: the reason of an end was left out of the
 * first count.
 */
export const countedPointsSql = `
  ALTER TABLE counted_runs ADD COLUMN points TEXT;
  DELETE FROM counted_runs;
  UPDATE analysis_facts SET ended_early = 1 WHERE ended_early IS NULL AND EXISTS (SELECT 1 FROM records
    WHERE records.kind = 'analysis' AND records.uuid = analysis_facts.uuid AND body ->> '$.end_reason' <> '');
`

/**
 * Keep the newest results first in the indexes. Sorting by another field then reads them in that order: of equal rows the
 * newest are wanted first, so later ones never enter a full page.
 */
export const newestResultsSql = `
  DROP INDEX results_by_creation;
  CREATE INDEX results_by_creation ON result_rows
    (created_at DESC, analysis_uuid DESC, sample_uuid DESC, target DESC, swarm_uuid, call, sample_type, name_key,
      cq_mean, cq_sd, quantity);
  DROP INDEX results_by_name;
  CREATE INDEX results_by_name ON result_rows
    (name_key, created_at DESC, analysis_uuid DESC, sample_uuid DESC, target DESC, swarm_uuid, call, sample_type,
      cq_mean, cq_sd, quantity);
  DROP INDEX results_in_doubt;
  CREATE INDEX results_in_doubt ON result_rows
    (created_at DESC, analysis_uuid DESC, sample_uuid DESC, target DESC, swarm_uuid, call, sample_type, name_key,
      cq_mean, cq_sd, quantity)
    WHERE call IN ('review', 'invalid');
`

/** Keep which targets of an analysis are internal controls: nobody who asks for positive samples means those. */
export const controlTargetsSql = `
  ALTER TABLE analysis_facts ADD COLUMN control_targets TEXT;
  UPDATE analysis_facts SET control_targets = (
      SELECT json_group_array(value ->> '$.name') FROM records, json_each(records.body, '$.method.evaluation.targets')
      WHERE records.kind = 'analysis' AND records.uuid = analysis_facts.uuid AND value ->> '$.role' = 'internal control')
    WHERE uuid IN (SELECT uuid FROM records
      WHERE kind = 'analysis' AND deleted_at IS NULL AND instr(body, '"role":"internal control"') > 0);
`

/**
 * Bring the rows of an analysis in step with its record. `outcomes` are given where results are new.
 * @param seq number of the entry that is being written.
 */
export function writeAnalysisRows(
  sql: Sql,
  { uuid, seq }: { uuid: string; seq: number },
  before: Analysis | null,
  after: Analysis | null,
  outcomes: readonly SampleOutcome[] | undefined,
): void {
  if (hasWideRows(sql)) moveAnalysis(sql, uuid)
  if (!after) {
    for (const table of ['samples', 'results']) deleteRows(sql, table, uuid)
    for (const table of ['held_samples', 'counted_runs']) {
      sql.run(`DELETE FROM ${table} WHERE analysis_uuid = ?`, uuid)
    }
    sql.run('DELETE FROM analysis_facts WHERE uuid = ?', uuid)
    return
  }
  writeFacts(sql, before, after, seq)
  if (!isSameJson(before?.samples, after.samples)) writeSamples(sql, after)
  // Name held samples once more beside new results: an earlier version named them in one form only, which the new rows may not have.
  const hasNewRows = outcomes !== undefined && after.sample_reviews !== undefined
  if (hasNewRows || !isSameJson(before?.sample_reviews, after.sample_reviews)) {
    writeHeld(sql, after)
  }
  if (outcomes) writeOutcomes(sql, after, outcomes)
}

/** Number of an analysis in the tables of its samples and results (narrow-rows.ts). */
const numberOf = '(SELECT number FROM analysis_facts WHERE uuid = ?1)'

function deleteRows(sql: Sql, table: string, uuid: string): void {
  sql.run(`DELETE FROM ${table} WHERE analysis = ${numberOf}`, uuid)
}

/**
 * Write the columns that the change has altered: each index of an altered one is written as well, and most changes alter
 * none of these.
 */
function writeFacts(sql: Sql, before: Analysis | null, after: Analysis, seq: number | null): void {
  const [old, fresh] = [before && factsOf(before), factsOf(after)]
  const names = Object.keys(fresh) as (keyof typeof fresh)[]
  const altered = names.filter((name) => !old || old[name] !== fresh[name])
  if (altered.length === 0) return
  const set = altered.map((name) => `${name} = excluded.${name}`)
  // Update the row of a record that comes back after its removal, which has an earlier entry.
  sql.run(
    `INSERT INTO analysis_facts (number, ${names.join(', ')})
     VALUES (coalesce((SELECT min(seq) FROM audit WHERE kind = 'analysis' AND uuid = ?), ?),
       ${names.map(() => '?').join(', ')})
     ON CONFLICT (uuid) DO ${set.length > 0 ? `UPDATE SET ${set.join(', ')}` : 'NOTHING'}`,
    after.uuid,
    seq,
    ...names.map((name) => fresh[name]),
  )
}

/** Make the row of an analysis. */
function factsOf(record: Analysis) {
  const summary = record.results.at(-1)?.summary
  return {
    uuid: record.uuid,
    name: record.name,
    swarm_uuid: record.swarm_uuid,
    status: record.status,
    created_at: record.created_at,
    // Use the time at which it came here for an imported run whose file does not say when it was.
    ended_at: record.ended_at ?? (hasEnded(record.status) ? record.created_at : null),
    device_uuid: record.device_uuid,
    user_uuid: record.user_uuid,
    recipe_name: record.recipe_name,
    cartridge_type: record.cartridge_type,
    corrects: record.corrects ?? null,
    samples: record.samples.length,
    detected: summary?.detected ?? 0,
    not_detected: summary?.not_detected ?? 0,
    review: summary?.review ?? 0,
    invalid: summary?.invalid ?? 0,
    ended_early: hasEndedEarly(record) ? 1 : record.points ? 0 : null,
    control_targets: listControls(record),
  }
}

/** Return the names of the targets that are internal controls as JSON; null for none, as in most records. */
function listControls({ method }: Analysis): string | null {
  const controls = method.evaluation.targets.filter(({ role }) => role === 'internal control')
  return controls.length === 0 ? null : JSON.stringify(controls.map(({ name }) => name))
}

function writeHeld(sql: Sql, { uuid, sample_reviews: reviews = [] }: Analysis): void {
  sql.run('DELETE FROM held_samples WHERE analysis_uuid = ?', uuid)
  const held = reviews.filter(({ verdict }) => heldVerdicts.some((one) => one === verdict))
  // Name each sample both ways: rows of results that an earlier version wrote have whole ids.
  const rows = held.flatMap(({ sample_uuid: id, verdict }) =>
    [id, shortId(id)].map((sample) => [uuid, sample, verdict]),
  )
  sql.runRows('INSERT OR REPLACE INTO held_samples VALUES', rows)
}

/**
 * Write the facts of an analysis once more where they are not what its record says, as somebody may have written them over.
 * To be called with a record that is what the trail says; null for one that was removed.
 */
export function mendFacts(sql: Sql, uuid: string, body: string | null): void {
  const record = body === null ? null : openRecord('analysis', body)
  const facts = record && factsOf(record)
  const names = facts ? Object.keys(facts).join(', ') : 'uuid'
  const query = `SELECT ${names} FROM analysis_facts WHERE uuid = ?`
  if (JSON.stringify(sql.first(query, uuid)) === JSON.stringify(facts)) return
  logNote('what is searched beside an analysis was not what it says: written once more', { uuid })
  sql.run('DELETE FROM analysis_facts WHERE uuid = ?', uuid)
  if (record) writeFacts(sql, null, record, null)
}

/** Remove facts of analyses that no record knows. */
export function dropUnknownFacts(sql: Sql): void {
  sql.run(`DELETE FROM analysis_facts WHERE uuid NOT IN (
    SELECT uuid FROM records WHERE kind = 'analysis' AND deleted_at IS NULL)`)
}

function writeSamples(sql: Sql, { uuid, samples }: Analysis): void {
  deleteRows(sql, 'samples', uuid)
  const rows = samples.map((sample) => {
    return { ...sample, uuid: shortId(sample.uuid), key: sortKey(sample.name) }
  })
  sql.run(
    `INSERT OR REPLACE INTO samples SELECT ${numberOf}, value ->> '$.uuid' AS sample_uuid, value ->> '$.name',
       value ->> '$.key', value ->> '$.sample_type', value ->> '$.well_type', value ->> '$.quantity', value -> '$.coordinates'
     FROM json_each(?2) ORDER BY sample_uuid`,
    uuid,
    JSON.stringify(rows),
  )
}

function writeOutcomes(sql: Sql, record: Analysis, outcomes: readonly SampleOutcome[]): void {
  const samples = new Map(record.samples.map((sample) => [sample.uuid, sample]))
  const rows = outcomes.flatMap((outcome) => {
    const sample = samples.get(outcome.sample_uuid)
    if (!sample) return []
    const { uuid, name, sample_type: type } = sample
    return [{ ...outcome, sample_uuid: shortId(uuid), name, key: sortKey(name), type }]
  })
  deleteRows(sql, 'results', record.uuid)
  sql.run(
    `INSERT OR REPLACE INTO results SELECT ${numberOf}, value ->> '$.sample_uuid' AS sample_uuid, value ->> '$.target' AS target,
       value ->> '$.name', value ->> '$.key', value ->> '$.type', value ->> '$.call', value ->> '$.cq_mean',
       value ->> '$.cq_sd', value ->> '$.quantity', value -> '$.wells'
     FROM json_each(?2) ORDER BY sample_uuid, target`,
    record.uuid,
    JSON.stringify(rows),
  )
}

/** Read the rows of the newest results, which a corrected version takes over. */
export function readOutcomes(sql: Sql, analysis: string): SampleOutcome[] {
  return sql
    .all<Omit<SampleOutcome, 'wells'> & { wells: string }>(
      `SELECT sample_uuid, target, call, wells, cq_mean, cq_sd, quantity
       FROM ${rowsOf(sql, 'results', 'key')} WHERE analysis_uuid = ?`,
      analysis,
    )
    .map((row) => ({
      ...row,
      sample_uuid: longId(row.sample_uuid),
      wells: JSON.parse(row.wells) as string[],
    }))
}
