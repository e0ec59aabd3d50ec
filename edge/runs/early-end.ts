import type { Analysis } from '../../domain/entities/analysis.ts'
import { type CountedPoints, describeEnd } from '../../domain/rules/run-points.ts'
import type { RunCurves } from '../../workers/run/blob.ts'
import { countCurvePoints } from '../../workers/run/count-curves.ts'
import type { AccountContext } from '../context.ts'
import { readCurves } from './evaluate.ts'
import { logFailure } from '../log.ts'
import { unwrap } from '../outcome.ts'

type Asker = Pick<AccountContext, 'env' | 'own' | 'by'>

/**
 * Count the points of an older run, whose record keeps no count, from its curves and the orders that its device carried out.
 * @returns undefined for a record with a count or without curves, null where the curves cannot be read.
 */
export async function countOldPoints(
  { env, own, by }: Asker,
  record: Analysis,
  curves?: RunCurves | null,
): Promise<CountedPoints> {
  const { uuid, points, curves_hash: hash, method } = record
  if (points || hash === null) return undefined
  const read = curves ?? (await readCurves(env, record, hash).catch(noteUnread))
  if (!read) return null
  const ordered = await unwrap(own.ask({ name: 'orderedCycles', analysis: uuid }, by.sight))
  return countCurvePoints(method.process, read, ordered)
}

/** Describe, for tables and files, how much of its programme a run has not measured (`describeEnd`). */
export async function readRunEnd(
  asker: Asker,
  record: Analysis,
  curves?: RunCurves | null,
): Promise<string> {
  return describeEnd(record, await countOldPoints(asker, record, curves))
}

function noteUnread(error: unknown): null {
  logFailure('points of an older run not counted', error)
  return null
}
