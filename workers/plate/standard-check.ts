import type { StandardCurve } from './standard-curve.ts'

/** One convention a standard curve is held against. */
export interface StandardCheck {
  rule: 'slope' | 'efficiency' | 'r2'
  value: number
  least: number
  most: number
  passed: boolean
}

/** Commonly accepted limits: slope -3.6 to -3.1, efficiency 90 to 110 %, R2 of 0.98 at least. */
export const standardLimits = {
  slope: [-3.6, -3.1],
  efficiency: [1.9, 2.1],
  r2: [0.98, 1],
} as const

/** Hold a curve against the common conventions, one entry each, so that a result explains itself. */
export function checkStandardCurve(
  curve: StandardCurve,
  limits: Readonly<Record<StandardCheck['rule'], readonly [number, number]>> = standardLimits,
): StandardCheck[] {
  const values = { slope: curve.slope, efficiency: curve.efficiency.value, r2: curve.r2 }
  return (['slope', 'efficiency', 'r2'] as const).map((rule) => {
    const [least, most] = limits[rule]
    const value = values[rule]
    return { rule, value, least, most, passed: value >= least && value <= most }
  })
}
