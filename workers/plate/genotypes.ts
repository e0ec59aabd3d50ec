import { findMedian } from '../numbers/median.ts'
import {
  type AllelePoint,
  clusterRatios,
  type Genotype,
  type GenotypeCluster,
  leastDistance,
  nameClusters,
  takeRatio,
} from './genotype-clusters.ts'

/** End points of the two alleles' channels in one well, in the unit of each channel; NaN for none. */
export interface AlleleEndPoint {
  first: number
  second: number
  /** `ntc` for a well without template, a genotype for a control of it, null for a sample. */
  control: 'ntc' | Genotype | null
}

export interface GenotypeSettings {
  /**
   * End points below both of which nothing amplified, e.g. the thresholds of the two targets; NaN or 0
   * for a target without one.
   */
  least: readonly [number, number]
}

export type GenotypeDoubt =
  /** An end point is missing. */
  | 'not_measured'
  /** Much less light than wells of its kind. */
  | 'weak'
  /** Too far from its cluster, or not much nearer to it than to another. */
  | 'between_clusters'
  /** In a cluster without a genotype. */
  | 'cluster_unnamed'
  | 'ntc_amplified'
  /** A control that shows another genotype or none. */
  | 'control_disagrees'

export interface GenotypeCall {
  /** Null when nothing amplified or the cluster has no name. */
  genotype: Genotype | null
  call: 'called' | 'not_amplified' | 'review'
  doubt: GenotypeDoubt | null
  /**
   * 0..1: one minus the distance to the own cluster over that to the next, both in spreads, where a next
   * one eight spreads away is supposed; NaN where nothing amplified.
   */
  confidence: number
}

export interface GenotypePlate {
  wells: GenotypeCall[]
  /** From much of the first allele to much of the second. */
  clusters: GenotypeCluster[]
}

/** Parts of the usual light: below the first nothing amplified, below the second it is in doubt. */
const mostDark = 0.15
const leastBright = 0.3

/** Light of a well as a part of its cluster's, below which it is in doubt. */
const leastOfCluster = 0.5

/** Channels of one assay are within about sevenfold of each other. */
const leastOfBrighter = 0.15

const leastConfidence = 0.5
const mostSpreads = 4

/**
 * Genotype a plate with two alleles by end points: wells that amplified, clusters of the log ratio of the two channels,
 * the genotype of each, and for each well the certainty that it belongs. Channels need not be equally bright, genotypes
 * may be missing, and a few wells are enough; controls of known genotype help where clusters are missing. A well
 * between clusters, far from its own, or faint is `review` and never put into the nearest. End points are baseline
 * corrected; the median of the wells without template is subtracted as well.
 */
export function findGenotypes(
  wells: readonly AlleleEndPoint[],
  settings: GenotypeSettings,
): GenotypePlate {
  const light = subtractBlank(wells)
  const [first, second] = settings.least.map((value) => (value > 0 ? value : 0))
  const least = [first ?? 0, second ?? 0] as const
  const usual = findUsual(light, least)
  const bright = light.map((one) => measureBrightness(one, usual, least))
  const points = light.flatMap((one, well): AllelePoint[] => {
    if (one.control === 'ntc' || !(bright[well]! >= leastBright)) return []
    const ratio = takeRatio(one.first / usual.first, one.second / usual.second)
    return [{ well, first: one.first, second: one.second, ratio, known: one.control }]
  })
  const clusters = nameClusters(clusterRatios(points), points, least)
  const byWell = new Map(points.map((point) => [point.well, point]))
  return {
    clusters,
    wells: light.map((one, well) => {
      const point = byWell.get(well)
      return point ? judge(point, clusters, usual) : judgeDark(one, bright[well]!)
    }),
  }
}

/** Return the brighter channel as a part of its usual light, 0 when nothing amplified, NaN when not measured. */
function measureBrightness(
  { first, second }: AlleleEndPoint,
  usual: { first: number; second: number },
  least: readonly [number, number],
): number {
  if (first < least[0] && second < least[1]) return 0
  return Math.max(first / usual.first, second / usual.second)
}

function subtractBlank(wells: readonly AlleleEndPoint[]): AlleleEndPoint[] {
  const blanks = wells.filter(({ control }) => control === 'ntc')
  const others = wells.filter(({ control }) => control !== 'ntc')
  const blank = (pick: (well: AlleleEndPoint) => number) => {
    const dark = findMedian(blanks.map(pick))
    // Trust no blank among wells without template that shine like the others.
    return dark < leastBright * Math.max(...others.map(pick).filter(Number.isFinite)) ? dark : 0
  }
  const first = blank((well) => well.first)
  const second = blank((well) => well.second)
  return wells.map((well) => ({
    ...well,
    first: well.first - first,
    second: well.second - second,
  }))
}

/**
 * Return the upper quartile of each channel over the wells where anything amplified. A channel in which no well has its
 * allele counts for a part of the brighter one at least, so that its noise is not scaled up.
 */
function findUsual(
  wells: readonly AlleleEndPoint[],
  [leastFirst, leastSecond]: readonly [number, number],
): { first: number; second: number } {
  const lit = wells.filter(({ first, second }) => first >= leastFirst || second >= leastSecond)
  const upper = (values: number[], least: number) => {
    const sorted = values.filter(Number.isFinite).sort((a, b) => a - b)
    return Math.max(sorted[Math.ceil(0.75 * sorted.length) - 1] ?? 0, least)
  }
  const first = upper(
    lit.map((well) => well.first),
    leastFirst,
  )
  const second = upper(
    lit.map((well) => well.second),
    leastSecond,
  )
  return {
    first: Math.max(first, leastOfBrighter * second),
    second: Math.max(second, leastOfBrighter * first),
  }
}

function judgeDark({ control }: AlleleEndPoint, bright: number): GenotypeCall {
  const call = (name: GenotypeCall['call'], doubt: GenotypeDoubt | null): GenotypeCall => ({
    genotype: null,
    call: name,
    doubt,
    confidence: Number.NaN,
  })
  if (Number.isNaN(bright)) return call('review', 'not_measured')
  if (bright >= mostDark) return call('review', control === 'ntc' ? 'ntc_amplified' : 'weak')
  if (control !== null && control !== 'ntc') return call('review', 'control_disagrees')
  return call('not_amplified', null)
}

function judge(
  point: AllelePoint,
  clusters: readonly GenotypeCluster[],
  usual: { first: number; second: number },
): GenotypeCall {
  const own = clusters.find(({ wells }) => wells.includes(point.well))!
  const spreads = (cluster: GenotypeCluster) =>
    Math.abs(point.ratio - cluster.ratio) / cluster.spread
  const distance = spreads(own)
  const next = Math.min(...clusters.filter((one) => one !== own).map(spreads))
  // Limit the distance where there is no other cluster to compare with: a missing one may be as near as genotypes come.
  const limit = Math.min(next, mostSpreads * 2, (2 * leastDistance) / own.spread)
  const confidence = limit > 0 ? Math.max(0, 1 - distance / limit) : 0
  const light = point.first / usual.first + point.second / usual.second
  const typical = own.first / usual.first + own.second / usual.second
  let doubt: GenotypeDoubt | null = null
  if (own.genotype === null) doubt = 'cluster_unnamed'
  else if (point.known !== null && point.known !== own.genotype) doubt = 'control_disagrees'
  else if (confidence < leastConfidence) doubt = 'between_clusters'
  else if (light < leastOfCluster * typical) doubt = 'weak'
  return { genotype: own.genotype, call: doubt ? 'review' : 'called', doubt, confidence }
}
