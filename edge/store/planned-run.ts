import { isSameJson } from '../../domain/canonical.ts'
import type { Analysis, AnalysisSource } from '../../domain/entities/analysis.ts'
import { Fault } from '../../domain/fault.ts'
import { foldName } from '../../domain/rules/plain-text.ts'
import { allow } from './allow.ts'
import type { By } from './by.ts'
import { handsOf } from './hands.ts'
import type { ImportedAnalysis } from './imported-analysis.ts'
import { checkNotLaunching, checkNotTaken } from './not-launching.ts'
import { readRecord, type StoredBody } from './operations.ts'
import { readCompany } from './principal.ts'
import { checkBase } from './record-changes.ts'
import type { Sql } from './sql.ts'
import { readLastBody } from './trailed-row.ts'

/**
 * Return the planned analysis that may take a run of an instrument's file now.
 * @throws Fault `not_found` out of sight, `forbidden` without the right to edit it, `refused` where it is no plan any more, or a
 *   device was asked to run it and may be doing so: what it measures would come to a run that has ended.
 */
export function allowRun(sql: Sql, before: Analysis | null, by: By, at: string): Analysis {
  const plan = allow('edit', before, by, 'import')
  if (plan.status !== 'INIT') {
    throw new Fault('refused', `Not possible while the analysis is ${plan.status}`, {
      reason: 'wrong_status',
      params: { status: plan.status },
    })
  }
  checkNotLaunching(sql, plan.uuid, at)
  checkNotTaken(sql, plan.uuid)
  return plan
}

/**
 * Write the run of a file into the analysis that was planned for it. Name, swarm, samples and kit stay as they were planned; the
 * device does not, as it measured nothing of this run: its calibrations would be named in the report.
 * @throws Fault as `allowRun` does; `stale` where samples or method changed since the results were computed, or anything of the plan since
 *   the sender compared it with the file.
 */
export function takeRun(
  sql: Sql,
  input: ImportedAnalysis & Required<Pick<ImportedAnalysis, 'planned'>>,
  before: Analysis | null,
  by: By,
  at: string,
): StoredBody {
  const plan = allowRun(sql, before, by, at)
  checkBase({ ...plan }, input.base, {})
  const { samples, method } = input.planned ?? plan
  if (!isSameJson(samples, plan.samples) || !isSameJson(method, plan.method)) {
    throw new Fault('stale', 'The plan changed meanwhile', { reason: 'changed_meanwhile' })
  }
  return {
    ...plan,
    ...endOf(input),
    device_uuid: null,
    bcube: null,
    method: input.method,
    exclusions: input.exclusions,
    ...(input.points ? { points: input.points } : {}),
    curves_hash: input.curves_hash,
    results: [input.result.entry],
    source: input.source,
    ...instrumentOf(sql, plan.instrument, input.serial),
    ...eyesOf(sql, input.source.origin?.analysis_uuid, handsOf(sql, { ...plan })),
  } satisfies Analysis
}

/** Return how the run of a file ended. A run that was cut short does not become a whole one by being carried over. */
export function endOf({
  told,
  ran_at,
}: Pick<ImportedAnalysis, 'told' | 'ran_at'>): Pick<
  Analysis,
  'status' | 'started_at' | 'ended_at' | 'end_reason'
> {
  return {
    status: told?.status ?? 'COMPLETE',
    started_at: told ? told.started_at : ran_at,
    ended_at: told ? told.ended_at : ran_at,
    end_reason: told?.end_reason ?? '',
  }
}

/**
 * Return the four-eyes rule and hands of an import. An archive of the company's own analysis keeps those of that one, also
 * after it was removed.
 * @param hands people who have planned what the run is taken into
 */
export function eyesOf(
  sql: Sql,
  origin: string | undefined,
  hands: readonly string[] = [],
): Pick<Analysis, 'four_eyes' | 'hands'> {
  const rule = readCompany(sql)?.four_eyes ?? 'N'
  const own = origin === undefined ? null : readLastBody(sql, 'analysis', origin)
  const known = [...hands, ...(own ? handsOf(sql, { ...own }) : [])]
  return {
    four_eyes: own?.four_eyes === 'Y' ? 'Y' : rule,
    ...(known.length > 0 ? { hands: [...new Set(known)] } : {}),
  }
}

/**
 * Return the instrument of a planned run: the one that its file names. Where that is not of the company the run names none, as the
 * planned one measured nothing of it. A file without a serial number leaves the planned one.
 */
function instrumentOf(
  sql: Sql,
  planned: Analysis['instrument'],
  serial: string | undefined,
): Pick<Analysis, 'instrument'> {
  if (serial === undefined) return {}
  if (!planned) return findInstrument(sql, serial)
  if (foldName(serial.trim()) === foldName(planned.serial_no)) return {}
  return { instrument: null, ...findInstrument(sql, serial) }
}

/**
 * Return the company's instrument of a serial number that a file names, as a run keeps it; nothing where there is none. Of
 * instruments whose numbers differ in case alone, as older records may, it is the one that is written so, or none.
 */
export function findInstrument(sql: Sql, serial: string | undefined): Pick<Analysis, 'instrument'> {
  if (serial === undefined) return {}
  const folded = foldName(serial.trim())
  const same = sql
    .all<{ uuid: string; serial: string }>(
      `SELECT uuid, json_extract(body, '$.serial_no') AS serial FROM records
       WHERE kind = 'instrument' AND deleted_at IS NULL`,
    )
    .filter((one) => foldName(one.serial) === folded)
  const [only, ...others] = same
  const row = same.find((one) => one.serial === serial) ?? (others.length === 0 ? only : undefined)
  const known = row && readRecord(sql, 'instrument', row.uuid)
  if (!known) return {}
  const { uuid, name, serial_no } = known
  return { instrument: { uuid, name, serial_no } }
}

/**
 * Refuse the run of a file that an analysis has already. It names none: the analysis may be of another swarm.
 * @throws Fault `taken` `run_imported`
 */
export function refuseImported(
  sql: Sql,
  { file_hash, run }: Pick<AnalysisSource, 'file_hash' | 'run'>,
): void {
  const known = sql.first(
    `SELECT 1 FROM records WHERE kind = 'analysis' AND deleted_at IS NULL
       AND json_extract(body, '$.source.file_hash') = ?1 AND json_extract(body, '$.source.run') = ?2`,
    file_hash,
    run,
  )
  if (!known) return
  throw new Fault('taken', 'This run was imported before', {
    field: 'file',
    reason: 'run_imported',
  })
}
