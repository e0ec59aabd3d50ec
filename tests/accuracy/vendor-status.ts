import { wellName } from '../../domain/rules/well.ts'
import { analyse } from '../../workers/run/analyse.ts'
import { plateInput, plateShape, type Figure } from '../support/curve-accuracy.ts'
import { hasPlate, readPlate, referencePlates, type VendorPlate } from '../support/vendor-plate.ts'

/**
 * Compare our calls with a vendor's amplification status, at its thresholds and by default. Empty without the data.
 */
export function measureVendorStatus(): Figure[] {
  return referencePlates
    .filter(({ name }) => hasPlate(name))
    .map(({ name, passive }) => readPlate(name, passive))
    .flatMap((plate) => {
      const status = new Map(
        plate.curves.map(({ well, target, amplified }) => [keyOf(well, target), amplified]),
      )
      return [
        describe(plate, 'amplification status', status, false),
        describe(plate, 'amplification status, by default', status, true),
      ]
    })
}

/** Judge a plate with the settings that a user gets by default. */
const automatic = {
  threshold: { method: 'automatic', factor: 10 },
  cq_method: 'consensus',
} as const

function describe(
  plate: VendorPlate,
  what: string,
  truth: ReadonlyMap<string, boolean>,
  isAutomatic: boolean,
): Figure {
  const calls = callWells(plate, isAutomatic)
  const right = [...truth].filter(
    ([key, isThere]) => calls.get(key) === (isThere ? 'detected' : 'not_detected'),
  ).length
  return {
    name: `${plate.name}: ${what}, calls right of ${truth.size}`,
    value: right,
    unit: 'calls',
    bar: `>= ${truth.size}`,
    ok: right === truth.size,
  }
}

function callWells(plate: VendorPlate, isAutomatic: boolean): Map<string, string> {
  const input = plateInput(plate)
  const targets = input.evaluation.targets.map((target) =>
    isAutomatic ? { ...target, ...automatic } : target,
  )
  const { wells } = analyse({ ...input, evaluation: { ...input.evaluation, targets } })
  return new Map(wells.map(({ well, target, call }) => [`${well} ${target}`, call]))
}

function keyOf(well: number, target: string): string {
  return `${wellName(plateShape, well)} ${target}`
}
