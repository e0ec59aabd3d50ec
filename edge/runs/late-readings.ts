import { Fault } from '../../domain/fault.ts'
import type { Reading } from '../../domain/live/event.ts'
import { type CurvePoint, listPoints } from '../../workers/run/assemble.ts'
import type { RunCurves } from '../../workers/run/blob.ts'
import type { DeviceContext } from '../context.ts'
import { asInFile } from './divide-raw.ts'
import { readCurves } from './evaluate.ts'
import { logFailure } from '../log.ts'
import { unwrap } from '../outcome.ts'

/**
 * Compare readings that come after the end of their run with its curve file, and make a message of the device of each that
 * differs. A second delivery of the same is no news. A file that cannot be read is a finding of its own and refuses no device.
 */
export async function compareLate(
  { env, own, device, company }: DeviceContext,
  analysis: string,
  readings: readonly Reading[],
): Promise<void> {
  const { record, light } = await unwrap(own.runOf(analysis, device))
  if (record.curves_hash === null) return
  try {
    const curves = await readCurves(env, record, record.curves_hash)
    const differing = asInFile({ record, readings, light }).filter(
      (reading) => !holds(curves, reading),
    )
    if (differing.length === 0) return
    const points = differing.map(({ phase, index }) => ({ phase, index }))
    await unwrap(own.noteLate(analysis, device, points))
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    logFailure(`late readings of ${company} not compared`, error)
  }
}

/** Return whether a curve file has a reading just so; its time in the run is not in the file. */
function holds(curves: RunCurves, { phase, index, temperature, values }: Reading): boolean {
  const kept = phase === 'AMP' ? curves.amplification : curves.melt
  if (kept === null || index > kept.points) return false
  const point: CurvePoint = { phase, index, temperature, values }
  return JSON.stringify(listPoints(kept, phase, index - 1, index)[0]) === JSON.stringify(point)
}
