import type { CommandAnswer } from '../domain/live/command.ts'
import type { Reading } from '../domain/live/event.ts'
import type { RunRecord } from './run-record.ts'
import { type Store, transact } from './store.ts'

/**
 * Entries that the service has not acknowledged. An entry is removed only after the service has confirmed it, so that after a
 * lost connection the same entry may be sent twice and is kept once by the service.
 */

/** A run about which something is still to be sent. */
export interface Undelivered {
  run: RunRecord
  startTold: boolean
  /** Readings that wait. */
  readings: number
}

/** List the runs with something to tell, oldest first. */
export function undeliveredRuns(store: Store): Undelivered[] {
  const rows = store
    .prepare(
      `SELECT body, start_acknowledged, (
         SELECT count(*) FROM reading
         WHERE reading.analysis_uuid = run.analysis_uuid AND acknowledged = 0
       ) AS waiting
       FROM run WHERE end_acknowledged = 0 ORDER BY loaded_at, rowid`,
    )
    .all()
  return rows
    .map((row) => ({
      run: JSON.parse(String(row['body'])) as RunRecord,
      startTold: row['start_acknowledged'] === 1,
      readings: Number(row['waiting']),
    }))
    .filter(
      ({ run, startTold, readings }) =>
        (run.started_at !== null && !startTold) || readings > 0 || run.outcome !== null,
    )
}

/** Return the next readings of a run that wait, in the order of their points. */
export function waitingReadings(store: Store, analysisUuid: string, limit: number): Reading[] {
  return store
    .prepare(
      `SELECT body FROM reading WHERE analysis_uuid = ? AND acknowledged = 0
       ORDER BY phase, point LIMIT ?`,
    )
    .all(analysisUuid, limit)
    .map((row) => JSON.parse(String(row['body'])) as Reading)
}

/**
 * Take over what the service says it has: points up to `kept` of each phase. Points after a gap count as
 * not delivered, also when they had been acknowledged before: the service may have lost them.
 */
export function acknowledgeReadings(
  store: Store,
  analysisUuid: string,
  kept: { AMP: number; VAL: number },
): void {
  transact(store, () => {
    for (const phase of ['AMP', 'VAL'] as const) {
      store
        .prepare(
          `UPDATE reading SET acknowledged = (point <= ?1)
           WHERE analysis_uuid = ?2 AND phase = ?3 AND acknowledged <> (point <= ?1)`,
        )
        .run(kept[phase], analysisUuid, phase)
    }
  })
}

/** Count the points of each phase that a run has measured. */
export function countReadings(store: Store, analysisUuid: string): { AMP: number; VAL: number } {
  const count = { AMP: 0, VAL: 0 }
  const rows = store
    .prepare('SELECT phase, count(*) AS points FROM reading WHERE analysis_uuid = ? GROUP BY phase')
    .all(analysisUuid)
  for (const row of rows) count[row['phase'] as 'AMP' | 'VAL'] = Number(row['points'])
  return count
}

export function acknowledgeStart(store: Store, analysisUuid: string): void {
  store.prepare('UPDATE run SET start_acknowledged = 1 WHERE analysis_uuid = ?').run(analysisUuid)
}

export function acknowledgeEnd(store: Store, analysisUuid: string): void {
  store.prepare('UPDATE run SET end_acknowledged = 1 WHERE analysis_uuid = ?').run(analysisUuid)
}

/** Return the answer given to a command before, or null: a command that comes twice is carried out once. */
export function knownAnswer(store: Store, commandUuid: string): CommandAnswer | null {
  const row = store.prepare('SELECT body FROM answer WHERE command_uuid = ?').get(commandUuid)
  return row ? (JSON.parse(String(row['body'])) as CommandAnswer) : null
}

/** Keep an answer to be sent; a newer one about the same command takes its place. */
export function keepAnswer(store: Store, answer: CommandAnswer): void {
  store
    .prepare(
      `INSERT INTO answer (command_uuid, received_at, body) VALUES (?, ?, ?)
       ON CONFLICT (command_uuid) DO UPDATE SET body = excluded.body, acknowledged = 0`,
    )
    .run(answer.command_uuid, new Date().toISOString(), JSON.stringify(answer))
}

export function waitingAnswers(store: Store): CommandAnswer[] {
  return store
    .prepare('SELECT body FROM answer WHERE acknowledged = 0 ORDER BY received_at, rowid LIMIT 100')
    .all()
    .map((row) => JSON.parse(String(row['body'])) as CommandAnswer)
}

/** Mark an answer as told, unless a newer one has taken its place meanwhile. */
export function acknowledgeAnswer(store: Store, answer: CommandAnswer): void {
  store
    .prepare('UPDATE answer SET acknowledged = 1 WHERE command_uuid = ? AND body = ?')
    .run(answer.command_uuid, JSON.stringify(answer))
}

/** Count the readings and answers that wait. */
export function countWaiting(store: Store): number {
  const row = store
    .prepare(
      `SELECT (SELECT count(*) FROM reading WHERE acknowledged = 0)
            + (SELECT count(*) FROM answer WHERE acknowledged = 0) AS waiting`,
    )
    .get()
  return Number(row?.['waiting'] ?? 0)
}

/** Return a name of the entry that is delivered next; null when nothing waits. */
export function nextWaiting(store: Store): string | null {
  const row = store
    .prepare(
      `SELECT name FROM (
         SELECT command_uuid AS name, received_at AS at FROM answer WHERE acknowledged = 0
         UNION ALL SELECT reading.analysis_uuid || ' ' || phase || ' ' || point, loaded_at
         FROM reading JOIN run USING (analysis_uuid) WHERE acknowledged = 0)
       ORDER BY at, length(name), name LIMIT 1`,
    )
    .get()
  const name = row?.['name'] ?? null
  return name === null ? null : String(name)
}
