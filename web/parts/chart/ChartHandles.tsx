import type { KeyboardEvent, PointerEvent } from 'react'
import { useRef } from 'react'
import { formatNumber } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import styles from './ChartHandles.module.css'
import { scaleOf } from './draw-curves.ts'
import type { Threshold } from './draw-overlay.ts'
import type { ChartGeometry } from './geometry.ts'
import { nudge, readNudge } from './nudge.ts'
import { invert, project, type Scale } from './scale.ts'

export type HandleEvents = {
  onThreshold?: ((id: string, value: number, done: boolean) => void) | undefined
  /** The baseline window with one of its edges moved, in whole points; `done` at its release. */
  onBand?: ((band: readonly [number, number], done: boolean) => void) | undefined
}

/**
 * Show handles to move parts of a chart: thresholds by their right end, the edges of the baseline window at the upper
 * edge. Real elements, so that each is reached by Tab, moved by the arrow keys and read aloud.
 */
export function ChartHandles(
  props: HandleEvents & {
    geometry: ChartGeometry
    thresholds: readonly Threshold[]
    band: readonly [number, number] | undefined
  },
) {
  const { geometry, thresholds, band, onThreshold, onBand } = props
  const { x } = geometry
  return (
    <>
      {onThreshold &&
        thresholds
          .filter((one) => one.handle && isInside(scaleOf(geometry, one), one.value))
          .map((one) => (
            <Handle
              key={one.id}
              label={t('parts.chart.threshold', { name: one.id })}
              axis="y"
              scale={scaleOf(geometry, one)}
              value={one.value}
              color={one.color}
              place={{ left: x.range[1], top: project(scaleOf(geometry, one), one.value) }}
              onMove={(value, done) => onThreshold(one.id, value, done)}
            />
          ))}
      {onBand &&
        band &&
        ([0, 1] as const).map((edge) => (
          <Handle
            key={edge}
            label={t(edge === 0 ? 'parts.chart.band.from' : 'parts.chart.band.to')}
            axis="x"
            scale={x}
            value={band[edge]}
            color="var(--accent)"
            place={{ left: project(x, band[edge]), top: geometry.y.range[1] }}
            onMove={(value, done) => onBand(moveEdge(band, edge, value, x), done)}
          />
        ))}
    </>
  )
}

/** Move an edge of a window, which keeps two points at least and its order. */
function moveEdge(
  band: readonly [number, number],
  edge: 0 | 1,
  value: number,
  { domain }: Scale,
): readonly [number, number] {
  const whole = Math.round(value)
  if (edge === 0) {
    return [Math.max(Math.ceil(domain[0]), 1, Math.min(whole, band[1] - 1)), band[1]]
  }
  return [band[0], Math.min(Math.floor(domain[1]), Math.max(whole, band[0] + 1))]
}

function isInside({ domain }: Scale, value: number): boolean {
  return value >= domain[0] && value <= domain[1]
}

function Handle(props: {
  label: string
  axis: 'x' | 'y'
  scale: Scale
  value: number
  color: string
  place: { left: number; top: number }
  onMove: (value: number, done: boolean) => void
}) {
  const { axis, scale, value, onMove, place } = props
  // Keep the distance between the pointer and the value when the drag began.
  const held = useRef<number | null>(null)
  const at = (event: PointerEvent) => (axis === 'y' ? event.clientY : event.clientX)
  const moved = (event: PointerEvent) => invert(scale, at(event) - (held.current ?? 0))
  const onKeyDown = (event: KeyboardEvent) => {
    const steps = readNudge(event.key, event.shiftKey)
    // Enter and Escape are left to the chart's reading keys.
    if (steps === null) return
    event.preventDefault()
    event.stopPropagation()
    onMove(axis === 'y' ? nudge(value, steps, scale) : value + steps, true)
  }
  const end = (event: PointerEvent) => {
    if (held.current === null) return
    event.stopPropagation()
    onMove(moved(event), true)
    held.current = null
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      className={styles.handle}
      data-axis={axis}
      style={{ ...place, color: props.color }}
      aria-label={props.label}
      aria-orientation={axis === 'y' ? 'vertical' : 'horizontal'}
      aria-valuemin={scale.domain[0]}
      aria-valuemax={scale.domain[1]}
      aria-valuenow={value}
      aria-valuetext={formatNumber(value)}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.stopPropagation()
        event.currentTarget.setPointerCapture(event.pointerId)
        held.current = at(event) - project(scale, value)
      }}
      onPointerMove={(event) => {
        if (held.current === null) return
        event.stopPropagation()
        onMove(moved(event), false)
      }}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={(event) => event.stopPropagation()}
    />
  )
}
