import type { Reading } from '../domain/live/event.ts'
import type { RunRecord } from './run-record.ts'
import { type Store, transact } from './store.ts'

/** Runs kept after the service has acknowledged everything about them. */
const keptRuns = 20

/** Load the run that is going on, or null. */
export function loadRun(store: Store): RunRecord | null {
  const row = store
    .prepare('SELECT body FROM run WHERE running = 1 ORDER BY loaded_at DESC, rowid DESC')
    .get()
  return row ? (JSON.parse(String(row['body'])) as RunRecord) : null
}

/**
 * Keep where a run is together with the reading that its last step made: both or neither.
 * A point that has been kept is never replaced.
 */
export function keepProgress(store: Store, run: RunRecord, reading: Reading | null): void {
  transact(store, () => {
    writeRun(store, run)
    if (!reading) return
    store
      .prepare(
        'INSERT OR IGNORE INTO reading (analysis_uuid, phase, point, body) VALUES (?, ?, ?, ?)',
      )
      .run(run.order.analysis_uuid, reading.phase, reading.index, JSON.stringify(reading))
  })
}

/** Write the run alone; to be called inside a transaction. */
export function writeRun(store: Store, run: RunRecord): void {
  const running = run.outcome === null ? 1 : 0
  store
    .prepare(
      `INSERT INTO run (analysis_uuid, loaded_at, body, running) VALUES (?, ?, ?, ?)
       ON CONFLICT (analysis_uuid) DO UPDATE SET body = excluded.body, running = excluded.running`,
    )
    .run(run.order.analysis_uuid, new Date().toISOString(), JSON.stringify(run), running)
}

/** Return true when the device has ever had this run: a second LOAD_RECIPE for it must not start it again. */
export function knowsRun(store: Store, analysisUuid: string): boolean {
  return store.prepare('SELECT 1 FROM run WHERE analysis_uuid = ?').get(analysisUuid) !== undefined
}

/**
 * Clear the readings of runs of which the service has everything. That they have been here stays known, so that a
 * repeated order does not start one again.
 */
export function clearAcknowledged(store: Store): { runs: number; readings: number } {
  return transact(store, () => {
    const ended = '(SELECT analysis_uuid FROM run WHERE end_acknowledged = 1)'
    const runs = store
      .prepare(
        `SELECT count(DISTINCT analysis_uuid) AS runs FROM reading WHERE analysis_uuid IN ${ended}`,
      )
      .get()
    const { changes } = store
      .prepare(`DELETE FROM reading WHERE acknowledged = 1 AND analysis_uuid IN ${ended}`)
      .run()
    return { runs: Number(runs?.['runs'] ?? 0), readings: Number(changes) }
  })
}

/** Forget runs of which the service has everything, all but the newest. @param most that stay. */
export function forgetOldRuns(store: Store, most = keptRuns): void {
  transact(store, () => {
    const old = store
      .prepare(
        `SELECT analysis_uuid FROM run WHERE end_acknowledged = 1 ORDER BY loaded_at DESC, rowid DESC LIMIT -1 OFFSET ?`,
      )
      .all(most)
    for (const row of old) {
      const uuid = String(row['analysis_uuid'])
      store.prepare('DELETE FROM reading WHERE analysis_uuid = ?').run(uuid)
      store.prepare('DELETE FROM refused_reading WHERE analysis_uuid = ?').run(uuid)
      store.prepare('DELETE FROM run WHERE analysis_uuid = ?').run(uuid)
    }
  })
}
