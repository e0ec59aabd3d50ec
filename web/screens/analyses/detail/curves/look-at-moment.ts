import type { WavelengthName } from '../../../../../domain/catalog/wavelengths.ts'
import { formatCelsius } from '../../../../i18n/format.ts'
import { t } from '../../../../i18n/intl.ts'
import type { WellLook } from '../../../../parts/plate/Well.tsx'
import { dyeColour } from '../../../../entities/sample/dye-colour.ts'
import { heatColour } from '../heat-scale.ts'
import { formatSignal } from '../../../../entities/result/trace-text.ts'
import { findMomentRange, type Moments, readMoment, type ShownMoments } from './read-moment.ts'

/** Steps of the scale: a colour that the eye cannot tell from the last is no new drawing of a well. */
const steps = 48

/** Scale of the plate's colours by the signal at a moment. */
export interface MomentScale {
  /** The channel that is shown of a well; undefined where a well has none. */
  channelOf: (well: number) => WavelengthName | undefined
  /** Each channel in the colours of its dye, as several are on show; else the scale that all heat maps have. */
  byDye: boolean
  ranges: ReadonlyMap<string, readonly [number, number]>
}

/** Make the scale for a plate that shows one target, or one per dye if each well shows its only target. */
export function makeMomentScale(
  moments: Moments,
  channelOf: MomentScale['channelOf'],
): MomentScale {
  const ranges = new Map<string, readonly [number, number]>()
  for (let well = 0; well < moments.wells; well += 1) {
    const channel = channelOf(well)
    if (channel && !ranges.has(channel)) ranges.set(channel, findMomentRange(moments, channel))
  }
  return { channelOf, ranges, byDye: ranges.size > 1 }
}

/** Name a moment: a cycle, or a temperature of the melt. */
export function nameMoment(moments: Pick<ShownMoments, 'temperatures'>, point: number): string {
  const { temperatures } = moments
  return temperatures
    ? formatCelsius(temperatures[point - 1] ?? Number.NaN)
    : t('chart.point.cycle', { cycle: point })
}

/** Write the labels of the wells at a moment, once it no longer moves. */
export function labelMoment(
  looks: readonly WellLook[],
  moments: ShownMoments,
  scale: MomentScale,
  told: number,
): string[] {
  return looks.map(({ label }, well) => {
    const channel = scale.channelOf(well)
    return channel ? describe(label, moments, { channel, well, told }) : label
  })
}

/**
 * Colour the plate by the signal at a moment, on the scale of the whole run. Unchanged wells keep their object.
 * @param labels what the wells say; without them they say what they did.
 */
export function lookAtMoment(
  looks: readonly WellLook[],
  moments: ShownMoments,
  scale: MomentScale,
  { point, labels }: { point: number; labels: readonly string[] | null },
): WellLook[] {
  return looks.map((look, well) => {
    const channel = scale.channelOf(well)
    const range = channel && scale.ranges.get(channel)
    if (look.quiet || !channel || !range) return look
    return {
      label: labels?.[well] ?? look.label,
      fill: colourAt(
        readMoment(moments, channel, well, point),
        range,
        scale.byDye ? channel : null,
      ),
      badge: '',
      // Mark controls, which would look like samples of patients; show
      // no names on the full colour of a dye, which leaves none legible.
      control: look.control,
      ...(scale.byDye ? {} : { caption: look.caption, name: look.name }),
      mark: look.mark,
      tag: look.tag,
    }
  })
}

function colourAt(
  value: number | null,
  [low, high]: readonly [number, number],
  dye: WavelengthName | null,
): string | undefined {
  if (value === null) return undefined
  const share = Math.round(((value - low) / (high - low)) * steps) / steps
  return dye ? dyeHeat(dye, share) : heatColour(share)
}

/** Return a colour between that of an empty well and the full colour of a dye. */
export function dyeHeat(channel: WavelengthName, share: number): string {
  const part = Math.round(Math.min(1, Math.max(0, share)) * 100)
  return `color-mix(in oklab, ${dyeColour(channel)} ${part}%, var(--sunken))`
}

function describe(
  sample: string,
  moments: ShownMoments,
  of: { channel: string; well: number; told: number },
): string {
  const value = readMoment(moments, of.channel, of.well, of.told)
  const said = value === null ? '–' : formatSignal(value)
  return moments.temperatures
    ? t('plate.momentMelt', { sample, temperature: nameMoment(moments, of.told), value: said })
    : t('plate.moment', { sample, cycle: of.told, value: said })
}
