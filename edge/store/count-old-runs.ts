import { hasEndedEarly } from '../../domain/rules/run-points.ts'
import { decodeCurves } from '../../workers/run/blob.ts'
import { countCurvePoints } from '../../workers/run/count-curves.ts'
import { readBlob } from '../files/blobs.ts'
import { logFailure } from '../log.ts'
import { orderedCycles } from './commands.ts'
import { readRecord } from './operations.ts'
import type { Sql } from './sql.ts'

/**
 * Count the points of older runs, whose records keep no count, from their curve files and the orders that their devices carried
 * out. The count, and if they ended early, is kept beside the records, so that no signed record changes. Each run is counted once; one whose
 * file cannot be read stays unknown until the store starts again. Never throws.
 */
export async function countOldRuns(env: Env, sql: Sql): Promise<void> {
  try {
    for (let uuid = nextUncounted(sql, ''); uuid !== null; uuid = nextUncounted(sql, uuid)) {
      // Read one file at a time, to hold only one in memory.
      // oxlint-disable-next-line no-await-in-loop
      await countRun(env, sql, uuid)
    }
  } catch (error) {
    logFailure('points of older runs not counted', error)
  }
}

function nextUncounted(sql: Sql, after: string): string | null {
  const row = sql.first<{ uuid: string }>(
    `SELECT uuid FROM analysis_facts AS facts WHERE uuid > ? AND ended_at IS NOT NULL
       AND (ended_early IS NULL OR ended_early = 1 AND EXISTS (SELECT 1 FROM records
         WHERE records.kind = 'analysis' AND records.uuid = facts.uuid AND json_type(body, '$.points') IS NULL))
       AND uuid NOT IN (SELECT analysis_uuid FROM counted_runs) ORDER BY uuid LIMIT 1`,
    after,
  )
  return row?.uuid ?? null
}

async function countRun(env: Env, sql: Sql, uuid: string): Promise<void> {
  const record = readRecord(sql, 'analysis', uuid)
  if (!record?.curves_hash) return
  const curves = await readBlob(env, record.company_uuid, record.curves_hash)
    .then(decodeCurves)
    .catch((error: unknown) => {
      logFailure('points of an older run not counted', error)
      return null
    })
  const points =
    curves && countCurvePoints(record.method.process, curves, orderedCycles(sql, record, 'done'))
  if (!points) return
  const isEarly = hasEndedEarly(record, points)
  sql.run(
    'INSERT OR REPLACE INTO counted_runs (analysis_uuid, ended_early, points) VALUES (?, ?, ?)',
    uuid,
    isEarly ? 1 : 0,
    JSON.stringify(points),
  )
}
