import { log } from '../numbers/log.ts'
import { findMedian, findSpread } from '../numbers/median.ts'

export type Genotype = 'allele_1' | 'heterozygote' | 'allele_2'

/** Light of the two alleles in one well that amplified, in the unit of each channel. */
export interface AllelePoint {
  well: number
  first: number
  second: number
  /** Result of `takeRatio` for its light, as parts of the channels' usual light. */
  ratio: number
  /** Genotype of a control, null for a sample. */
  known: Genotype | null
}

export interface GenotypeCluster {
  /** Null if the cluster is none of the three for certain. */
  genotype: Genotype | null
  wells: number[]
  /** Medians of the wells. */
  first: number
  second: number
  ratio: number
  /** Standard deviation of the ratio of its wells. */
  spread: number
}

/** Least distance of two genotypes: an allele more or less changes the ratio by two thirds at least. */
export const leastDistance = 0.5

/** Light added to both alleles before their ratio is taken, so that the noise of a dark one stays small. */
const steadying = 0.1

/** Least spread of the log ratio: wells that agree to better than 5 % are luck, not precision. */
const leastSpread = 0.05

/** As many wells' worth of the spread of all clusters goes into that of each, for a few wells say little. */
const sharedWells = 4

/** Part of the wells that amplified which the named clusters must hold. */
const leastNamed = 0.7

/**
 * An allele that is there gives 0.4 or more of the light of its homozygote, one that is not there
 * (crosstalk, a probe that binds the other allele) less. Between the two limits it may be either.
 */
const leastPresent = 0.47
const mostAbsent = 0.33

/** Return the natural logarithm of second over first, as parts of the usual light; negative light counts as none. */
export function takeRatio(first: number, second: number): number {
  return log((Math.max(second, 0) + steadying) / (Math.max(first, 0) + steadying))
}

/**
 * Cluster wells by the log ratio of the two alleles: join neighbours, the closest first, until all centres (medians)
 * are `leastDistance` apart. From the smallest ratio to the largest.
 */
export function clusterRatios(points: readonly AllelePoint[]): GenotypeCluster[] {
  let groups = [...points]
    .sort((a, b) => a.ratio - b.ratio || a.well - b.well)
    .map((point) => ({ points: [point], centre: point.ratio }))
  while (groups.length > 1) {
    let closest = 0
    let least = Number.POSITIVE_INFINITY
    for (let i = 0; i + 1 < groups.length; i++) {
      const distance = groups[i + 1]!.centre - groups[i]!.centre
      if (distance < least) {
        least = distance
        closest = i
      }
    }
    if (least >= leastDistance) break
    const joined = [...groups[closest]!.points, ...groups[closest + 1]!.points]
    const centre = findMedian(joined.map(({ ratio }) => ratio))
    groups = groups.toSpliced(closest, 2, { points: joined, centre })
  }
  return findSpreads(groups.map((group) => group.points))
}

/** Spread of each group, drawn to that of all, which wells of any group tell. */
function findSpreads(groups: readonly (readonly AllelePoint[])[]): GenotypeCluster[] {
  const clusters = groups.map((points) => ({
    genotype: null,
    wells: points.map(({ well }) => well),
    first: findMedian(points.map(({ first }) => first)),
    second: findMedian(points.map(({ second }) => second)),
    ratio: findMedian(points.map(({ ratio }) => ratio)),
    spread: leastSpread,
  }))
  const distances = groups.map((points, i) => points.map(({ ratio }) => ratio - clusters[i]!.ratio))
  const several = distances.filter((list) => list.length > 1)
  const shared = raise(findSpread(several.flat()))
  for (const [i, list] of distances.entries()) {
    const own = list.length > 1 ? raise(findSpread(list)) : shared
    const weighed = list.length * own * own + sharedWells * shared * shared
    clusters[i]!.spread = Math.sqrt(weighed / (list.length + sharedWells))
  }
  return clusters
}

const raise = (spread: number) => (spread > leastSpread ? spread : leastSpread)

/**
 * Say which genotype each cluster is. Every choice of up to three clusters, as any genotypes in the
 * order of the ratio, is asked whether an allele gives enough light where it should be and little
 * where it should not, and whether the controls agree; of those that pass, the one with most wells
 * counts. Clusters outside it stay unnamed: wells between genotypes are nobody's. When two choices
 * with as many wells disagree, when none passes or the best leaves too many wells out, nothing is
 * named, unless three clear clusters can be named by their order. A lone cluster without a control is
 * named only where one channel stays below `least`, the light from which something amplified.
 */
export function nameClusters(
  clusters: readonly GenotypeCluster[],
  points: readonly AllelePoint[],
  least: readonly [number, number],
): GenotypeCluster[] {
  const known = new Map(points.map((point) => [point.well, point.known]))
  const controls = clusters.map(({ wells }) => wells.flatMap((well) => known.get(well) ?? []))
  let best: Hypothesis | null = null
  let isTied = false
  for (const hypothesis of listHypotheses(clusters.length)) {
    if (!isConsistent(hypothesis, clusters, controls, least)) continue
    const size = countWells(hypothesis, clusters)
    const largest = best ? countWells(best, clusters) : 0
    if (size < largest) continue
    isTied = size === largest
    best = hypothesis
  }
  const most = best ? countWells(best, clusters) : 0
  const isNamed = best !== null && !isTied && most >= leastNamed * points.length
  const named = isNamed ? best : null
  // Name three clear clusters by their order where the angles name none of them, or agree with that order.
  const ordered = orderThree(clusters, controls, least)
  const agree = ordered?.every((name, i) => !named?.[i] || named[i] === name)
  const chosen = ordered && agree ? ordered : named
  return clusters.map((cluster, i) => ({ ...cluster, genotype: chosen?.[i] ?? null }))
}

/** Fewest wells in each of three clusters for their order to name them, and least part of all wells in the three. */
const leastOfThree = 4
const leastInThree = 0.95

/** Least distance between the centres of two clusters, in spreads, for a clear gap. */
const clearGap = 8

/**
 * Name three clusters that are clearly apart by the order of their ratios, whatever their angles: dim probes and crosstalk
 * turn the angles but never the order. Each cluster needs enough wells and must show its alleles, the middle one must show
 * more of each allele than the homozygote of the other, hardly any well may be outside the three, and no control may
 * contradict. Return null otherwise.
 */
function orderThree(
  clusters: readonly GenotypeCluster[],
  controls: readonly Genotype[][],
  least: readonly [number, number],
): Hypothesis | null {
  const all = clusters.reduce((sum, { wells }) => sum + wells.length, 0)
  const large = clusters.flatMap(({ wells }, i) => (wells.length >= leastOfThree ? [i] : []))
  const held = large.reduce((sum, i) => sum + clusters[i]!.wells.length, 0)
  if (large.length !== 3 || held < leastInThree * all) return null
  const three = large.map((i) => clusters[i]!) as Three
  const [one, both, two] = three
  const isClear = (left: GenotypeCluster, right: GenotypeCluster) =>
    right.ratio - left.ratio >= clearGap * Math.max(left.spread, right.spread)
  if (!isClear(one, both) || !isClear(both, two)) return null
  if (!(both.first > two.first && both.second > one.second)) return null
  if (!order.every((name, at) => shows(name, three[at]!, least))) return null
  const fits = large.every((i, at) => controls[i]!.every((control) => control === order[at]))
  if (!fits) return null
  return clusters.map((_, i) => order[large.indexOf(i)] ?? null)
}

type Three = [GenotypeCluster, GenotypeCluster, GenotypeCluster]

/** Genotype by cluster, null for a cluster without a genotype. */
type Hypothesis = readonly (Genotype | null)[]

const order: readonly Genotype[] = ['allele_1', 'heterozygote', 'allele_2']

function listHypotheses(count: number): Hypothesis[] {
  let list: { names: (Genotype | null)[]; next: number }[] = [{ names: [], next: 0 }]
  for (let i = 0; i < count; i++) {
    list = list.flatMap(({ names, next }) => [
      { names: [...names, null], next },
      ...order.slice(next).map((name, at) => ({ names: [...names, name], next: next + at + 1 })),
    ])
  }
  return list.map(({ names }) => names).filter((names) => names.some((name) => name !== null))
}

function countWells(hypothesis: Hypothesis, clusters: readonly GenotypeCluster[]): number {
  return clusters.reduce((sum, { wells }, i) => sum + (hypothesis[i] ? wells.length : 0), 0)
}

function isConsistent(
  hypothesis: Hypothesis,
  clusters: readonly GenotypeCluster[],
  controls: readonly Genotype[][],
  least: readonly [number, number],
): boolean {
  const find = (name: Genotype) => clusters[hypothesis.indexOf(name)]
  const [one, both, two] = order.map(find)
  const fits = hypothesis.every((name, i) =>
    controls[i]!.every((control) => name === null || control === name),
  )
  if (!fits) return false
  const named = hypothesis.flatMap((name, i) => (name ? [i] : []))
  if (!named.every((i) => shows(hypothesis[i]!, clusters[i]!, least))) return false
  // Believe controls in every cluster, which say more than what is usual between genotypes.
  if (named.every((i) => controls[i]!.length > 0)) return true
  if (named.length === 1) return isAlone(hypothesis[named[0]!]!, clusters[named[0]!]!, least)
  const present = (part: number, whole: number) => part >= leastPresent * whole
  const absent = (part: number, whole: number) => part <= mostAbsent * whole
  if (one && both && !(present(both.first, one.first) && absent(one.second, both.second)))
    return false
  if (two && both && !(present(both.second, two.second) && absent(two.first, both.first)))
    return false
  return !(one && two) || (absent(two.first, one.first) && absent(one.second, two.second))
}

/** Return true if the alleles of a genotype amplified at all. */
function shows(
  name: Genotype | null,
  { first, second }: GenotypeCluster,
  [leastFirst, leastSecond]: readonly [number, number],
): boolean {
  return (
    (name === 'allele_2' || first >= leastFirst) && (name === 'allele_1' || second >= leastSecond)
  )
}

/**
 * Return true if one allele is alone. Without a second cluster or a control only darkness is evidence: a channel that
 * did not amplify at all has no allele. Two bright channels may be a heterozygote or crosstalk into a dimmer channel.
 */
function isAlone(
  name: Genotype | null,
  { first, second }: GenotypeCluster,
  [leastFirst, leastSecond]: readonly [number, number],
): boolean {
  return name === 'allele_1' ? second < leastSecond : name === 'allele_2' && first < leastFirst
}
