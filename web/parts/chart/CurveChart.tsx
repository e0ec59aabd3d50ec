import type { KeyboardEvent, ReactNode } from 'react'
import { useId, useMemo, useRef, useState } from 'react'
import { t } from '../../i18n/intl.ts'
import { classNames } from '../class-names.ts'
import styles from './CurveChart.module.css'
import type { CurveLine } from './curve-line.ts'
import type { Overlay, Threshold } from './draw-overlay.ts'
import type { ChartAxis, ChartGeometry } from './geometry.ts'
import { fitDomains, placeChart } from './geometry.ts'
import type { CurvePoint } from './hit-curves.ts'
import { readCurveKey } from './read-curve-key.ts'
import { useElementSize } from './use-chart-room.ts'
import { useAxes, useCurveLayers } from './use-curve-layers.ts'
import type { CurveEvents } from './use-curve-pointer.ts'
import { useCurvePointer } from './use-curve-pointer.ts'

export type CurveChartProps = CurveEvents & {
  /** What the chart shows, for screen readers. */
  label: string
  /** What is to be seen in it, in words: read aloud in place of the picture. */
  summary: string
  lines: readonly CurveLine[]
  x: ChartAxis
  y: ChartAxis
  /** Display only: values not above 0 become gaps. */
  logY?: boolean
  thresholds?: readonly Threshold[]
  /** The baseline window, first and last x. */
  band?: readonly [number, number] | undefined
  /** An upright line at an x: the cycle on show. */
  cursor?: number | undefined
  /** A line pointed at elsewhere (plate, table): drawn strong, without a named point. */
  hoverId?: string | null | undefined
  /** Names the point under the pointer: sample, well, channel, cycle, value. */
  describePoint?: (id: string, index: number) => ReactNode
  /** In place of the default text when there is no line. */
  empty?: ReactNode
}

const noThresholds: readonly Threshold[] = []

/** Dense curves on a canvas under Plot's axes. Never mirrored: numbers run from left to right. */
export function CurveChart(props: CurveChartProps) {
  const { lines, x, y, logY = false, thresholds = noThresholds, band, cursor, hoverId } = props
  const id = useId()
  const room = useRef<HTMLDivElement>(null)
  const curves = useRef<HTMLCanvasElement>(null)
  const overlayCanvas = useRef<HTMLCanvasElement>(null)
  const axes = useRef<HTMLDivElement>(null)
  const [hover, setHoverState] = useState<CurvePoint | null>(null)
  const { width, height } = useElementSize(room)
  const geometry = useGeometry({ width, height }, { lines, x, y, logY, thresholds })
  const setHover = (point: CurvePoint | null) => {
    setHoverState(point)
    props.onHover?.(point)
  }
  const pointer = useCurvePointer({ ...props, lines, geometry, thresholds, hover, setHover })
  const overlay = useOverlay({ thresholds, band, cursor, box: pointer.box }, lines, hover, hoverId)
  useCurveLayers({ curves, overlay: overlayCanvas, axes }, lines, geometry, overlay)
  const state = useAxes(axes, geometry, { x: x.label, y: y.label })
  const onKeyDown = (event: KeyboardEvent) => {
    const next = readCurveKey(event.key, lines, geometry, hover)
    if (next) setHover(next)
    else if (event.key === 'Enter' && hover) {
      props.onSelect?.([hover.id], event.ctrlKey || event.metaKey ? 'toggle' : 'replace')
    } else if (event.key === 'Escape' && hover) setHover(null)
    else return
    event.preventDefault()
  }
  const named = hover && props.describePoint?.(hover.id, hover.index)
  return (
    <figure className={styles.chart} dir="ltr" aria-label={props.label}>
      <figcaption id={id} className="visually-hidden">
        {props.summary} {t('parts.chart.keys')}
      </figcaption>
      <div
        ref={room}
        className={styles.room}
        tabIndex={0}
        role="group"
        aria-roledescription="chart"
        aria-label={props.label}
        aria-describedby={id}
        onKeyDown={onKeyDown}
        {...pointer.handlers}
      >
        <canvas ref={curves} className={classNames(styles.layer, styles.curves)} />
        <div ref={axes} className={styles.axes} aria-hidden="true" />
        <canvas ref={overlayCanvas} className={styles.layer} />
        {lines.length === 0 && (
          <p className={styles.empty}>{props.empty ?? t('parts.chart.empty')}</p>
        )}
        {state === 'failed' && <p className={styles.empty}>{t('parts.chart.failed')}</p>}
        {hover && named && <Tip point={hover} width={width} content={named} />}
      </div>
    </figure>
  )
}

/** The same object until the size or an end of an axis changes: most new points change neither. */
function useGeometry(
  size: { width: number; height: number },
  shown: Pick<CurveChartProps, 'lines' | 'x' | 'y'> & {
    logY: boolean
    thresholds: readonly Threshold[]
  },
): ChartGeometry {
  const { width, height } = size
  const { lines, x, y, logY, thresholds } = shown
  const domains = useMemo(
    () => fitDomains({ lines, x, y, logY, alsoY: thresholds.map((one) => one.value) }),
    [lines, x, y, logY, thresholds],
  )
  const [left, right] = domains.x
  const [low, high] = domains.y
  return useMemo(
    () => placeChart(width, height, { x: [left, right], y: [low, high] }, logY),
    [width, height, left, right, low, high, logY],
  )
}

/** Keeps one object while nothing in it changed, so that the layer is not drawn again. */
function useOverlay(
  marks: Omit<Overlay, 'hover'>,
  lines: readonly CurveLine[],
  hover: CurvePoint | null,
  hoverId: string | null | undefined,
): Overlay {
  const { thresholds, band, cursor, box } = marks
  const from = band?.[0]
  const to = band?.[1]
  return useMemo(() => {
    const id = hover?.id ?? hoverId
    const line = id ? lines.find((one) => one.id === id) : undefined
    const point = hover ?? { id: id ?? '', index: -1, x: -100, y: -100 }
    const window = from === undefined || to === undefined ? undefined : ([from, to] as const)
    return { thresholds, band: window, cursor, box, hover: line && { line, point } }
  }, [thresholds, from, to, cursor, box, lines, hover, hoverId])
}

function Tip(props: { point: CurvePoint; width: number; content: ReactNode }) {
  const { point, width, content } = props
  const left = point.x > width / 2
  return (
    <div
      className={styles.tip}
      role="status"
      data-left={left || undefined}
      style={{ left: point.x, top: Math.max(8, point.y) }}
    >
      {content}
    </div>
  )
}
