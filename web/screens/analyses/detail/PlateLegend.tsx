import { displayName, type WavelengthName } from '../../../../domain/catalog/wavelengths.ts'
import type { SampleReview } from '../../../../domain/entities/sample-review.ts'
import type { Results } from '../../../../domain/results.ts'
import { formatNumber } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import { dyeHeat, type MomentScale, nameMoment } from './curves/look-at-moment.ts'
import type { ShownMoments } from './curves/read-moment.ts'
import { heatGradient } from './heat-scale.ts'
import styles from './PlatePanel.module.css'
import { isHeat, verdictSigns } from './plate-look.ts'
import { formatSignal } from '../../../entities/result/trace-text.ts'
import type { ViewControl } from './use-view.ts'

/** Show the legend of the plate's colours: the shown moment, a scale, or the signs of the calls. */
export function PlateLegend(props: {
  range: readonly [number, number] | null
  results: Results | null
  view: ViewControl['view']
  moments: ShownMoments | null
  scale: MomentScale | null
}) {
  const { range, view, moments, scale } = props
  const { colour } = view
  const point = moments?.at.value ?? null
  if (point !== null && moments && scale) return <MomentLegend {...{ moments, scale, point }} />
  if (range && isHeat(colour)) {
    const [first, last] = colour === 'cq' ? [range[1], range[0]] : range
    const write = (value: number, other: number) =>
      colour === 'end' ? formatSignal(value, other) : formatNumber(value, colour === 'tm' ? 1 : 2)
    return (
      <HeatLegend
        low={write(first, last)}
        high={write(last, first)}
        label={t(`detail.colour.${colour}`)}
      />
    )
  }
  return colour === 'call' && props.results ? <CallLegend /> : null
}

/** Show one scale, or one for each dye if each well shows its own. */
function MomentLegend(props: { moments: ShownMoments; scale: MomentScale; point: number }) {
  const { moments, scale, point } = props
  const label = moments.temperatures
    ? t('detail.colour.momentMelt', { temperature: nameMoment(moments, point) })
    : t('detail.colour.moment', { cycle: point })
  return [...scale.ranges].map(([name, [low, high]], at) => {
    const channel = name as WavelengthName
    return (
      <HeatLegend
        key={channel}
        label={scale.byDye ? `${at === 0 ? `${label} · ` : ''}${displayName(channel)}` : label}
        low={formatSignal(low, high)}
        high={formatSignal(high, low)}
        gradient={
          scale.byDye
            ? `linear-gradient(to right, ${dyeHeat(channel, 0)}, ${dyeHeat(channel, 1)})`
            : undefined
        }
      />
    )
  })
}

function HeatLegend(props: {
  low: string
  high: string
  label: string
  gradient?: string | undefined
}) {
  return (
    <p className={styles.legend} dir="ltr">
      <span>{props.label}</span>
      <span>{props.low}</span>
      <i style={{ background: props.gradient ?? heatGradient }} aria-hidden="true" />
      <span>{props.high}</span>
    </p>
  )
}

function CallLegend() {
  return (
    <p className={styles.legend}>
      <span>● {t('call.detected')}</span>
      <span>○ {t('call.not_detected')}</span>
      <span>◆ {t('call.review')}</span>
      <span>▲ {t('call.invalid')}</span>
    </p>
  )
}

/** Show the signs of samples that a reviewer holds back, if there are any. */
export function VerdictLegend({ reviews = [] }: { reviews?: readonly SampleReview[] | undefined }) {
  const shown = (['held', 'rejected'] as const).filter((one) =>
    reviews.some(({ verdict }) => verdict === one),
  )
  if (shown.length === 0) return null
  return (
    <p className={styles.legend}>
      {shown.map((verdict) => (
        <span key={verdict}>
          {verdictSigns[verdict]} {t(`call.${verdict}`)}
        </span>
      ))}
    </p>
  )
}
