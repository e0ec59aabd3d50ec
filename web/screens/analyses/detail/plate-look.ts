import type { CartridgeType } from '../../../../domain/catalog/cartridges.ts'
import type { Sample } from '../../../../domain/entities/analysis.ts'
import type { SampleReview } from '../../../../domain/entities/sample-review.ts'
import { type CallName, isTime, type WellResult } from '../../../../domain/results.ts'
import type { ShownComment } from '../../../../domain/rules/well-comment.ts'
import { wellIndex } from '../../../../domain/rules/well.ts'
import { formatCq, formatNumber } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import type { WellLook } from '../../../parts/plate/Well.tsx'
import { layoutLook } from '../../../layout/layout-look.ts'
import { mostNamed, shortName } from '../../../entities/sample/short-name.ts'
import { markComments } from './comments/mark-comments.ts'
import { flagText } from './flag-text.ts'
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

/** Signs of a reviewer's verdict, in the corner of the wells, under every colouring. */
export const verdictSigns = { held: '◐', rejected: '✕' } as const

/** Return the look of each well by index, for one target in the chosen colouring, and the range of a heat scale. */
export function plateLook(order: {
  samples: readonly Sample[]
  shape: Shape
  colour: Colouring
  /** Results of the target on show. */
  results: readonly WellResult[]
  /** The run goes on: what has not risen may still rise, so only a detection is a result. */
  running: boolean
  /** Colours that a person gave to wells: they replace all others. */
  colours?: ReadonlyMap<number, string>
  /** Reviews of its samples. */
  reviews?: readonly SampleReview[] | undefined
  /** Comments on its wells. */
  comments?: readonly ShownComment[] | undefined
}): { looks: WellLook[]; range: readonly [number, number] | null } {
  const { samples, shape, colour, results, running } = order
  const looks = layoutLook(samples, shape, colour === 'sample' ? 'sample' : 'type')
  // Leave out the colour of a type beside those of results, which would be read as one of them.
  const isOfResults = colour !== 'type' && colour !== 'sample' && !running && results.length > 0
  if (isOfResults) for (const look of looks) look.fill = undefined
  const range = isHeat(colour) ? findRange(results, colour) : null
  for (const result of results) {
    const index = wellIndex(shape, result.well)
    const look = looks[index]
    if (!look || look.quiet) continue
    const pending = running && result.call !== 'detected'
    const coloured = pending && colour === 'call' ? {} : colourOf(result, colour, range, look.badge)
    const figure = shape.columns > mostNamed ? undefined : coloured.figure
    looks[index] = {
      ...look,
      ...coloured,
      figure,
      // Shorten the name beside a number, which leaves it one line.
      caption: figure && look.name ? shortName(look.name, shape) : look.caption,
      label: [
        describeResult(result, look.label, pending),
        ...(colour === 'flags' ? result.flags.map(flagText) : []),
      ].join(', '),
      mark: result.trace.some(({ rule, decided }) => rule === 'excluded' && decided)
        ? 'var(--invalid)'
        : result.call === 'review' && colour !== 'call' && !pending
          ? 'var(--review)'
          : undefined,
    }
  }
  for (const [index, fill] of order.colours ?? []) {
    const look = looks[index]
    if (look && !look.quiet) looks[index] = { ...look, fill }
  }
  for (const { sample_uuid, verdict, reason } of order.reviews ?? []) {
    if (verdict === 'accepted') continue
    const word = [t(`call.${verdict}`), reason].filter(Boolean).join(': ')
    for (const well of samples.find(({ uuid }) => uuid === sample_uuid)?.coordinates ?? []) {
      const index = wellIndex(shape, well)
      const look = looks[index]
      if (look) {
        looks[index] = { ...look, tag: verdictSigns[verdict], label: `${look.label}, ${word}` }
      }
    }
  }
  return { looks: markComments(looks, order.comments, shape), range }
}

/** Describe a result: sample, call, and Cq or time to threshold. */
function describeResult(result: WellResult, sample: string, pending: boolean): string {
  const call = t(pending ? 'call.open' : `call.${result.call}`)
  const cq = pending ? '–' : formatCq(result.cq)
  if (isTime(result) && result.cq !== null && !pending) {
    return t('plate.resultTt', { sample, call, tt: cq })
  }
  return t('plate.result', { sample, call, cq })
}

/** Colourings by a number, on a scale. */
export type Heat = 'cq' | 'end' | 'tm'

export function isHeat(colour: Colouring): colour is Heat {
  return colour === 'cq' || colour === 'end' || colour === 'tm'
}

function colourOf(
  result: WellResult,
  colour: Colouring,
  range: readonly [number, number] | null,
  typeBadge: string | undefined,
): Partial<WellLook> {
  if (colour === 'call') {
    return {
      ...callLooks[result.call],
      figure: result.cq === null ? undefined : formatCq(result.cq),
    }
  }
  if (colour === 'flags') return lookOfFlags(result)
  if (!range || !isHeat(colour)) return {}
  const value = heatOf(result, colour)
  // Draw an early Cq as bright as a high signal: both are much of the target.
  const share = value === null ? null : (value - range[0]) / (range[1] - range[0] || 1)
  const number = value === null ? '–' : formatNumber(value, colour === 'tm' ? 1 : 2)
  return {
    badge: colour === 'end' ? typeBadge : number,
    fill: share === null ? undefined : heatColour(colour === 'cq' ? 1 - share : share),
  }
}

function heatOf(result: WellResult, colour: Heat): number | null {
  if (colour === 'cq') return result.cq
  return colour === 'tm' ? (result.melt[0]?.tm ?? null) : result.end_point
}

/** Show the number of flags in the well, and their weight by its fill. */
function lookOfFlags({ flags, call }: WellResult): Partial<WellLook> {
  const doubt = call === 'review' || call === 'invalid'
  if (flags.length === 0)
    return doubt ? { badge: '!', fill: '#a9cdf2' } : { badge: '', fill: '#dfe4e4' }
  return { badge: formatNumber(flags.length, 0), fill: flags.length > 1 ? '#d9892b' : '#f0c98a' }
}

function findRange(results: readonly WellResult[], colour: Heat): readonly [number, number] | null {
  const values = results.flatMap((result) => heatOf(result, colour) ?? [])
  if (values.length === 0) return null
  // Spread over two cycles at least, so that replicates that differ by hundredths look alike.
  const least = Math.min(...values)
  if (colour === 'cq') return [least, Math.max(least + 2, ...values)]
  if (colour === 'tm') return [least, Math.max(least + 1, ...values)]
  // Reach up to the threshold at least: noise before the first rise is dark everywhere, not a pattern.
  return [0, Math.max(...values, ...results.flatMap(({ threshold }) => threshold ?? []))]
}
