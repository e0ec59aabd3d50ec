import type { CurveLine } from '../../../../parts/chart/curve-line.ts'
import { xAt } from '../../../../parts/chart/curve-line.ts'
import { readLineId } from '../curve-lines.ts'
import type { Shown } from './axis-starts.ts'

/** One curve with what names it. */
export interface NamedCurve {
  well: string
  sample: string
  channel: string
  x: number[]
  values: number[]
}

/** The curves on show as numbers, those of a well together. */
export function listPoints(
  lines: readonly CurveLine[],
  from: {
    channels: readonly string[]
    wellOf: (id: string) => string
    samples: ReadonlyMap<string, string>
  },
): NamedCurve[] {
  return lines
    .toSorted((a, b) => readLineId(a.id).well - readLineId(b.id).well)
    .map((line) => {
      const well = from.wellOf(line.id)
      return {
        well,
        sample: from.samples.get(well) ?? '',
        channel: from.channels[readLineId(line.id).channel] ?? '',
        x: Array.from(line.values, (_, index) => xAt(line, index)),
        values: Array.from(line.values),
      }
    })
}

const xNames = { CYCLE: 'cycle', AMP: 'time_min', VAL: 'temperature_c' } as const

/** A row for each value, as programs for statistics read it; numbers as they are in the calculation. */
export function writeCsv(curves: readonly NamedCurve[], { mode, show, layer }: Shown): string {
  const value = show === 'derivative' ? 'derivative' : mode === 'VAL' ? 'raw' : layer
  const rows = curves.flatMap(({ well, sample, channel, x, values }) =>
    values.map((one, index) =>
      [well, quote(sample), channel, x[index], Number.isFinite(one) ? one : ''].join(','),
    ),
  )
  return `${['well', 'sample', 'channel', xNames[mode], value].join(',')}\n${rows.join('\n')}\n`
}

/** A column for each curve, to be pasted into a sheet. */
export function writeTable(curves: readonly NamedCurve[]): string {
  const [first] = curves.toSorted((a, b) => b.x.length - a.x.length)
  if (!first) return ''
  const head = ['x', ...curves.map(({ well, channel }) => `${well} ${channel}`)].join('\t')
  const rows = first.x.map((x, index) =>
    [x, ...curves.map(({ values }) => values[index] ?? '')].join('\t'),
  )
  return [head, ...rows].join('\n')
}

/** A text that begins like a formula must not become one in a sheet. */
function quote(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
