import type { ChartMode } from '../../../../../domain/catalog/charts.ts'
import type { CartridgeType } from '../../../../../domain/catalog/cartridges.ts'
import type { WavelengthName } from '../../../../../domain/catalog/wavelengths.ts'
import { isTime, type Results } from '../../../../../domain/results.ts'
import { wellName } from '../../../../../domain/rules/well.ts'
import type { CurveLine } from '../../../../parts/chart/curve-line.ts'
import { xAt } from '../../../../parts/chart/curve-line.ts'
import { readLineId } from '../../../../curves/curve-lines.ts'
import type { ChannelFacts } from '../list-channels.ts'

/** Content of a chart's tooltip (spec §3): channel, objectives, sample's name and pairs of values. */
export interface PointFacts {
  sample: string | null
  well: string
  mode: ChartMode
  index: number
  x: number
  hasCq: boolean
  /** Each channel of the well that is shown, the one pointed at among them. */
  channels: {
    channel: WavelengthName
    objectives: readonly string[]
    value: number | null
    cq?: number | null
    /** The Cq is a time to threshold in minutes. */
    isTime: boolean
    pointed: boolean
  }[]
}

/** Collect what is known of a point of a curve; null for a curve that is not shown any more. */
export function findPointFacts(
  id: string,
  index: number,
  from: {
    lines: readonly CurveLine[]
    /** Channels in the order of the layers, and those that people know. */
    order: readonly string[]
    channels: readonly ChannelFacts[]
    samples: ReadonlyMap<string, string>
    shape: Pick<CartridgeType, 'rows' | 'columns'>
    results: Results | null
    mode: ChartMode
  },
): PointFacts | null {
  const { lines, order, results, mode } = from
  const own = lines.find((line) => line.id === id)
  if (!own || index >= own.values.length) return null
  const { well: at } = readLineId(id)
  const well = wellName(from.shape, at)
  const ofWell = lines.filter((line) => readLineId(line.id).well === at)
  const channels = ofWell.flatMap((line): PointFacts['channels'] => {
    const channel = from.channels.find(({ name }) => name === order[readLineId(line.id).channel])
    if (!channel) return []
    const value = line.values[index]
    // Leave out a channel that was not measured in this well.
    if (line.id !== id && !Array.from(line.values).some(Number.isFinite)) return []
    const found = (results?.wells ?? []).filter(
      (one) => one.well === well && one.channel === channel.name,
    )
    return [
      {
        channel: channel.name,
        // Show only the targets of this well's mix.
        objectives: found.length > 0 ? found.map(({ target }) => target) : channel.targets,
        value: value === undefined || !Number.isFinite(value) ? null : value,
        ...(found[0] && mode !== 'VAL' && { cq: found[0].cq }),
        isTime: found[0] !== undefined && isTime(found[0]),
        pointed: line.id === id,
      },
    ]
  })
  return {
    sample: from.samples.get(well) ?? null,
    well,
    mode,
    index,
    x: xAt(own, index),
    hasCq: channels.some(({ cq }) => cq !== undefined),
    channels,
  }
}
