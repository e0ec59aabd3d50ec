import { canonicalJson } from '../../domain/canonical.ts'
import { Fault } from '../../domain/fault.ts'
import type { Reading, RunProgress } from '../../domain/live/event.ts'
import type { Sql } from './sql.ts'

/** Highest index of each phase up to which nothing is missing: what the device may forget. */
export interface KeptPoints {
  AMP: number
  VAL: number
}

/** Note that a device runs an analysis. Repeating it changes nothing; another device is refused. */
export function openRun(sql: Sql, analysis: string, device: string, at: string): void {
  sql.run(
    'INSERT OR IGNORE INTO runs (analysis_uuid, device_uuid, progress, heard_at) VALUES (?, ?, NULL, ?)',
    analysis,
    device,
    at,
  )
  checkRunDevice(sql, analysis, device)
}

/** @throws Fault `not_found` unless this device runs this analysis: it may touch no other. */
export function checkRunDevice(sql: Sql, analysis: string, device: string): void {
  if (!isRunOf(sql, analysis, device)) throw new Fault('not_found', 'No such run on this device')
}

export function isRunOf(sql: Sql, analysis: string, device: string): boolean {
  const run = sql.first<{ device_uuid: string }>(
    'SELECT device_uuid FROM runs WHERE analysis_uuid = ?',
    analysis,
  )
  return run?.device_uuid === device
}

/**
 * Keep readings once by (analysis, phase, point): a second delivery of the same point is dropped.
 * @returns the readings that were new, those that came before with other content, what is kept without a gap, the swarm of the
 * run now, and for a closed run `closed`: its readings are in the curve file, which the caller compares.
 */
export function keepReadings(
  sql: Sql,
  analysis: string,
  readings: readonly Reading[],
  progress: RunProgress,
  at: string,
): { fresh: Reading[]; differing: Reading[]; kept: KeptPoints; swarm: string; closed: boolean } {
  // Acknowledge a late second delivery and keep it no more: the curve file has them all.
  const closed = pointsOfClosedRun(sql, analysis)
  if (closed) return { fresh: [], differing: [], kept: closed, swarm: '', closed: true }
  const differing: Reading[] = []
  const fresh = readings.filter((reading) => {
    const written = sql.all(
      'INSERT OR IGNORE INTO readings (analysis_uuid, phase, point, reading) VALUES (?, ?, ?, ?) RETURNING point',
      analysis,
      reading.phase,
      reading.index,
      JSON.stringify(reading),
    )
    if (written.length === 0 && !isKeptAs(sql, analysis, reading)) differing.push(reading)
    return written.length > 0
  })
  sql.run(
    'UPDATE runs SET progress = ?, heard_at = ? WHERE analysis_uuid = ?',
    JSON.stringify(progress),
    at,
    analysis,
  )
  const kept = keptPoints(sql, analysis)
  return { fresh, differing, kept, swarm: swarmOf(sql, analysis), closed: false }
}

function isKeptAs(sql: Sql, analysis: string, reading: Reading): boolean {
  const row = sql.first<{ reading: string }>(
    'SELECT reading FROM readings WHERE analysis_uuid = ? AND phase = ? AND point = ?',
    analysis,
    reading.phase,
    reading.index,
  )
  return row !== null && canonicalJson(JSON.parse(row.reading)) === canonicalJson(reading)
}

/** Empty for an analysis that is gone. */
export function swarmOf(sql: Sql, analysis: string): string {
  const row = sql.first<{ swarm_uuid: string | null }>(
    `SELECT swarm_uuid FROM records WHERE kind = 'analysis' AND uuid = ?`,
    analysis,
  )
  return row?.swarm_uuid ?? ''
}

export function keptPoints(sql: Sql, analysis: string): KeptPoints {
  const closed = pointsOfClosedRun(sql, analysis)
  if (closed) return closed
  return {
    AMP: pointsWithoutGap(sql, analysis, 'AMP'),
    VAL: pointsWithoutGap(sql, analysis, 'VAL'),
  }
}

function pointsWithoutGap(sql: Sql, analysis: string, phase: string): number {
  // Compare each rank with its index, which counts from 1: the first whose rank is below follows a gap.
  const row = sql.first<{ kept: number }>(
    `SELECT coalesce(max(point), 0) AS kept FROM (
       SELECT point, row_number() OVER (ORDER BY point) AS rank FROM readings
       WHERE analysis_uuid = ? AND phase = ?
     ) WHERE point = rank`,
    analysis,
    phase,
  )
  return row?.kept ?? 0
}

/** Read the readings after the given points, in order. */
export function readReadings(sql: Sql, analysis: string, after: KeptPoints): Reading[] {
  return sql
    .all<{ reading: string }>(
      `SELECT reading FROM readings
       WHERE analysis_uuid = ?1 AND ((phase = 'AMP' AND point > ?2) OR (phase = 'VAL' AND point > ?3))
       ORDER BY phase, point`,
      analysis,
      after.AMP,
      after.VAL,
    )
    .map((row) => JSON.parse(row.reading) as Reading)
}

/** Return the times of the kept points next to one, in seconds of the run; null where there is none. */
export function timesAround(
  sql: Sql,
  analysis: string,
  { phase, index }: Pick<Reading, 'phase' | 'index'>,
): { before: number | null; after: number | null } {
  const next = (side: '<' | '>', order: 'DESC' | 'ASC') =>
    sql.first<{ elapsed: number }>(
      `SELECT reading ->> '$.elapsed' AS elapsed FROM readings
       WHERE analysis_uuid = ? AND phase = ? AND point ${side} ? ORDER BY point ${order} LIMIT 1`,
      analysis,
      phase,
      index,
    )?.elapsed ?? null
  return { before: next('<', 'DESC'), after: next('>', 'ASC') }
}

/** Count the readings kept beside the record of a run that is not closed. */
function countKept(sql: Sql, analysis: string): number {
  const row = sql.first<{ kept: number }>(
    'SELECT count(*) AS kept FROM readings WHERE analysis_uuid = ?',
    analysis,
  )
  return row?.kept ?? 0
}

/** Every reading kept of a run, and up to where nothing is missing. */
export interface RunSoFar {
  readings: Reading[]
  kept: KeptPoints
}

export function runSoFar(sql: Sql, analysis: string): RunSoFar {
  return {
    readings: readReadings(sql, analysis, { AMP: 0, VAL: 0 }),
    kept: keptPoints(sql, analysis),
  }
}

export function readProgress(
  sql: Sql,
  analysis: string,
): { progress: RunProgress | null; heard_at: string | null } {
  const row = sql.first<{ progress: string | null; heard_at: string }>(
    'SELECT progress, heard_at FROM runs WHERE analysis_uuid = ?',
    analysis,
  )
  return {
    progress: row?.progress ? (JSON.parse(row.progress) as RunProgress) : null,
    heard_at: row?.heard_at ?? null,
  }
}

/**
 * Return true when a device may still send readings of this run: its curve file does not exist yet, or was made of a part when a
 * person gave the run up.
 */
export function isOpenRun(sql: Sql, analysis: string): boolean {
  const row = sql.first<{ kept: string | null }>(
    'SELECT kept FROM runs WHERE analysis_uuid = ?',
    analysis,
  )
  return row !== null && row.kept === null
}

function pointsOfClosedRun(sql: Sql, analysis: string): KeptPoints | null {
  const row = sql.first<{ kept: string | null }>(
    'SELECT kept FROM runs WHERE analysis_uuid = ?',
    analysis,
  )
  return row?.kept ? (JSON.parse(row.kept) as KeptPoints) : null
}

/**
 * Refuse to close a run while readings are missing in its curve file: one that came while the file was made would be
 * deleted.
 * @throws Fault `stale` when there are other readings than the file was made of.
 */
export function checkComplete(
  sql: Sql,
  { analysis, readings }: { analysis: string; readings: number },
): void {
  // Expect none of a closed run: it has ended, and a second end changes nothing.
  if (pointsOfClosedRun(sql, analysis) || countKept(sql, analysis) === readings) return
  throw new Fault('stale', 'Readings have come meanwhile', { reason: 'changed_meanwhile' })
}

/** Close a run whose curve file has been kept and read back: its readings are in the file from now on. */
export function closeRun(sql: Sql, analysis: string): void {
  const kept = JSON.stringify(keptPoints(sql, analysis))
  sql.run('UPDATE runs SET kept = ? WHERE analysis_uuid = ?', kept, analysis)
  sql.run('DELETE FROM readings WHERE analysis_uuid = ?', analysis)
}
