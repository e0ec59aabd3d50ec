import { log } from '../../workers/numbers/log.ts'
import { findKineticOutliers } from '../../workers/plate/kinetic-outliers.ts'
import type { Figure } from '../support/curve-accuracy.ts'
import { hasReference, readReference } from '../support/vendor-csv.ts'

interface FittedCurve {
  name: string
  features: number[]
}

/**
 * Read curves of a public set by another package's fits: height, steepness and shape, none of them set by the amount of
 * template.
 */
function readFits(set: string): FittedCurve[] {
  return readReference(`reference-qpcR/${set}_qpcR_l5_l4.csv`).map((row) => {
    const value = (column: string) => Number(row[column])
    return {
      name: row['curve'] ?? '',
      features: [
        log(value('l5_d') - value('l5_c')),
        log(-value('l5_b') / value('l5_e')),
        value('cpD1') - value('cpD2'),
      ],
    }
  })
}

/** Count the curves of each inhibitor step that are outliers beside the wells without inhibitor, one at a time. */
export function countInhibited(): { step: string; curves: number; named: number }[] {
  const curves = readFits('competimer')
  const stepOf = ({ name }: FittedCurve) => name.split('_')[0] ?? ''
  const steps = [...new Set(curves.map(stepOf))]
  const clean = curves.filter((curve) => stepOf(curve) === steps[0]).map((curve) => curve.features)
  return steps.slice(1).map((step) => {
    const tested = curves.filter((curve) => stepOf(curve) === step)
    const named = tested.filter(
      ({ features }) => findKineticOutliers([...clean, features]).at(-1)?.isOutlier,
    )
    return { step, curves: tested.length, named: named.length }
  })
}

/** Measure kinetic outliers in an inhibitor series and in a set of equal reactions. */
export function measureOutliers(): Figure[] {
  const figures: Figure[] = []
  const add = (name: string, value: number, bar = '', ok: boolean | null = null) =>
    figures.push({ name: `kinetic outliers: ${name}`, value, unit: '% of curves', bar, ok })
  if (hasReference('reference-qpcR/competimer_qpcR_l5_l4.csv')) {
    const steps = countInhibited()
    for (const [i, { curves, named }] of steps.entries()) {
      add(`inhibitor step ${i + 1} of ${steps.length}, named`, (100 * named) / curves)
    }
  }
  if (hasReference('reference-qpcR/dil4reps94_qpcR_l5_l4.csv')) {
    const found = findKineticOutliers(readFits('dil4reps94').map(({ features }) => features))
    const part = (100 * found.filter(({ isOutlier }) => isOutlier).length) / found.length
    add('375 equal reactions, named', part, '<= 2', part <= 2)
  }
  return figures
}
