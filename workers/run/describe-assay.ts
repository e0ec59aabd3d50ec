import type { AssayResult, Interval } from '../../domain/results.ts'
import { checkStandardCurve } from '../plate/standard-check.ts'
import type { Interval as PlainInterval, StandardCurve } from '../plate/standard-curve.ts'
import { orNull } from './judge-well.ts'
import type { MeasuredAssay } from './measure-assay.ts'

/** Describe an assay for the results. */
export function describeAssay(
  target: string,
  { efficiency, standards }: MeasuredAssay,
  flags: AssayResult['flags'],
): AssayResult {
  return {
    target,
    efficiency:
      efficiency.count > 0
        ? writeInterval({
            value: efficiency.efficiency,
            low: efficiency.low,
            high: efficiency.high,
          })
        : null,
    curves: efficiency.count,
    standard_curve:
      standards?.outcome === 'fitted'
        ? describeCurve(standards.curve)
        : (standards?.outcome ?? null),
    flags,
  }
}

/** Describe an isothermal assay for the results: its standard curve is a line of times and gives no efficiency. */
export function describeTimes(target: string, assay: MeasuredAssay): AssayResult {
  const described = describeAssay(target, assay, [])
  const curve = described.standard_curve
  if (curve === null || typeof curve === 'string') return described
  const checks = curve.checks.filter(({ rule }) => rule === 'r2')
  return { ...described, standard_curve: { ...curve, efficiency: null, checks } }
}

function describeCurve(curve: StandardCurve): AssayResult['standard_curve'] {
  return {
    slope: curve.slope,
    intercept: curve.intercept,
    r2: curve.r2,
    residual_sd: curve.residualSd,
    points: curve.points,
    levels: curve.levels,
    lowest: curve.lowest,
    highest: curve.highest,
    // Write none for a line that does not fall, as of standards in the wrong order.
    efficiency: Number.isFinite(curve.efficiency.value) ? writeInterval(curve.efficiency) : null,
    checks: checkStandardCurve(curve).map((one) => ({ ...one, value: orNull(one.value) })),
  }
}

/** Write an interval without the bounds that are no number. */
export function writeInterval({ value, low, high }: PlainInterval): Interval {
  return { value, low: orNull(low), high: orNull(high) }
}
