import { findMedian } from '../numbers/median.ts'

/** A value of one run. Time in days. */
export interface DatedValue {
  day: number
  value: number
  /** Values of different groups have levels of their own, and are not compared. */
  group: string
}

/** Change of a value a day, with the ends of its interval; infinite where too few values bound it. */
export interface SenSlope {
  slope: number
  low: number
  high: number
}

/** Runs of the same hour say nothing of a slope. */
const leastDays = 1 / 24

/**
 * Return the median slope of all pairs within a group (Sen 1968, J Am Stat Assoc 63:1379, https://doi.org/10.1080/01621459.1968.10480934;
 * by groups: Hirsch et al. 1982, Water Resour Res 18:107, https://doi.org/10.1029/WR018i001p00107), which a third of spoilt runs hardly moves. The interval is by the
 * variance of Kendall's score, and takes the runs as independent.
 * @param z half width of the interval in standard deviations of the normal distribution.
 * @returns null without two values of a group at different times.
 */
export function findSenSlope(values: readonly DatedValue[], z: number): SenSlope | null {
  const slopes: number[] = []
  let variance = 0
  for (const group of new Set(values.map((one) => one.group))) {
    const own = values.filter((one) => one.group === group)
    const count = own.length
    variance += (count * (count - 1) * (2 * count + 5)) / 18
    for (let first = 0; first < count; first += 1) {
      for (let second = first + 1; second < count; second += 1) {
        const [one, other] = [own[first]!, own[second]!]
        const days = other.day - one.day
        if (Math.abs(days) >= leastDays) slopes.push((other.value - one.value) / days)
      }
    }
  }
  if (slopes.length === 0) return null
  const sorted = Float64Array.from(slopes).sort()
  const half = z * Math.sqrt(variance)
  const at = (rank: number, open: number) =>
    rank < 0 || rank >= sorted.length ? open : (sorted[rank] ?? open)
  return {
    slope: findMedian(sorted),
    low: at(Math.floor((sorted.length - half) / 2) - 1, -Infinity),
    high: at(Math.ceil((sorted.length + half) / 2), Infinity),
  }
}
