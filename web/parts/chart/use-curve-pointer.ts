import type { PointerEvent } from 'react'
import { useRef, useState } from 'react'
import type { CurveLine } from './curve-line.ts'
import type { Threshold } from './draw-overlay.ts'
import type { ChartGeometry } from './geometry.ts'
import type { Box, CurvePoint } from './hit-curves.ts'
import { findInBox, findNearest } from './hit-curves.ts'
import { invert, project } from './scale.ts'

export type CurveSelectMode = 'replace' | 'add' | 'toggle'

export type CurveEvents = {
  /** The point under the pointer or under the reading keys; null when there is none. */
  onHover?: ((point: CurvePoint | null) => void) | undefined
  /** A press on a curve, beside all of them (none), or a box. */
  onSelect?: ((ids: string[], mode: CurveSelectMode) => void) | undefined
  /** A dragged threshold; `done` at its release. */
  onThreshold?: ((id: string, value: number, done: boolean) => void) | undefined
}

type Press =
  | { kind: 'box'; x: number; y: number; moved: boolean }
  | { kind: 'threshold'; id: string }

/** How far a pointer may be from a curve and still mean it, in pixels. */
const reach = { mouse: 14, touch: 28 }
/** A press that wanders less is a click. */
const clickSlack = 5

/** Pointing at curves, choosing them by press or box, dragging thresholds. */
export function useCurvePointer(
  chart: {
    lines: readonly CurveLine[]
    geometry: ChartGeometry
    thresholds: readonly Threshold[]
    hover: CurvePoint | null
    setHover: (point: CurvePoint | null) => void
  } & CurveEvents,
) {
  const press = useRef<Press | null>(null)
  const [box, setBox] = useState<Box | undefined>()
  const { lines, geometry } = chart

  const place = (event: PointerEvent<HTMLElement>) => {
    const frame = event.currentTarget.getBoundingClientRect()
    return { x: event.clientX - frame.left, y: event.clientY - frame.top }
  }
  const nearest = (event: PointerEvent<HTMLElement>) =>
    findNearest(
      lines,
      geometry,
      place(event),
      event.pointerType === 'mouse' ? reach.mouse : reach.touch,
    )

  const end = (event: PointerEvent<HTMLElement>) => {
    const pressed = press.current
    press.current = null
    setBox(undefined)
    if (pressed?.kind === 'threshold') {
      chart.onThreshold?.(pressed.id, invert(geometry.y, place(event).y), true)
    } else if (pressed) {
      const held = event.ctrlKey || event.metaKey
      if (pressed.moved) {
        const ids = findInBox(lines, geometry, makeBox(pressed, place(event)))
        chart.onSelect?.(ids, held || event.shiftKey ? 'add' : 'replace')
      } else {
        const point = nearest(event)
        chart.onSelect?.(
          point ? [point.id] : [],
          held ? 'toggle' : event.shiftKey ? 'add' : 'replace',
        )
      }
    }
  }

  return {
    box,
    handlers: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        const at = place(event)
        const id = chart.onThreshold && findThreshold(chart.thresholds, geometry, at.y)
        press.current = id
          ? { kind: 'threshold', id }
          : { kind: 'box', x: at.x, y: at.y, moved: false }
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        const pressed = press.current
        const at = place(event)
        if (!pressed) {
          const point = nearest(event)
          if (point?.id !== chart.hover?.id || point?.index !== chart.hover?.index) {
            chart.setHover(point)
          }
        } else if (pressed.kind === 'threshold') {
          chart.onThreshold?.(pressed.id, invert(geometry.y, at.y), false)
        } else if (chart.onSelect) {
          pressed.moved ||= Math.hypot(at.x - pressed.x, at.y - pressed.y) > clickSlack
          if (!pressed.moved) return
          if (chart.hover) chart.setHover(null)
          setBox(makeBox(pressed, at))
        }
      },
      onPointerUp: end,
      onPointerCancel() {
        press.current = null
        setBox(undefined)
      },
      onPointerLeave() {
        if (!press.current) chart.setHover(null)
      },
    },
  }
}

function makeBox(a: { x: number; y: number }, b: { x: number; y: number }): Box {
  return {
    left: Math.min(a.x, b.x),
    right: Math.max(a.x, b.x),
    top: Math.min(a.y, b.y),
    bottom: Math.max(a.y, b.y),
  }
}

function findThreshold(
  thresholds: readonly Threshold[],
  geometry: ChartGeometry,
  y: number,
): string | undefined {
  return thresholds.find(
    (threshold) => threshold.draggable && Math.abs(project(geometry.y, threshold.value) - y) < 7,
  )?.id
}
