import { findSigmoidCq } from '../../workers/sigmoid/sigmoid-cq.ts'
import { fitSigmoid } from '../../workers/sigmoid/sigmoid-fit.ts'
import {
  fitStandardCurve,
  type StandardCurve,
  type StandardPoint,
} from '../../workers/plate/standard-curve.ts'
import { readQuantity } from '../../workers/plate/standard-quantity.ts'
import type { Figure } from '../support/curve-accuracy.ts'
import { readCurveTable } from '../support/linreg-reference.ts'
import { hasReference, readReference } from '../support/vendor-csv.ts'

const vendor = 'allotropy/csv/qs1_std_Standard_Curve_Result.csv'

/** Slope and R2 of cpD2 by qpcR's fits; `step` is the dilution factor, `r2` has so many digits. */
const dilutions = [
  { set: 'reps3', step: 4, slope: -3.42, r2: 0.9992 },
  { set: 'boggy', step: 10, slope: -2.935, r2: 0.998 },
  { set: 'reps', step: 10, slope: -3.792, r2: 0.961 },
  { set: 'guescini1', step: 10, slope: -3.541, r2: 0.9973 },
  { set: 'rutledge', step: 10, slope: -3.609, r2: 0.9994 },
] as const

export function fitOrThrow(points: readonly StandardPoint[], confidence?: number): StandardCurve {
  const fitted = fitStandardCurve(points, confidence)
  if (fitted.outcome !== 'fitted') throw new Error(fitted.outcome)
  return fitted.curve
}

/** Compare standard curves with an instrument's, and dilution series by cpD2 with qpcR's. */
export function measureStandardCurve(): Figure[] {
  return [...compareInstrument(), ...dilutions.flatMap(compareDilution)]
}

function within(name: string, value: number, unit: string, most: number): Figure {
  return {
    name: `standard curve ${name}`,
    value,
    unit,
    bar: `<= ${most}`,
    ok: value <= most,
  }
}

/** Compare the line of the instrument's standards and the quantities of its samples. */
function compareInstrument(): Figure[] {
  if (!hasReference(vendor)) return []
  const rows = readReference(vendor)
  const shown = rows.find((row) => row['Slope'])!
  const curve = fitOrThrow(
    rows
      .filter((row) => row['Task'] === 'STANDARD')
      .map((row) => ({
        log10Quantity: Math.log10(Number(row['Quantity'])),
        cq: Number(row['Cq']),
      })),
  )
  const distances = rows.flatMap((row) => {
    if (row['Task'] !== 'UNKNOWN' || !(Number(row['Quantity']) > 0)) return []
    const found = readQuantity(curve, [Number(row['Cq'])])
    if (found.outcome !== 'read') return [Number.POSITIVE_INFINITY]
    return [Math.abs(found.quantity.value / Number(row['Quantity']) - 1)]
  })
  const percent = 100 * (curve.efficiency.value - 1)
  const name = 'against the instrument (qs1_std)'
  return [
    within(`${name}: slope`, Math.abs(curve.slope - Number(shown['Slope'])), 'cycles', 1e-4),
    within(`${name}: R2`, Math.abs(curve.r2 - Number(shown['R2'])), '', 1e-8),
    within(`${name}: efficiency`, Math.abs(percent - Number(shown['Efficiency'])), '%', 1e-3),
    // Allow more for quantities, which the instrument reads off the rounded line it shows.
    within(`${name}: quantities, largest difference`, Math.max(...distances), 'relative', 5e-4),
  ]
}

function compareDilution({ set, step, slope, r2 }: (typeof dilutions)[number]): Figure[] {
  const path = `qpcR/${set}.csv`
  if (!hasReference(path)) return []
  const { names, values, points } = readCurveTable(path)
  const curve = fitOrThrow(
    names.map((name, i) => ({
      log10Quantity: -Number(/F(\d+)/.exec(name)?.[1]) * Math.log10(step),
      cq: findSigmoidCq(fitSigmoid(values.subarray(i * points, (i + 1) * points))).cpD2,
    })),
  )
  return [
    within(`of cpD2 against qpcR's (${set}): slope`, Math.abs(curve.slope - slope), 'cycles', 0.01),
    within(`of cpD2 against qpcR's (${set}): R2`, Math.abs(curve.r2 - r2), '', 0.001),
  ]
}
