import { cartridges } from '../../domain/catalog/cartridges.ts'
import type { Readings } from '../../workers/curves/readings.ts'
import { analyseLinreg } from '../../workers/linreg/linreg.ts'
import { findDetectionLimit } from '../../workers/plate/detection-limit.ts'
import { findDynamicRange } from '../../workers/plate/dynamic-range.ts'
import { findKineticOutliers } from '../../workers/plate/kinetic-outliers.ts'
import { findPositionEffects } from '../../workers/plate/position-effects.ts'
import { findQuantificationLimit } from '../../workers/plate/quantification-limit.ts'
import { reviewReplicates } from '../../workers/plate/replicate-outliers.ts'
import { fitStandardCurve } from '../../workers/plate/standard-curve.ts'
import { readQuantity } from '../../workers/plate/standard-quantity.ts'
import type { Items, Stage } from './engine-items.ts'
import type { EnginePlate } from './engine-plate.ts'

/** Statistics over the wells of a channel, from LinRegPCR's take-off as the Cq. */
export const statisticsStages: Readonly<Record<string, Stage>> = {
  'standard curve': byCqs(standardItems),
  'detection limit': byCqs(detectionItems),
  'replicate outliers': byCqs(replicateItems),
  'kinetic outliers': ({ amplification }) => kineticItems(amplification),
  'position effects': (plate) => positionItems(plate),
}

const replicates = 3

function byCqs(measure: (cqs: number[]) => Items): Stage {
  return function* ({ amplification }) {
    for (const [name, { td0 }] of eachChannel(amplification)) {
      for (const [item, value] of measure(Array.from(td0))) yield [`${name}, ${item}`, value]
    }
  }
}

function* eachChannel({ channels, wells, points, values }: Readings) {
  const size = wells * points
  for (const [channel, name] of channels.entries()) {
    const part = values.slice(channel * size, (channel + 1) * size)
    yield [name, analyseLinreg(part, wells, points)] as const
  }
}

/** Order the wells by their Cq, as replicates of a dilution series. */
function dilute(cqs: readonly number[]) {
  const sorted = cqs.filter(Number.isFinite).sort((a, b) => a - b)
  return sorted.map((cq, i) => ({ log10Quantity: 6 - Math.floor(i / replicates) * 0.5, cq }))
}

function* standardItems(cqs: number[]): Items {
  const points = dilute(cqs)
  const fitted = fitStandardCurve(points)
  yield ['curve', fitted]
  yield ['range', findDynamicRange(points)]
  if (fitted.outcome !== 'fitted') return
  for (const [well, cq] of cqs.entries()) {
    yield [`well ${well + 1}`, readQuantity(fitted.curve, [cq])]
  }
}

function* detectionItems(cqs: number[]): Items {
  const levels = Array.from({ length: Math.floor(cqs.length / 4) }, (_, level) => ({
    quantity: 1 + level * level,
    cqs: cqs.slice(4 * level, 4 * level + 4),
  }))
  const hits = levels.map(({ quantity, cqs: own }) => ({
    quantity,
    tested: own.length + 2 * levels.length,
    detected: Math.min(own.filter(Number.isFinite).length + quantity, 2 * levels.length),
  }))
  for (const link of ['probit', 'logit'] as const) {
    yield [link, findDetectionLimit(hits, { rate: 0.95, link, confidence: 0.95 })]
  }
  yield ['quantification', findQuantificationLimit(levels, 1.95)]
}

function* replicateItems(cqs: number[]): Items {
  for (let well = 0; well + 4 <= cqs.length; well += 4) {
    const own = cqs.slice(well, well + 4)
    yield [`from well ${well + 1}`, reviewReplicates(own, { most: 0.5, expected: 0.1 })]
  }
}

function* kineticItems(readings: Readings): Items {
  for (const [name, { td0, efficiency, plateau }] of eachChannel(readings)) {
    const features = Array.from(td0, (cq, well) => [cq, efficiency[well]!, plateau[well]!])
    for (const [well, one] of findKineticOutliers(features).entries()) {
      yield [`${name}, well ${well + 1}`, one]
    }
  }
}

/** Take every fourth well as a replicate of the same sample. */
function* positionItems({ amplification, cartridge }: EnginePlate): Items {
  if (cartridge === null) return
  const { rows, columns } = cartridges[cartridge]
  for (const [name, { td0: values }] of eachChannel(amplification)) {
    const groups = Int32Array.from(values, (_, well) => well % 4)
    const settings = { alpha: 0.05, least: 0.2 }
    yield [name, findPositionEffects({ rows, columns, values, groups }, settings)]
  }
}
