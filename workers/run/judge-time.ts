import type { TargetRule } from '../../domain/entities/evaluation-recipe.ts'
import type { Flag, WellResult } from '../../domain/results.ts'
import { wellOf } from '../curves/correct.ts'
import { findEndPoint } from '../curves/end-point.ts'
import { countGap } from '../curves/threshold.ts'
import { type CurveLeak, leakInDoubt } from './find-run-leaks.ts'
import type { MeasuredTarget } from './measure-run.ts'
import { orNull } from './judge-well.ts'
import { callTime } from './call-time.ts'
import { isAmplified } from '../isothermal/rises.ts'
import { findTime } from '../isothermal/time-to-threshold.ts'

export interface TimeOrder {
  well: number
  threshold: number
  excluded: boolean
  leak: CurveLeak | undefined
  /** Readings the programme was to take, and minutes between them. */
  planned: number
  minutes: number
  /** Typical rise of the wells that amplify; 0 where none does. */
  typicalRise: number
}

/** Time to threshold, call and what else is known of one target in one well of an isothermal run. */
export function judgeTime(
  target: TargetRule,
  { curves, growths, cycles, peaks: allPeaks }: MeasuredTarget,
  { well, threshold, excluded, leak, planned, minutes, typicalRise }: TimeOrder,
): Omit<WellResult, 'well' | 'sample_uuid'> {
  const rise = curves.rises?.[well] ?? null
  const time = findTime(curves, well, threshold, minutes)
  const hasTime = rise !== null && isAmplified(rise) && time.value > 0
  const corrected = wellOf(curves.corrected, well, curves.points)
  const peaks = allPeaks[well]!
  const { call, trace } = callTime(target, {
    readings: cycles[well]!,
    planned,
    minutes,
    rise,
    typicalRise,
    time: time.value,
    top: growths[well]!.top,
    threshold,
    peaks,
    leak: leakInDoubt(leak),
    gap: countGap(corrected, threshold),
    excluded,
  })
  const spikes = curves.spikes[well]!
  const flags: Flag[] = spikes > 0 ? [{ name: 'spike', value: spikes, limit: null }] : []
  const slope = curves.slopes[well]!
  const start = curves.starts[well]!
  return {
    target: target.name,
    channel: target.channel,
    cq: hasTime ? time.value : null,
    cq_error: hasTime ? orNull(time.error) : null,
    threshold: orNull(threshold),
    estimates: null,
    flags,
    baseline: Number.isFinite(slope + start)
      ? { start, end: curves.ends[well]!, slope, intercept: curves.intercepts[well]! }
      : null,
    end_point: orNull(findEndPoint(corrected)),
    melt: (peaks ?? []).map(({ tm, height, width }) => ({ tm, height, width: orNull(width) })),
    call,
    trace,
  }
}
