import { canonicalJson } from '../../../domain/canonical.ts'
import type { Bkernel, Rehearsal, RehearsedRun } from '../../../domain/entities/bkernel.ts'
import { Fault } from '../../../domain/fault.ts'
import { isPlannable } from '../../../domain/rules/rollout.ts'
import { mustRehearse, rehearsalText, sumUpRuns } from '../../../domain/rules/rehearsal.ts'
import { engine } from '../../../workers/run/engine.ts'
import { sha256Hex } from '../../crypto/secret.ts'
import { openRecord } from '../open-record.ts'
import { readRecord } from '../operations.ts'
import type { Sql } from '../sql.ts'

/**
 * Keeps the runs of a rehearsal in the provider's store while it is calculated (decision 81). Their figures are calculated by the
 * service: no page says how many calls change.
 */

/** A step of a rehearsal: runs that were calculated, and companies of which all are. */
export interface RehearsedPart {
  uuid: string
  /** Hash of what it holds for (`rehearsalOf`). */
  of: string
  /** Runs that were kept before it: the step counts on them. */
  after: number
  runs: readonly RehearsedRun[]
  companies: readonly string[]
}

/** The end of a rehearsal: its subject, all companies of the region, and the hash of its file. */
export interface CompleteRehearsal {
  of: string
  companies: readonly string[]
  file_hash: string
}

/** Runs of a rehearsal so far. */
export interface RehearsalSoFar {
  of: string
  /** Companies of which all runs are calculated. */
  companies: string[]
  runs: RehearsedRun[]
}

/** Analysis of the row that says that all runs of a company are calculated. */
const end = ''

/** Return the hash of what a rehearsal of this version would hold for now. */
function rehearsalOf(sql: Sql, version: Bkernel): string {
  return sha256Hex(rehearsalText(version, listVersions(sql), engine.version))
}

function listVersions(sql: Sql): Bkernel[] {
  return sql
    .all<{ body: string }>(`SELECT body FROM records WHERE kind = 'bkernel' AND deleted_at IS NULL`)
    .map(({ body }) => openRecord('bkernel', body))
}

/** Tell whether a plan has been rehearsed as it is now, and whether that is needed. */
export function rehearsalState(sql: Sql, version: Bkernel): 'not_needed' | 'due' | 'held' {
  const known = listVersions(sql)
  const of = sha256Hex(rehearsalText(version, known, engine.version))
  if (version.rollout?.rehearsal?.of === of) return 'held'
  return mustRehearse(version, known) ? 'due' : 'not_needed'
}

/** @throws Fault `refused` for a plan that has to be rehearsed and was not, or not as it is now. */
export function mustBeRehearsed(sql: Sql, version: Bkernel): void {
  if (rehearsalState(sql, version) !== 'due') return
  throw new Fault('refused', 'The version has not been rehearsed as it is planned', {
    field: 'step',
    reason: 'rehearsal_due',
  })
}

/** @throws Fault `refused` where nothing is declared, or where there is no plan that can still change. */
export function mustBeRehearsable({ processing, rollout }: Bkernel): void {
  if (!rollout || !isPlannable({ rollout })) {
    throw new Fault('refused', 'A plan is rehearsed before it is started', {
      reason: 'rollout_state',
    })
  }
  if (!processing) {
    throw new Fault('refused', 'The version does not declare how it makes readings', {
      reason: 'rehearsal_undeclared',
    })
  }
}

/** Read the runs of a rehearsal so far; none of one that held for something else. */
export function readRehearsal(sql: Sql, version: Bkernel): RehearsalSoFar {
  const of = rehearsalOf(sql, version)
  const rows = sql.all<{ company: string; analysis: string; run: string | null }>(
    `SELECT company_uuid AS company, analysis_uuid AS analysis, run FROM rehearsed_runs
     WHERE bkernel_uuid = ? AND of = ? ORDER BY company_uuid, analysis_uuid`,
    version.uuid,
    of,
  )
  return {
    of,
    companies: rows.filter(({ analysis }) => analysis === end).map(({ company }) => company),
    runs: rows.flatMap(({ run }) => (run === null ? [] : (JSON.parse(run) as RehearsedRun))),
  }
}

/**
 * Keep a part of a rehearsal, and forget what held for something else; a run that came before counts once. Must run inside a
 * transaction.
 * @throws Fault `stale` where the plan or the parts before are others by now, or the version is gone: a part alone is no rehearsal.
 */
export function keepRehearsed(sql: Sql, { uuid, of, after, runs, companies }: RehearsedPart): void {
  const version = readRecord(sql, 'bkernel', uuid)
  const kept = sql.first<{ count: number }>(
    'SELECT count(run) AS count FROM rehearsed_runs WHERE bkernel_uuid = ? AND of = ?',
    uuid,
    of,
  )
  if (!version || rehearsalOf(sql, version) !== of || (kept?.count ?? 0) < after) {
    throw changedMeanwhile()
  }
  sql.run('DELETE FROM rehearsed_runs WHERE bkernel_uuid = ? AND of <> ?', uuid, of)
  const rows = [
    ...runs.map((run) => [uuid, run.company_uuid, run.analysis_uuid, of, JSON.stringify(run)]),
    ...companies.map((company) => [uuid, company, end, of, null]),
  ]
  if (rows.length === 0) return
  sql.runRows(
    'INSERT OR IGNORE INTO rehearsed_runs (bkernel_uuid, company_uuid, analysis_uuid, of, run) VALUES',
    rows,
  )
}

/**
 * Forget the runs of a rehearsal: broken off with its version, or kept with its plan, so that the next one begins with today's.
 * Must run inside a transaction.
 */
export function forgetRehearsal(sql: Sql, uuid: string): void {
  sql.run('DELETE FROM rehearsed_runs WHERE bkernel_uuid = ?', uuid)
}

/** Write the file of a rehearsal: what it holds for, and every run. */
export function rehearsalFile({ of, runs }: Pick<RehearsalSoFar, 'of' | 'runs'>): string {
  return canonicalJson({ of, engine: engine.version, runs })
}

/** Forget the runs of a company that is erased, in rehearsals under way. */
export function forgetRehearsed(sql: Sql, company: string): void {
  sql.run('DELETE FROM rehearsed_runs WHERE company_uuid = ?', company)
}

/**
 * Return the outcome of a rehearsal, as its runs in the store say.
 * @throws Fault `stale` where the version, its plan or its runs are no longer those of the file, or where the runs of a company are
 * missing: another request may have closed the rehearsal, and what came afterwards is a part of the next one.
 */
export function closeRehearsal(
  sql: Sql,
  version: Bkernel,
  { of, companies, file_hash }: CompleteRehearsal,
): Omit<Rehearsal, 'by' | 'by_name' | 'at'> {
  mustBeRehearsable(version)
  const found = readRehearsal(sql, version)
  const done = new Set(found.companies)
  if (
    found.of !== of ||
    !companies.every((company) => done.has(company)) ||
    sha256Hex(rehearsalFile(found)) !== file_hash
  ) {
    throw changedMeanwhile()
  }
  return { of, file_hash, engine: engine.version, ...sumUpRuns(found.runs) }
}

function changedMeanwhile(): Fault {
  return new Fault('stale', 'The plan or its rehearsal changed meanwhile', {
    reason: 'changed_meanwhile',
  })
}
