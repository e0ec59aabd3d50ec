import type { BarColumn } from '../../parts/chart/draw-bars.ts'
import type { CurveLine } from '../../parts/chart/curve-line.ts'
import type { ProfilePoint } from '../../parts/chart/profile.ts'

/** Made-up figures for the gallery of parts: none is from a plate or a record. */
const colors = ['#0072B2', '#009E73', '#D55E00', '#CC79A7']
const dashes = [[], [10, 4], [8, 3, 2, 3], [4, 3]]

/** Make curves that rise like amplification: a baseline, a climb, a plateau. Same ones at each call. */
export function makeCurves(wells: number, channels: number, cycles: number): CurveLine[] {
  const lines: CurveLine[] = []
  for (let well = 0; well < wells; well++) {
    for (let channel = 0; channel < channels; channel++) {
      const seed = (well * 7 + channel * 3) % 23
      const middle = 18 + seed * 0.7 + channel * 1.7
      const top = well % 9 === 0 ? 0 : (2600 + ((seed * 53) % 29) * 120) * (1 - channel * 0.2)
      const values = Float64Array.from({ length: cycles }, (_, at) => {
        const noise = Math.sin(at * 12.9 + well * 78.2 + channel) * 14
        return 320 + seed * 4 + noise + top / (1 + Math.exp((middle - at - 1) * 0.62))
      })
      const dash = dashes[channel] ?? []
      lines.push({ id: `${well}-${channel}`, values, color: colors[channel] ?? '#000000', dash })
    }
  }
  return lines
}

/** Make a profile of three parts: one hold, forty cycles of two steps, one slow climb. */
export function makeProfile(): ProfilePoint[] {
  const points: ProfilePoint[] = [{ seconds: 0, celsius: 25 }]
  let seconds = 0
  const go = (celsius: number, ramp: number, hold: number) => {
    seconds += ramp
    points.push({ seconds, celsius })
    seconds += hold
    points.push({ seconds, celsius })
  }
  go(95, 30, 120)
  for (let cycle = 0; cycle < 40; cycle++) {
    go(60, 12, 25)
    go(95, 14, 8)
  }
  go(60, 12, 20)
  go(95, 300, 5)
  return points
}

export type Row = { id: string; name: string; number: number; share: number | null; when: number }

const words = ['amber', 'basalt', 'cedar', 'delta', 'ember', 'fjord', 'garnet', 'harbour', 'iris']

export function makeRows(count: number): Row[] {
  return Array.from({ length: count }, (_, at) => ({
    id: String(at),
    name: `${words[at % words.length]} ${at + 1}`,
    number: (at * 7919) % 1000,
    share: at % 7 === 0 ? null : 14 + ((at * 37) % 2600) / 100,
    when: 1_790_000_000_000 - at * 3_600_000,
  }))
}

/** Make days with larger and smaller counts, and none at the weekends. */
export function makeDays(count: number): BarColumn[] {
  return Array.from({ length: count }, (_, at) => {
    const values = at % 7 > 4 ? [0, 0] : [3 + ((at * 5) % 7), (at * 3) % 4]
    return { label: `Day ${at + 1}`, title: `Day ${at + 1}\n${values.join(' and ')}`, values }
  })
}
