import { measured, type ReportRow } from '../../../scripts/report-table.ts'
import { forecastDrift } from '../../../workers/calibration/forecast-drift.ts'
import type { RunCondition } from '../../../workers/calibration/run-condition.ts'
import { wellName } from '../../../domain/rules/well.ts'
import { createRandom, type Random } from '../../support/seeded-random.ts'
import { uuidOf } from '../../support/uuid-of.ts'

const shape = { rows: 4, columns: 4 }
export const names = Array.from({ length: 16 }, (_, at) => wellName(shape, at))
export const dayMs = 86_400_000
export const now = Date.parse('2026-11-28T00:00:00.000Z')
export const begin = { light: now - 60 * dayMs, temperature: now - 60 * dayMs }

/** Draw numbers of mean 0 and deviation 1, near enough. */
const noise = (random: Random) =>
  Array.from({ length: 6 }, () => random.next()).reduce((sum, one) => sum + one, -3) * Math.SQRT2

/** Forty runs of two recipes in sixty days: light with 2 % of noise, temperatures with 0.05 °C; `fault` changes what a day leaves behind. */
export function drawRuns(
  seed: number,
  fault: { well?: number; dim?: number; lamp?: number; warm?: number } = {},
): RunCondition[] {
  const random = createRandom(seed)
  return Array.from({ length: 40 }, (_, at): RunCondition => {
    const day = 1.5 * at
    const isFirst = random.below(2) === 0
    const light = names.map((_name, well) => {
      const lost = well === fault.well ? 1 - (fault.dim ?? 0) * day : 1
      return (isFirst ? 1 : 1 + 0.02 * (well % 3)) * lost * (1 + 0.02 * noise(random))
    })
    const warm = (well: number) => (well === fault.well ? (fault.warm ?? 0) * day : 0)
    return {
      run_uuid: uuidOf(at),
      at: begin.light + day * dayMs,
      group: isFirst ? 'one' : 'other',
      light: [
        {
          channel: 'FAM',
          level:
            (isFirst ? 900 : 1300) * (1 - (fault.lamp ?? 0) * day) * (1 + 0.02 * noise(random)),
          wells: light,
        },
      ],
      melts: [
        {
          target: 'GAPDH',
          median: 82 + 0.05 * noise(random),
          wells: names.map((_name, well) => 82 + warm(well) + 0.05 * noise(random)),
        },
      ],
    }
  })
}

/** Days before its limit at which a device must be flagged, and such that are only reported. */
const ahead = { due: 14, early: 30 }

/**
 * Follow steady devices, and such with a well that loses light and reaches its limit some days after the last run: `count` of each. Share
 * of steady devices that are flagged, of the others that are flagged, and of those whose limit is inside the interval.
 */
export function measureDrift(seed: number, count: number): { rows: ReportRow[]; failed: string[] } {
  const failed: string[] = []
  for (let at = 0; at < count; at += 1) {
    const steady = forecastDrift(drawRuns(seed + at), names, begin, now)
    if (steady.series.some(({ flagged }) => flagged)) failed.push(`steady device ${seed + at}`)
  }
  const due = followDirt(seed + 1_000_000, count, ahead.due)
  const early = followDirt(seed + 2_000_000, count, ahead.early)
  const alarms = share(failed.length, count)
  const row = (name: string, value: number, bar: string, ok: boolean | null): ReportRow => ({
    name,
    value,
    unit: '%',
    bar,
    ok,
  })
  return {
    rows: [
      measured('devices followed over 40 runs', count),
      row('  steady ones flagged', alarms, '<= 1', alarms <= 1),
      row('  drifting ones flagged two weeks ahead', due.found, '>= 95', due.found >= 95),
      row('  drifting ones flagged 30 days ahead', early.found, '', null),
      row('  day of the limit inside the interval', due.covered, '>= 95', due.covered >= 95),
    ],
    failed: alarms <= 1 ? [] : failed,
  }
}

/** Follow devices of which one well reaches its limit of 10 % so many days after the last run. */
function followDirt(seed: number, count: number, days: number) {
  let [found, covered] = [0, 0]
  const truth = now + days * dayMs
  for (let at = 0; at < count; at += 1) {
    const well = at % names.length
    const dirty = drawRuns(seed + at, { well, dim: 0.1 / (60 + days) })
    const [worst] = forecastDrift(dirty, names, begin, now).series
    if (!worst?.flagged || worst.well !== names[well]) continue
    found += 1
    const [from, to] = [Date.parse(worst.earliest ?? ''), Date.parse(worst.latest ?? '9999')]
    if (!(from > truth) && truth <= to) covered += 1
  }
  return { found: share(found, count), covered: share(covered, found) }
}

function share(part: number, of: number): number {
  return Number(((100 * part) / Math.max(1, of)).toFixed(2))
}
