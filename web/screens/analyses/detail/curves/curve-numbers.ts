import { formulaStart, plainCells } from '../../../../../workers/files/formula-start.ts'
import type { CurveLine } from '../../../../parts/chart/curve-line.ts'
import { xAt } from '../../../../parts/chart/curve-line.ts'
import { readLineId } from '../../../../curves/curve-lines.ts'
import type { Shown } from '../../../../curves/value-axis.ts'

/** One curve with what names it. */
export interface NamedCurve {
  well: string
  sample: string
  channel: string
  x: number[]
  values: number[]
}

/** Return the visible curves as numbers, those of a well together. */
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

/**
 * Write a row for each value, as programs for statistics read it; numbers as they are in the calculation, and no name
 * that a spreadsheet would take for a formula.
 */
export async function writeCsv(
  curves: readonly NamedCurve[],
  { mode, show, layer }: Shown,
): Promise<string> {
  const { default: Papa } = await import('papaparse')
  const value = show === 'derivative' ? 'derivative' : mode === 'VAL' ? 'raw' : layer
  const data = curves.flatMap(({ well, sample, channel, x, values }) =>
    values.map((one, index) => [well, sample, channel, x[index], Number.isFinite(one) ? one : '']),
  )
  const fields = ['well', 'sample', 'channel', xNames[mode], value]
  return `${Papa.unparse(plainCells<unknown>([fields, ...data]), { newline: '\n', escapeFormulae: formulaStart })}\n`
}

/** Write a column for each curve, to be pasted into a sheet. */
export function writeTable(curves: readonly NamedCurve[]): string {
  const [first] = curves.toSorted((a, b) => b.x.length - a.x.length)
  if (!first) return ''
  const head = ['x', ...curves.map(({ well, channel }) => `${well} ${channel}`)].join('\t')
  const rows = first.x.map((x, index) =>
    [x, ...curves.map(({ values }) => values[index] ?? '')].join('\t'),
  )
  return [head, ...rows].join('\n')
}
