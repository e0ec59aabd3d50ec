import { findEndPoint } from '../../workers/curves/end-point.ts'
import { analyseLinreg } from '../../workers/linreg/linreg.ts'
import { curveOf, type Readings } from '../../workers/curves/readings.ts'
import { curveLayers, meltLayers } from '../../workers/run/views.ts'
import { averageEfficiency, combineEfficiencies } from '../../workers/plate/assay-efficiency.ts'
import { estimateAssay } from '../../workers/plate/assay-growth.ts'
import { flagCurve } from '../../workers/plate/efficiency-flags.ts'
import { findGenotypes } from '../../workers/plate/genotypes.ts'
import { createGrowthScratch } from '../../workers/plate/growth-equations.ts'
import { findRunOffsets } from '../../workers/plate/inter-run.ts'
import { fitLimitedGrowth } from '../../workers/plate/limited-growth.ts'
import { rankReferences } from '../../workers/plate/reference-stability.ts'
import { compareGroups } from '../../workers/plate/relative-groups.ts'
import { findRelativeQuantities } from '../../workers/plate/relative-quantity.ts'
import { estimateCopies, findStartingFluorescence } from '../../workers/plate/starting-quantity.ts'
import { byChannel, type Items, type Stage } from './engine-items.ts'

/** Stages that work on whole plates. */
export const plateStages: Readonly<Record<string, Stage>> = {
  'limited growth': byChannel((values, wells, points) => fitGrowth(values, wells, points)),
  efficiency: byChannel(averageAll),
  'starting quantity': byChannel(quantify),
  genotypes: (plate) => genotypeItems(plate.amplification),
  'relative quantity': (plate) => relativeItems(plate.amplification),
  'melt views': ({ melt }) => (melt ? Object.entries(meltLayers(melt)) : []),
  'curve views': (plate) => Object.entries(curveLayers(plate.amplification, plate.evaluation)),
}

function fitGrowth(values: Float64Array, wells: number, points: number) {
  const { td0 } = analyseLinreg(values, wells, points)
  const scratch = createGrowthScratch(points)
  return Array.from(td0, (cycle, well) =>
    fitLimitedGrowth(values.subarray(well * points, (well + 1) * points), cycle, scratch),
  )
}

function averageAll(values: Float64Array, wells: number, points: number) {
  const curves = analyseLinreg(values, wells, points)
  const members = Array.from({ length: wells }, (_, curve) => ({ curve, counted: true }))
  const skewness = averageEfficiency(curves, members)
  const flags = skewness.uses.map((use, curve) =>
    flagCurve(curves, curve, { negativeControl: false, use, assayEfficiency: skewness.efficiency }),
  )
  return {
    flags,
    skewness,
    median: averageEfficiency(curves, members, { method: 'median', within: 0.05 }),
    combined: combineEfficiencies(fitGrowth(values, wells, points)),
    growth: estimateAssay(values, points, curves, members),
  }
}

function quantify(values: Float64Array, wells: number, points: number) {
  const { td0, efficiency } = analyseLinreg(values, wells, points)
  return Array.from(td0, (cycle, well) => [
    estimateCopies(cycle, efficiency[well]!, { kind: 'probe', primer: 300 }, 20, false),
    findStartingFluorescence(
      values[well * points]!,
      { value: cycle, error: 0.1 },
      { value: efficiency[well]!, error: 0.02 },
    ),
  ])
}

/** Genotype with the last two channels as the two alleles. */
function* genotypeItems(readings: Readings): Items {
  const { channels, wells } = readings
  if (channels.length < 2) return
  const light = (channel: number, well: number) => findEndPoint(curveOf(readings, channel, well))
  const points = Array.from({ length: wells }, (_, well) => ({
    first: light(channels.length - 2, well),
    second: light(channels.length - 1, well),
    control: well === 0 ? ('ntc' as const) : null,
  }))
  const plate = findGenotypes(points, { least: [0.1, 0.1] })
  for (const [well, call] of plate.wells.entries()) yield [`well ${well + 1}`, call]
  yield ['clusters', plate.clusters]
}

/** Make samples of four wells, the first channel as the reference, Cqs from LinRegPCR's take-off. */
function* relativeItems({ channels, wells, points, values }: Readings): Items {
  const size = wells * points
  const cqs = channels.map((_, channel) =>
    Array.from(
      analyseLinreg(values.slice(channel * size, (channel + 1) * size), wells, points).td0,
    ),
  )
  const samples = Array.from({ length: Math.ceil(wells / 4) }, (_, sample) => sample)
  const replicates = channels.flatMap((target, channel) =>
    samples.map((sample) => ({
      sample: String(sample),
      target,
      cqs: cqs[channel]!.slice(4 * sample, 4 * sample + 4),
    })),
  )
  const efficiencies = new Map(channels.map((target) => [target, { factor: 1.93, error: 0.02 }]))
  const settings = { calibrators: ['0'], confidence: 0.95, calibratorError: true, efficiencies }
  const references = channels.slice(0, 1)
  const quantities = findRelativeQuantities(replicates, { ...settings, references })
  for (const one of quantities) yield [`${one.target}, sample ${one.sample}`, one]
  const groups = ['even', 'odd'].map((name, rest) => ({
    name,
    samples: samples.filter((sample) => sample % 2 === rest).map(String),
  }))
  yield ['groups', compareGroups(quantities, groups, 'even', 0.95)]
  yield ['reference stability', rankReferences(cqs.map((list) => list.map((cq) => -cq)))]
  yield ['run offsets', findRunOffsets(cqs)]
}
