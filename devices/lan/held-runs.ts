import type { HeldRun, HeldRunDetails } from '../../domain/lan/held-run.ts'
import { runPage } from '../../domain/lan/held-run.ts'
import type { Reading, RunProgress } from '../../domain/live/event.ts'
import { countReadings } from '../outbox.ts'
import { type RunRecord, stepsOf } from '../run-record.ts'
import type { Store } from '../store.ts'
import { measureProgress } from '../thermal.ts'

/** A run on this device, and whether the service has all of it. */
interface KeptRun {
  run: RunRecord
  delivered: boolean
}

/** List the runs that are here, newest first. */
export function keptRuns(store: Store): KeptRun[] {
  return store
    .prepare('SELECT body, end_acknowledged FROM run ORDER BY loaded_at DESC, rowid DESC')
    .all()
    .map(readRow)
}

export function findRun(store: Store, uuid: string): KeptRun | null {
  const row = store
    .prepare('SELECT body, end_acknowledged FROM run WHERE analysis_uuid = ?')
    .get(uuid)
  return row ? readRow(row) : null
}

function readRow(row: Record<string, unknown>): KeptRun {
  const run = JSON.parse(String(row['body'])) as RunRecord
  return { run, delivered: row['end_acknowledged'] === 1 }
}

const ended = { completed: 'COMPLETE', aborted: 'ABORT', broken: 'INCOMPLETE' } as const

export function describeRun(store: Store, { run, delivered }: KeptRun): HeldRun {
  const { order, outcome, reason, started_at, ended_at } = run
  const going = started_at === null ? 'INIT' : 'RUNNING'
  return {
    analysis_uuid: order.analysis_uuid,
    name: order.name,
    status: outcome === null ? going : ended[outcome],
    reason,
    started_at,
    ended_at,
    measured: countReadings(store, order.analysis_uuid),
    delivered,
  }
}

/** Return a run with a page of its readings; `now` is its progress if it is the one that goes on. */
export function detailRun(
  store: Store,
  kept: KeptRun,
  after: { AMP: number; VAL: number },
  now: RunProgress | null,
): HeldRunDetails {
  const { run } = kept
  const uuid = run.order.analysis_uuid
  const rows = store
    .prepare(
      `SELECT body FROM reading WHERE analysis_uuid = ?
         AND point > CASE phase WHEN 'AMP' THEN ? ELSE ? END
       ORDER BY phase, point LIMIT ?`,
    )
    .all(uuid, after.AMP, after.VAL, runPage + 1)
  const progress = now?.analysis_uuid === uuid ? now : measureProgress(run, stepsOf(run), 0)
  return {
    run: describeRun(store, kept),
    order: run.order,
    progress,
    readings: rows.slice(0, runPage).map((row) => JSON.parse(String(row['body'])) as Reading),
    more: rows.length > runPage,
  }
}
