import { Fault } from '../../domain/fault.ts'
import { hashRecord } from '../../domain/trail/entry.ts'
import { contentSigned } from '../../domain/trail/signed.ts'
import { type By, readSeen } from './by.ts'
import type { Sql } from './sql.ts'
import { trailTools } from './trail-tools.ts'

/** A note lasts no longer than a working day with its breaks, and never beyond its session. */
const lastsMs = 12 * 3_600_000

/**
 * Note that a person has opened a run in this session, with the hash of what the page showed. It is the person's own and no
 * record: it is kept beside the records and is not in the audit trail.
 * @throws Fault `not_found`; `stale` when the record is another by now.
 */
export function noteOpened(
  sql: Sql,
  { uuid, record_hash }: { uuid: string; record_hash: string },
  by: By,
  at: string,
): void {
  const record = readSeen(sql, 'analysis', uuid, by.sight)
  if (hashRecord(contentSigned(record), trailTools) !== record_hash) {
    throw new Fault('stale', 'The analysis changed meanwhile', { reason: 'changed_meanwhile' })
  }
  sql.run('DELETE FROM opened_runs WHERE at < ?', oldest(at))
  sql.run(
    'INSERT OR REPLACE INTO opened_runs (session, analysis_uuid, record_hash, at) VALUES (?, ?, ?, ?)',
    sessionOf(by),
    uuid,
    record_hash,
    at,
  )
}

/** @throws Fault `refused` with the reason `run_not_opened` for a run that was not opened in this session as it is now. */
export function checkOpened(
  sql: Sql,
  { uuid, record_hash }: { uuid: string; record_hash: string },
  by: By,
  at: string,
): void {
  const noted = sql.first(
    'SELECT 1 FROM opened_runs WHERE session = ? AND analysis_uuid = ? AND record_hash = ? AND at >= ?',
    sessionOf(by),
    uuid,
    record_hash,
    oldest(at),
  )
  if (noted) return
  throw new Fault('refused', 'You have not opened this run', { reason: 'run_not_opened' })
}

/** Return the hash of the session's secret; a key has none, and signs nothing. */
function sessionOf({ right }: By): string {
  const credential = right?.credential
  if (credential && 'session' in credential) return credential.session
  throw new Fault('forbidden', 'Only a person of this company signs, in person', {
    reason: 'signs_in_person',
  })
}

function oldest(at: string): string {
  return new Date(Date.parse(at) - lastsMs).toISOString()
}
