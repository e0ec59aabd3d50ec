import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useId,
  useImperativeHandle,
  useRef,
  useState,
  useMemo,
} from 'react'
import { t } from '../../i18n/intl.ts'
import { classNames } from '../class-names.ts'
import { type OnLimits, AxisLimits } from './AxisLimits.tsx'
import { type HandleEvents, ChartHandles } from './ChartHandles.tsx'
import { ChartTip } from './ChartTip.tsx'
import type { ChartPicture } from './chart-picture.ts'
import styles from './CurveChart.module.css'
import type { CurveLine } from './curve-line.ts'
import { scaleOf } from './draw-curves.ts'
import type { Threshold, Overlay } from './draw-overlay.ts'
import {
  type ChartAxis,
  type ChartGeometry,
  type Domains,
  fitDomains,
  placeChart,
} from './geometry.ts'
import type { CurvePoint } from './hit-curves.ts'
import { readCurveKey } from './read-curve-key.ts'
import { useElementSize } from './use-chart-room.ts'
import { useAxes, useCurveLayers } from './use-curve-layers.ts'
import type { CurveEvents, CurveTool } from './curve-events.ts'
import { useCurvePointer } from './use-curve-pointer.ts'
import { type OnZoom, makeZoom, useWheelZoom, type ZoomControl } from './use-zoom.ts'

/** Factor by which a key zooms. */
const step = 1.5

/**
 * Read the zoom keys: plus and minus zoom around the point that is read (else the middle), Alt with an arrow moves
 * along, 0 shows all.
 * @returns whether the key was one of these.
 */
function readZoomKey(
  press: { key: string; altKey: boolean },
  geometry: ChartGeometry,
  at: { x: number } | null,
  zoom: ZoomControl | null,
): boolean {
  if (!zoom) return false
  const [left, right] = geometry.x.range
  const pixel = at && at.x >= left && at.x <= right ? at.x : (left + right) / 2
  if (press.key === '+' || press.key === '=') zoom.around(pixel, step, true)
  else if (press.key === '-' || press.key === '_') zoom.around(pixel, 1 / step, true)
  else if (press.key === '0') zoom.reset()
  else if (press.altKey && press.key === 'ArrowRight') zoom.pan(0.25)
  else if (press.altKey && press.key === 'ArrowLeft') zoom.pan(-0.25)
  else return false
  return true
}

export type CurveChartProps = CurveEvents &
  HandleEvents & {
    /** Name of the chart, for screen readers. */
    label: string
    /** Description of the curves: read aloud in place of the picture. */
    summary: string
    lines: readonly CurveLine[]
    x: ChartAxis
    y: ChartAxis
    /** A second value axis at the right, for the lines that say so. */
    y2?: ChartAxis | undefined
    /** Display only: values not above 0 become gaps. */
    logY?: boolean
    thresholds?: readonly Threshold[]
    /** The baseline window, first and last x. */
    band?: readonly [number, number] | undefined
    /** An upright line at an x: the cycle on show. */
    cursor?: number | undefined
    /** Fade everything after the cursor, and mark the value of each curve there. */
    veil?: boolean
    /** A line pointed at elsewhere (plate, table): drawn strong, without a named point. */
    hoverId?: string | null | undefined
    /** An x that is pointed at in one of several charts: an upright line in all, with a mark on the line of `hoverId`. */
    crosshair?: number | undefined
    /** Names the point under the pointer: sample, well, channel, cycle, value. */
    describePoint?: (id: string, index: number) => ReactNode
    /** Tool for dragging; with Alt held it always zooms. */
    tool?: CurveTool
    /** Ends of an axis that were typed; with it the names of the axes are buttons. */
    onLimits?: OnLimits | undefined
    /** The part of x that is to be seen. */
    onZoom?: OnZoom | undefined
    /** Filled with what is on show, for a file of it. */
    picture?: Ref<ChartPicture> | undefined
    /** In place of the default text when there is no line. */
    empty?: ReactNode
  }

const noThresholds: readonly Threshold[] = []

/** Draw dense curves on a canvas under Plot's axes. Never mirrored: numbers run from left to right. */
export function CurveChart(props: CurveChartProps) {
  const { lines, x, y, y2, logY = false, thresholds = noThresholds, band, tool = 'box' } = props
  const id = useId()
  const room = useRef<HTMLDivElement>(null)
  const curves = useRef<HTMLCanvasElement>(null)
  const overlayCanvas = useRef<HTMLCanvasElement>(null)
  const axes = useRef<HTMLDivElement>(null)
  const [hover, setHoverState] = useState<CurvePoint | null>(null)
  const { width, height } = useElementSize(room)
  const [held, setHeld] = useState<HeldAxes | null>(null)
  const { geometry, wholeX } = useChartGeometry(
    { width, height },
    { lines, x, y, y2, logY, thresholds, held },
  )
  const onThreshold = holdAxes(props.onThreshold, { geometry, thresholds, held, setHeld })
  const setHover = (point: CurvePoint | null) => {
    setHoverState(point)
    props.onHover?.(point)
  }
  const zoom = makeZoom(geometry, wholeX, props.onZoom)
  useWheelZoom(room, props.onZoom ? zoom : null)
  const pointer = useCurvePointer({
    ...props,
    lines,
    geometry,
    thresholds,
    tool,
    zoom,
    hover,
    setHover,
    onThreshold,
    onStop: () => setHeld(null),
  })
  const overlay = useOverlay(props, { thresholds, hover, box: pointer.box, lasso: pointer.lasso })
  useCurveLayers({ curves, overlay: overlayCanvas, axes }, lines, geometry, overlay)
  const named = (axis: ChartAxis | undefined) => (props.onLimits ? null : (axis?.label ?? null))
  const state = useAxes(axes, geometry, { x: named(x), y: named(y), y2: named(y2) })
  usePicture(room, props, { geometry, thresholds })
  const onKeyDown = (event: KeyboardEvent) => {
    const isRead = readKey(event, props, { geometry, hover, setHover, zoom, width, height })
    if (isRead) event.preventDefault()
  }
  const tip = hover && props.describePoint?.(hover.id, hover.index)
  return (
    <figure className={styles.chart} dir="ltr" aria-label={props.label}>
      <figcaption id={id} className="visually-hidden">
        {props.summary} {t('parts.chart.keys')}
      </figcaption>
      <div
        ref={room}
        className={styles.room}
        data-tool={tool}
        data-zooms={props.onZoom ? '' : undefined}
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
        <ChartHandles {...{ geometry, thresholds, band, onThreshold }} onBand={props.onBand} />
        {props.onLimits && <AxisNames {...{ x, y, y2, geometry }} onLimits={props.onLimits} />}
      </div>
      {hover && tip && <ChartTip point={hover} width={width} height={height} content={tip} />}
    </figure>
  )
}

/** Draw the names of the axes as buttons, by which their ends are typed. */
function AxisNames({
  geometry,
  onLimits,
  ...axes
}: Pick<CurveChartProps, 'x' | 'y' | 'y2'> & { geometry: ChartGeometry; onLimits: OnLimits }) {
  return (['y', 'y2', 'x'] as const).map((name) => {
    const axis = axes[name]
    const scale = geometry[name]
    if (!axis || !scale) return null
    const isChanged = axis.domain !== undefined && !axis.isOwn
    return (
      <AxisLimits
        key={name}
        axis={name}
        label={axis.label}
        scale={scale}
        changed={isChanged}
        onLimits={onLimits}
      />
    )
  })
}

/**
 * Do what a key asks for at the chart: zoom, open the menu, go to another point, choose or isolate its curve, let go.
 * @returns if the key was one of these.
 */
function readKey(
  event: KeyboardEvent,
  props: CurveChartProps,
  chart: {
    geometry: ChartGeometry
    hover: CurvePoint | null
    setHover: (point: CurvePoint | null) => void
    zoom: ZoomControl
    width: number
    height: number
  },
): boolean {
  if (event.target !== event.currentTarget) return false
  const { geometry, hover, setHover } = chart
  const next = readCurveKey(event.key, props.lines, geometry, event.altKey ? null : hover)
  if (readZoomKey(event, geometry, hover, props.onZoom ? chart.zoom : null)) return true
  if (isMenuKey(event) && props.onMenu) {
    const frame = event.currentTarget.getBoundingClientRect()
    const at = hover ?? { x: chart.width / 2, y: chart.height / 2 }
    props.onMenu(hover?.id ?? null, { x: frame.left + at.x, y: frame.top + at.y })
  } else if (next && !event.altKey) setHover(next)
  else if (event.key === 'Enter' && hover) {
    if (event.shiftKey) props.onIsolate?.(hover.id)
    else props.onSelect?.([hover.id], event.ctrlKey || event.metaKey ? 'toggle' : 'replace')
  } else if (event.key === 'Escape' && hover) setHover(null)
  else return false
  return true
}

function isMenuKey(event: KeyboardEvent): boolean {
  return event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)
}

/** Ends of the value axes that stay while a threshold is dragged. */
interface HeldAxes {
  id: string
  domains: Pick<Domains, 'y' | 'y2'>
}

/**
 * Keep the value axes while a threshold is dragged, and the threshold between their ends. An axis that made room for each
 * value would give another value under the same pointer: a decade less with every move, without an end.
 */
function holdAxes(
  onThreshold: HandleEvents['onThreshold'],
  chart: {
    geometry: ChartGeometry
    thresholds: readonly Threshold[]
    held: HeldAxes | null
    setHeld: (held: HeldAxes | null) => void
  },
): HandleEvents['onThreshold'] {
  if (!onThreshold) return undefined
  const { geometry, thresholds, held, setHeld } = chart
  return (id, value, done) => {
    const { y, y2 } = geometry
    const isDragged = !done || held !== null
    if (done) setHeld(null)
    else if (held?.id !== id) setHeld({ id, domains: { y: y.domain, y2: y2?.domain } })
    // Let a step by a key go on beyond the end: the axis follows it.
    if (!isDragged) return onThreshold(id, value, done)
    const [low, high] = scaleOf(geometry, thresholds.find((one) => one.id === id) ?? {}).domain
    onThreshold(id, Math.min(high, Math.max(low, value)), done)
  }
}

/**
 * Return the geometry: the same object until the size or an end of an axis changes (most new points change
 * neither), and the whole of x, of which a zoom shows a part.
 */
function useChartGeometry(
  size: { width: number; height: number },
  shown: {
    lines: readonly CurveLine[]
    x: ChartAxis
    y: ChartAxis
    y2: ChartAxis | undefined
    logY: boolean
    thresholds: readonly Threshold[]
    held: HeldAxes | null
  },
): { geometry: ChartGeometry; wholeX: readonly [number, number] } {
  const { width, height } = size
  const { lines, x, y, y2, logY, thresholds, held } = shown
  const fitted = useMemo(() => {
    const alsoY = thresholds.filter(({ axis }) => axis === undefined).map(({ value }) => value)
    const whole = fitDomains({ lines, x: { ...x, domain: undefined }, y, y2, logY, alsoY })
    return { ...whole, wholeX: whole.x, x: x.domain ?? whole.x }
  }, [lines, x, y, y2, logY, thresholds])
  const isHeld = thresholds.some(({ id }) => id === held?.id)
  const domains = isHeld ? { ...fitted, ...held?.domains } : fitted
  const [left, right] = domains.x
  const [low, high] = domains.y
  const low2 = domains.y2?.[0]
  const high2 = domains.y2?.[1]
  const isWholeX = x.isWhole ?? false
  const geometry = useMemo(() => {
    const second = low2 === undefined || high2 === undefined ? undefined : ([low2, high2] as const)
    const ends = { x: [left, right], y: [low, high], y2: second } as const
    return placeChart(width, height, ends, logY, isWholeX)
  }, [width, height, left, right, low, high, low2, high2, logY, isWholeX])
  return { geometry, wholeX: fitted.wholeX }
}

/** Fill the page's handle with what is on show, for a file of it. */
function usePicture(
  room: RefObject<HTMLDivElement | null>,
  { picture, label, lines, band, x, y, y2 }: CurveChartProps,
  shown: Pick<ChartPicture, 'geometry' | 'thresholds'>,
): void {
  useImperativeHandle(picture, () => ({
    ...shown,
    element: room.current as Element,
    title: label,
    lines,
    band,
    labels: { x: x.label, y: y.label, y2: y2?.label },
  }))
}

/** Keep one object while nothing in it changed, so that the layer is not drawn again. */
function useOverlay(
  { band, cursor, veil, lines, hoverId, crosshair }: CurveChartProps,
  marks: Pick<Overlay, 'thresholds' | 'box' | 'lasso'> & { hover: CurvePoint | null },
): Overlay {
  const { thresholds, box, lasso, hover } = marks
  const from = band?.[0]
  const to = band?.[1]
  const id = hover?.id ?? hoverId
  return useMemo(() => {
    const line = id ? lines.find((one) => one.id === id) : undefined
    const point = hover ?? { id: id ?? '', index: -1, x: -100, y: -100 }
    const window = from === undefined || to === undefined ? undefined : ([from, to] as const)
    return {
      thresholds,
      band: window,
      cursor,
      ...(veil && { lines }),
      box,
      lasso,
      crosshair,
      hover: line && { line, point },
    }
  }, [thresholds, from, to, cursor, veil, box, lasso, lines, hover, id, crosshair])
}
