import type { ChartMode } from '../../domain/catalog/charts.ts'
import { wavelengths, type WavelengthName } from '../../domain/catalog/wavelengths.ts'
import type { CurveLayers, MeltLayers } from '../../workers/run/views.ts'
import type { CurveLine } from '../parts/chart/curve-line.ts'
import type { LayerName, ShowName } from './value-axis.ts'
import { dyeColour } from '../entities/sample/dye-colour.ts'

export interface LineChoice {
  mode: ChartMode
  show: ShowName
  layer: LayerName
  /** Channels to draw, in any order. */
  channels: ReadonlySet<string>
  /** The channel that is read on the right axis. */
  second?: string | null | undefined
  /** Wells that hold a sample; others are not drawn. */
  wells: ReadonlySet<number>
  selected: ReadonlySet<number>
  solo: boolean
  /** Wells that the person has put away. */
  hidden: ReadonlySet<number>
  /** Colours that the person gave to wells. */
  colours?: ReadonlyMap<number, string> | undefined
  /** Points measured so far; the rest of the layers is room. */
  measured: number
  /** Time of each cycle's reading, for the axis of time. */
  times?: Float64Array | null | undefined
}

/** Return the id of a curve: its channel's place and its well. */
export function lineId(channel: number, well: number): string {
  return `${channel}|${well}`
}

export function readLineId(id: string): { channel: number; well: number } {
  const [channel = '0', well = '0'] = id.split('|')
  return { channel: Number(channel), well: Number(well) }
}

/**
 * Most wells that are drawn with thick lines. With more of them the other curves only fade, which is clear enough and
 * fast.
 */
const mostStrong = 12

/** Most wells whose curves are drawn in the line style of their dye: the dashes of more of them run into blots. */
const mostDashed = 24
const solid: readonly number[] = []

/** Make the curves of the chosen chart; selected wells are bold, the others fade. */
export function makeLines(
  layers: CurveLayers | null,
  melt: MeltLayers | null,
  choice: LineChoice,
): CurveLine[] {
  const source = choice.mode === 'VAL' ? melt : layers
  const values = valuesOf(layers, melt, choice)
  if (!source || !values) return []
  const { channels, points, wells } = source
  const x = choice.mode === 'VAL' ? melt?.temperatures : undefined
  const times = choice.mode === 'AMP' ? (choice.times ?? undefined) : undefined
  const strong = choice.selected.size > mostStrong ? 'normal' : 'strong'
  const isAlone = choice.solo && choice.selected.size > 0
  const isMany =
    [...choice.wells].filter(
      (well) => !choice.hidden.has(well) && (!isAlone || choice.selected.has(well)),
    ).length > mostDashed
  const lines: CurveLine[] = []
  for (const [channel, name] of channels.entries()) {
    if (!choice.channels.has(name)) continue
    const { LineStyle } = wavelengths[name as WavelengthName]
    const color = dyeColour(name as WavelengthName)
    for (let well = 0; well < wells; well += 1) {
      const chosen = choice.selected.has(well)
      if (choice.hidden.has(well)) continue
      if (!choice.wells.has(well) || (isAlone && !chosen)) continue
      const from = (channel * wells + well) * points
      const aside = choice.selected.size > 0 && !chosen
      lines.push({
        id: lineId(channel, well),
        values: values.subarray(from, from + Math.min(points, choice.measured)),
        x: x ? temperaturesOf(x, well, points) : times,
        // Draw them grey, which leaves the dye to the chosen ones: hundreds of faint curves add up to a strong colour.
        color: choice.colours?.get(well) ?? (aside ? 'var(--line-strong)' : color),
        dash: isMany && !(chosen && strong === 'strong') ? solid : LineStyle,
        weight: choice.selected.size === 0 ? 'normal' : chosen ? strong : 'dim',
        axis: name === choice.second ? 'right' : undefined,
      })
    }
  }
  return lines
}

/** Return the numbers that a chart draws, laid out as in the layers. */
function valuesOf(
  layers: CurveLayers | null,
  melt: MeltLayers | null,
  { mode, show, layer }: Pick<LineChoice, 'mode' | 'show' | 'layer'>,
): Float64Array | null | undefined {
  if (mode === 'VAL') return show === 'curve' ? melt?.raw : melt?.derivative
  if (show === 'derivative') return layers?.derivative
  // Leave the logarithm to the axis: the curve keeps its unit and the threshold its place.
  if (show === 'log') return layers?.corrected
  return layers?.[layer]
}

/** Return the temperatures of a well, which all wells share or each has alone. */
function temperaturesOf(all: Float64Array, well: number, points: number): Float64Array {
  return all.length === points ? all : all.subarray(well * points, (well + 1) * points)
}
