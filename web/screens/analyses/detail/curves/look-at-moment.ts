import type { CurveLayers } from '../../../../../workers/run/views.ts'
import { t } from '../../../../i18n/intl.ts'
import type { WellLook } from '../../../../parts/plate/Well.tsx'
import { heatColour } from '../heat-scale.ts'
import { formatSignal } from '../trace-text.ts'
import { readMoment } from './read-moment.ts'

/** Steps of the scale: a colour that the eye cannot tell from the last is no new drawing of a well. */
const steps = 48

function describe(
  sample: string,
  layers: Parameters<typeof readMoment>[0],
  well: number,
  { channel, told }: { channel: string; told: number | null },
): string {
  const value = readMoment(layers, channel, well, told)
  return t('plate.moment', {
    sample,
    cycle: told ?? 0,
    value: value === null ? '–' : formatSignal(value),
  })
}

/** The plate coloured by the signal at a cycle, on the scale of the whole run. Wells that look the same keep their object. */
export function lookAtMoment(
  looks: readonly WellLook[],
  layers: Pick<CurveLayers, 'channels' | 'wells' | 'points' | 'corrected'>,
  moment: {
    channel: string
    cycle: number
    range: readonly [number, number]
    /** The cycle that the wells speak of: the one at which the moment last came to rest. */
    told: number | null
  },
): WellLook[] {
  const [low, high] = moment.range
  return looks.map((look, well) => {
    if (look.quiet) return look
    const value = readMoment(layers, moment.channel, well, moment.cycle)
    const share = value === null ? null : (value - low) / (high - low)
    return {
      label: moment.told === null ? look.label : describe(look.label, layers, well, moment),
      fill: share === null ? undefined : heatColour(Math.round(share * steps) / steps),
      badge: '',
      mark: look.mark,
    }
  })
}
