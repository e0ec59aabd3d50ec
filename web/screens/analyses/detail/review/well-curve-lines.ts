import type { WavelengthName } from '../../../../../domain/catalog/wavelengths.ts'
import { wavelengths } from '../../../../../domain/catalog/wavelengths.ts'
import type { CurveLayers, MeltLayers } from '../../../../../workers/run/views.ts'
import type { CurveLine } from '../../../../parts/chart/curve-line.ts'

/** List the curve of one well in one channel, and behind it those of the sample's other wells. */
export function listWellLines(
  layers: CurveLayers,
  channel: WavelengthName,
  well: number,
  replicates: readonly number[],
): CurveLine[] {
  const at = layers.channels.indexOf(channel)
  if (at < 0) return []
  const { points, wells, corrected } = layers
  return draw(channel, well, replicates, (one) => {
    const from = (at * wells + one) * points
    return { values: corrected.subarray(from, from + points) }
  })
}

/** List the melting curve of one well, as its slope, and behind it those of the sample's other wells. */
export function listMeltLines(
  melt: MeltLayers,
  channel: WavelengthName,
  well: number,
  replicates: readonly number[],
): CurveLine[] {
  const at = melt.channels.indexOf(channel)
  if (at < 0) return []
  const { points, wells, derivative, temperatures } = melt
  const shared = temperatures.length === points
  return draw(channel, well, replicates, (one) => {
    const from = (at * wells + one) * points
    return {
      values: derivative.subarray(from, from + points),
      x: shared ? temperatures : temperatures.subarray(one * points, (one + 1) * points),
    }
  })
}

function draw(
  channel: WavelengthName,
  well: number,
  replicates: readonly number[],
  read: (well: number) => Pick<CurveLine, 'values' | 'x'>,
): CurveLine[] {
  const { color, LineStyle } = wavelengths[channel]
  const others = replicates.filter((one) => one !== well)
  return [
    ...others.map((one) => ({
      id: String(one),
      ...read(one),
      color: 'var(--line-strong)',
      weight: 'dim' as const,
    })),
    { id: String(well), ...read(well), color, dash: LineStyle, weight: 'strong' as const },
  ]
}
