import { fitLine, subtractLine } from '../../workers/curves/baseline.ts'
import { calibrateDyes, type CalibrationMode } from '../../workers/compensation/calibration.ts'
import { findLeaks } from '../../workers/compensation/leaks.ts'
import { compensate } from '../../workers/compensation/compensate.ts'
import { estimateNoise } from '../../workers/curves/noise.ts'
import { curveOf } from '../../workers/curves/readings.ts'
import { readTwoChannelPlate } from './two-channel-plate.ts'

export interface SingleDye {
  /** Rise of HEX over that of FAM, by well. */
  parts: number[]
  /** HEX curves that rise above ten times their noise, and of them those not named as leaks. */
  growing: number
  unnamed: number
}

/** Measure the light that the calibration leaves in the second dye of a plate with the first dye only. */
export function measureSecondDye(mode: CalibrationMode | null): SingleDye {
  const { plates: pure, readings } = readTwoChannelPlate()
  const dyes = mode ? compensate(readings, calibrateDyes(pure, mode).compensation) : readings
  const { points } = readings
  const corrected = [0, 1].map((dye) => {
    const curves = new Float64Array(pure.wells * points)
    for (let well = 0; well < pure.wells; well++) {
      const curve = curveOf(dyes, dye, well)
      const window = { start: 5, end: 15 }
      subtractLine(curve, fitLine(curve, window), curves.subarray(well * points))
    }
    return curves
  })
  const [fam, hex] = corrected as [Float64Array, Float64Array]
  const leaks = new Set(
    findLeaks(corrected, pure.wells, points).flatMap(({ well, dye }) => (dye === 1 ? well : [])),
  )
  const result: SingleDye = { parts: [], growing: 0, unnamed: 0 }
  for (let well = 0; well < pure.wells; well++) {
    const end = (well + 1) * points - 1
    result.parts.push(hex[end]! / fam[end]!)
    const curve = hex.subarray(well * points, end + 1)
    if (curve[points - 1]! < 10 * estimateNoise(curve, 0, points, new Float64Array(points)))
      continue
    result.growing++
    if (!leaks.has(well)) result.unnamed++
  }
  return result
}
