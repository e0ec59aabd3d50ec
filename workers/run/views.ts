import type { BaselineRule, Evaluation } from '../../domain/entities/evaluation-recipe.ts'
import { copyCorrected, createCorrected, wellOf, type CorrectedChannel } from '../curves/correct.ts'
import { differentiate } from '../curves/derivative.ts'
import { takeLogarithm } from '../curves/logarithm.ts'
import { differentiateSmoothly } from '../melt/smooth-slope.ts'
import { compensateRun, correctCurves, findReference, type MeasuredTarget } from './measure-run.ts'
import { curveOf, temperaturesOf, type Readings } from '../curves/readings.ts'
import { placeThreshold } from './thresholds.ts'

/** Layers of the amplification charts. Curves are `[(channel * wells + well) * points + point]`. */
export interface CurveLayers {
  channels: readonly string[]
  wells: number
  points: number
  /** As measured, a.u. */
  raw: Float64Array
  /** Without what other dyes leave in the channel; as measured without a compensation. */
  compensated: Float64Array
  /** Rn: over the passive reference, or as measured without one. */
  normalised: Float64Array
  /** dRn: Rn minus its baseline. */
  corrected: Float64Array
  /** Slope of dRn per cycle. */
  derivative: Float64Array
  /** log10 of dRn, NaN where it is not above zero. */
  log: Float64Array
  /** Threshold of each target in the order of the recipe, in the unit of dRn; NaN when unknown yet. */
  thresholds: Float64Array
}

/** Layers of the melt charts: the curves as measured and their -dF/dT, laid out as above. */
export interface MeltLayers {
  channels: readonly string[]
  wells: number
  points: number
  temperatures: Float64Array
  raw: Float64Array
  derivative: Float64Array
}

const automatic: BaselineRule = { method: 'automatic' }

/**
 * Calculate the layers of an amplification, complete or still growing: fast enough for every new cycle. A channel's
 * baseline follows its first target, else the automatic rule. Layers given in `reuse` are filled again when their shape
 * fits, so that nothing is allocated. `measured` are the recipe's targets as measured from the same readings, if they
 * were.
 */
export function curveLayers(
  readings: Readings,
  evaluation: Evaluation,
  reuse: CurveLayers | null = null,
  measured: readonly MeasuredTarget[] = [],
): CurveLayers {
  const { channels, wells, points } = readings
  const layers = fits(reuse, readings) ? reuse : createLayers(readings)
  layers.raw.set(readings.values)
  const compensated = compensateRun(readings, evaluation)
  layers.compensated.set(compensated.values)
  layers.thresholds = new Float64Array(evaluation.targets.length).fill(Number.NaN)
  const passive = findReference(compensated, evaluation)
  const size = wells * points
  for (let channel = 0; channel < channels.length; channel++) {
    const part = (layer: Float64Array) => layer.subarray(channel * size, (channel + 1) * size)
    const corrected = part(layers.corrected)
    const room = createCorrected(wells, points, part(layers.normalised), corrected)
    const first = evaluation.targets.findIndex((target) => target.channel === channels[channel])
    const target = evaluation.targets[first]
    const known = measured[first]?.curves
    // Draw wells of other mixes too, which are no part of what was measured of a target.
    if (known && target?.well_types === undefined) copyCorrected(known, room)
    else
      correctCurves(compensated, channel, passive, target?.baseline ?? automatic, evaluation, room)
    const derivative = part(layers.derivative)
    for (let well = 0; well < wells; well++) {
      differentiate(wellOf(corrected, well, points), wellOf(derivative, well, points))
    }
    takeLogarithm(corrected, part(layers.log))
    setThresholds(layers.thresholds, evaluation, channels[channel], room)
  }
  return layers
}

/** Calculate the layers of a melt. */
export function meltLayers(readings: Readings): MeltLayers {
  const { channels, wells, points, temperatures, values } = readings
  const derivative = new Float64Array(values.length)
  for (let channel = 0; channel < channels.length; channel++) {
    for (let well = 0; well < wells; well++) {
      const out = wellOf(derivative, channel * wells + well, points)
      differentiateSmoothly(temperaturesOf(readings, well), curveOf(readings, channel, well), out)
    }
  }
  return {
    channels,
    wells,
    points,
    temperatures: temperatures.slice(),
    raw: values.slice(),
    derivative,
  }
}

function setThresholds(
  thresholds: Float64Array,
  evaluation: Evaluation,
  channel: string | undefined,
  room: CorrectedChannel,
): void {
  for (const [index, target] of evaluation.targets.entries()) {
    if (target.channel !== channel) continue
    const rule = target.threshold
    thresholds[index] = rule.method === 'fixed' ? rule.value : placeThreshold(room, rule.factor)
  }
}

function fits(layers: CurveLayers | null, readings: Readings): layers is CurveLayers {
  return (
    layers !== null &&
    layers.wells === readings.wells &&
    layers.points === readings.points &&
    layers.channels.join() === readings.channels.join()
  )
}

function createLayers({ channels, wells, points, values }: Readings): CurveLayers {
  const layer = () => new Float64Array(values.length)
  return {
    channels,
    wells,
    points,
    raw: layer(),
    compensated: layer(),
    normalised: layer(),
    corrected: layer(),
    derivative: layer(),
    log: layer(),
    thresholds: new Float64Array(0),
  }
}
