import { cartridges, type CartridgeName } from '../../domain/catalog/cartridges.ts'
import { cqMethods, type Evaluation } from '../../domain/entities/evaluation-recipe.ts'
import { wellName } from '../../domain/rules/well.ts'
import { analyse } from '../../workers/run/analyse.ts'
import type { LayoutSample } from '../../workers/run/controls.ts'
import type { Items, Stage } from './engine-items.ts'
import type { EnginePlate } from './engine-plate.ts'
import { uuidOf } from './uuid-of.ts'

/** The results of a run as people see them, for evaluations that between them use every rule. */
export const resultStages: Readonly<Record<string, Stage>> = {
  results: (plate) => resultItems(plate, plate.evaluation),
  'results by standards': (plate) => resultItems(plate, askForCopies(plate.evaluation)),
  'results against a calibrator': (plate) => resultItems(plate, askForFolds(plate.evaluation)),
}

/** Ask for sigmoid baselines, each Cq method in turn, compensation, melt and copies. */
function askForCopies(evaluation: Evaluation): Evaluation {
  const targets = evaluation.targets.map((target, index) => ({
    ...target,
    baseline: { method: 'sigmoid' as const },
    cq_method: cqMethods[1 + (index % (cqMethods.length - 1))]!,
    cq_min: 8,
    cq_review: 34,
    tm: { min: 75, max: 85 },
  }))
  const channels = targets.map(({ channel }) => channel)
  const matrix = channels.map((_, row) =>
    channels.map((__, column) => (row === column ? 1 : 0.03 / (1 + row + column))),
  )
  const quantification = { method: 'standard_curve' as const }
  const changed = { ...evaluation, targets, quantification }
  return channels.length < 2 ? changed : { ...changed, compensation: { channels, matrix } }
}

/** Ask for fixed thresholds and windows, consensus Cq, folds by measured efficiencies, genotypes. */
function askForFolds(evaluation: Evaluation): Evaluation {
  const targets = evaluation.targets.map((target) => ({
    ...target,
    threshold: { method: 'fixed' as const, value: 0.2 },
    baseline: { method: 'window' as const, start: 3, end: 12 },
    cq_method: 'consensus' as const,
  }))
  const [first, second] = targets.map(({ name }) => name)
  const quantification = {
    method: 'relative' as const,
    reference_targets: [first!],
    calibrator: 'sample 2',
    efficiency: 'measured' as const,
  }
  const changed = { ...evaluation, targets, quantification }
  return second === undefined
    ? changed
    : { ...changed, genotypes: [{ name: 'place', alleles: [first!, second] }] }
}

function* resultItems(plate: EnginePlate, evaluation: Evaluation): Items {
  if (plate.cartridge === null) return
  const { amplification, melt, cartridge } = plate
  const results = analyse({
    amplification,
    melt,
    evaluation,
    cartridge_type: cartridge,
    planned_cycles: amplification.points,
    samples: pairWells(cartridge, amplification.wells),
    exclusions: [],
    input_hash: '',
  })
  for (const well of results.wells) yield [`${well.target}, well ${well.well}`, well]
  const { wells: _, ...rest } = results
  yield* Object.entries(rest)
}

/** Make samples of two wells each: a no-template control, a calibrator, four standards, unknowns. */
function pairWells(cartridge: CartridgeName, wells: number): LayoutSample[] {
  return Array.from({ length: Math.ceil(wells / 2) }, (_, pair) => ({
    uuid: uuidOf(pair),
    name: `sample ${pair + 1}`,
    ...typeOf(pair),
    coordinates: [2 * pair, 2 * pair + 1]
      .filter((well) => well < wells)
      .map((well) => wellName(cartridges[cartridge], well)),
  }))
}

function typeOf(pair: number): Pick<LayoutSample, 'sample_type' | 'quantity'> {
  if (pair === 0) return { sample_type: 'ntc' }
  return pair >= 2 && pair < 6
    ? { sample_type: 'standard', quantity: [1e6, 1e5, 1e4, 1000][pair - 2]! }
    : { sample_type: 'unknown' }
}
