import type { CartridgeType } from '../../../../domain/catalog/cartridges.ts'
import type { Sample } from '../../../../domain/entities/analysis.ts'
import type { CallName, WellResult } from '../../../../domain/results.ts'
import { wellIndex } from '../../../../domain/rules/well.ts'
import { formatCq, formatNumber } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import type { WellLook } from '../../../parts/plate/Well.tsx'
import { layoutLook } from '../shared/layout-look.ts'
import { sampleBadges } from '../shared/sample-look.ts'
import { heatColour } from './heat-scale.ts'
import type { Colouring } from './use-view.ts'

type Shape = Pick<CartridgeType, 'rows' | 'columns'>

/** Shape and fill of a call on the plate: the shape says it, the colour repeats it. */
const callLooks: Readonly<Record<CallName, { badge: string; fill: string }>> = {
  detected: { badge: '⬤', fill: '#cbb0ea' },
  not_detected: { badge: '◯', fill: '#dfe4e4' },
  review: { badge: '◆', fill: '#a9cdf2' },
  invalid: { badge: '▲', fill: '#f0c98a' },
}

/** The plate by index of its wells, coloured by what was chosen, for one target; and the range of a heat scale. */
export function plateLook(order: {
  samples: readonly Sample[]
  shape: Shape
  colour: Colouring
  /** Results of the target on show. */
  results: readonly WellResult[]
  /** The run goes on: what has not risen may still rise, so only a detection is a result. */
  running: boolean
}): { looks: WellLook[]; range: readonly [number, number] | null } {
  const { samples, shape, colour, results, running } = order
  const looks = layoutLook(samples, shape, colour === 'sample' ? 'sample' : 'type')
  const range = colour === 'cq' || colour === 'end' ? findRange(results, colour) : null
  const types = new Map(
    samples.flatMap((one) => one.coordinates.map((well) => [well, one.sample_type] as const)),
  )
  for (const result of results) {
    const index = wellIndex(shape, result.well)
    const look = looks[index]
    if (!look || look.quiet) continue
    const type = types.get(result.well)
    const pending = running && result.call !== 'detected'
    looks[index] = {
      ...look,
      ...(pending && colour === 'call'
        ? {}
        : colourOf(result, colour, range, type ? sampleBadges[type] : undefined)),
      label: t('plate.result', {
        sample: look.label,
        call: t(pending ? 'call.open' : `call.${result.call}`),
        cq: pending ? '–' : formatCq(result.cq),
      }),
      mark: result.trace.some(({ rule, decided }) => rule === 'excluded' && decided)
        ? 'var(--invalid)'
        : result.call === 'review' && colour !== 'call' && !pending
          ? 'var(--review)'
          : undefined,
    }
  }
  return { looks, range }
}

function colourOf(
  result: WellResult,
  colour: Colouring,
  range: readonly [number, number] | null,
  typeBadge: string | undefined,
): Partial<WellLook> {
  if (colour === 'call') return callLooks[result.call]
  if (!range) return {}
  const value = colour === 'cq' ? result.cq : result.end_point
  // An early Cq is much of the target, as a high signal is: both are bright.
  const share = value === null ? null : (value - range[0]) / (range[1] - range[0] || 1)
  return {
    badge: colour === 'cq' ? (value === null ? '–' : formatNumber(value, 0)) : typeBadge,
    fill: share === null ? undefined : heatColour(colour === 'cq' ? 1 - share : share),
  }
}

function findRange(
  results: readonly WellResult[],
  colour: 'cq' | 'end',
): readonly [number, number] | null {
  const values = results.flatMap(({ cq, end_point }) => (colour === 'cq' ? cq : end_point) ?? [])
  if (values.length === 0) return null
  // Two cycles at least: replicates that differ by hundredths look alike.
  const least = Math.min(...values)
  if (colour === 'cq') return [least, Math.max(least + 2, ...values)]
  // Up to the threshold at least: noise before the first rise is dark everywhere, not a pattern.
  return [0, Math.max(...values, ...results.flatMap(({ threshold }) => threshold ?? []))]
}
