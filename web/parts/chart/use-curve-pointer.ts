import type { MouseEvent, PointerEvent } from 'react'
import { useRef, useState } from 'react'
import type { CurveLine } from './curve-line.ts'
import { scaleOf } from './draw-curves.ts'
import type { Threshold } from './draw-overlay.ts'
import type { ChartGeometry } from './geometry.ts'
import type { Box, CurvePoint } from './hit-curves.ts'
import { findInBox, findInLasso, findNearest } from './hit-curves.ts'
import { invert, project } from './scale.ts'
import { useLongPress } from './use-long-press.ts'
import type { ZoomControl } from './use-zoom.ts'
import { usePinch } from './use-zoom.ts'

export type CurveSelectMode = 'replace' | 'add' | 'toggle'

/** Tools for dragging over the chart: select by a box, select by a free form, or zoom. */
export type CurveTool = 'box' | 'lasso' | 'zoom'

/** A place in the window, for a menu. */
export type MenuPlace = { x: number; y: number }

export type CurveEvents = {
  /** The point under the pointer or under the reading keys; null when there is none. */
  onHover?: ((point: CurvePoint | null) => void) | undefined
  /** A press on a curve, beside all of them (none), a box or a free form. */
  onSelect?: ((ids: string[], mode: CurveSelectMode) => void) | undefined
  /** A double press on a curve: to see it alone. */
  onIsolate?: ((id: string) => void) | undefined
  /** The right button, a long touch or the menu key, on a curve or beside all of them. */
  onMenu?: ((id: string | null, at: MenuPlace) => void) | undefined
  /** A dragged threshold; `done` at its release. */
  onThreshold?: ((id: string, value: number, done: boolean) => void) | undefined
}

type Place = { x: number; y: number }

type Press =
  | { kind: CurveTool; from: Place; way: Place[]; moved: boolean }
  | { kind: 'threshold'; threshold: Threshold }

/** Largest distance between a pointer and the curve it selects, in pixels. */
const reach = { mouse: 14, touch: 28 }
/** A press that wanders less is a click. */
const clickSlack = 5

/** Pointing at curves, choosing them by press, box or free form, zooming, dragging thresholds. */
export function useCurvePointer(
  chart: {
    lines: readonly CurveLine[]
    geometry: ChartGeometry
    thresholds: readonly Threshold[]
    tool: CurveTool
    zoom: ZoomControl
    hover: CurvePoint | null
    setHover: (point: CurvePoint | null) => void
  } & CurveEvents,
) {
  const press = useRef<Press | null>(null)
  const [shape, setShape] = useState<{ box?: Box; lasso?: readonly Place[] }>({})
  const { lines, geometry, zoom } = chart
  const nearest = (event: MouseEvent<HTMLElement>) => {
    const touch = 'pointerType' in event && event.pointerType !== 'mouse'
    return findNearest(lines, geometry, placeOf(event), touch ? reach.touch : reach.mouse)
  }
  const stop = () => {
    press.current = null
    setShape({})
  }
  const pinch = usePinch(zoom, stop)
  const menu = useLongPress((event) => {
    stop()
    chart.onMenu?.(nearest(event)?.id ?? null, { x: event.clientX, y: event.clientY })
  }, chart.onMenu !== undefined)

  const end = (event: PointerEvent<HTMLElement>) => {
    menu.cancel()
    if (pinch.up(event)) return
    const pressed = press.current
    stop()
    if (!pressed) return
    if (pressed.kind === 'threshold') {
      const { threshold } = pressed
      const value = invert(scaleOf(geometry, threshold), placeOf(event).y)
      chart.onThreshold?.(threshold.id, value, true)
    } else if (pressed.moved) finishDrag(pressed, event)
    else {
      const point = nearest(event)
      chart.onSelect?.(point ? [point.id] : [], modeOf(event))
    }
  }
  const finishDrag = (pressed: Press & { kind: CurveTool }, event: PointerEvent<HTMLElement>) => {
    const at = placeOf(event)
    if (pressed.kind === 'zoom') return zoom.to(pressed.from.x, at.x)
    const ids =
      pressed.kind === 'lasso'
        ? findInLasso(lines, geometry, [...pressed.way, at])
        : findInBox(lines, geometry, makeBox(pressed.from, at))
    const held = event.ctrlKey || event.metaKey || event.shiftKey
    chart.onSelect?.(ids, held ? 'add' : 'replace')
  }
  const drag = (pressed: Press, event: PointerEvent<HTMLElement>) => {
    const at = placeOf(event)
    if (pressed.kind === 'threshold') {
      const { threshold } = pressed
      chart.onThreshold?.(threshold.id, invert(scaleOf(geometry, threshold), at.y), false)
      return
    }
    pressed.moved ||= Math.hypot(at.x - pressed.from.x, at.y - pressed.from.y) > clickSlack
    if (!pressed.moved) return
    menu.cancel()
    if (chart.hover) chart.setHover(null)
    if (pressed.kind === 'lasso') {
      pressed.way.push(at)
      setShape({ lasso: [...pressed.way] })
    } else if (pressed.kind === 'zoom') {
      const [bottom, top] = geometry.y.range
      setShape({ box: makeBox({ x: pressed.from.x, y: top }, { x: at.x, y: bottom }) })
    } else setShape({ box: makeBox(pressed.from, at) })
  }

  return {
    box: shape.box,
    lasso: shape.lasso,
    handlers: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (event.button !== 0) return
        menu.down(event)
        if (pinch.down(event)) return
        event.currentTarget.setPointerCapture(event.pointerId)
        const from = placeOf(event)
        const threshold =
          !event.altKey && chart.onThreshold && findThreshold(chart.thresholds, geometry, from.y)
        press.current = threshold
          ? { kind: 'threshold', threshold }
          : { kind: event.altKey ? 'zoom' : chart.tool, from, way: [from], moved: false }
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        if (pinch.move(event)) return
        const pressed = press.current
        if (pressed) {
          if (chart.onSelect || pressed.kind === 'threshold' || pressed.kind === 'zoom') {
            drag(pressed, event)
          }
          return
        }
        const point = nearest(event)
        if (point?.id !== chart.hover?.id || point?.index !== chart.hover?.index) {
          chart.setHover(point)
        }
      },
      onPointerUp: end,
      onPointerCancel(event: PointerEvent<HTMLElement>) {
        menu.cancel()
        pinch.up(event)
        stop()
      },
      onPointerLeave() {
        if (!press.current) chart.setHover(null)
      },
      onDoubleClick(event: MouseEvent<HTMLElement>) {
        const point = nearest(event)
        if (point) chart.onIsolate?.(point.id)
        else zoom.reset()
      },
      onContextMenu: menu.onContextMenu,
    },
  }
}

function placeOf(event: MouseEvent<HTMLElement>): Place {
  const frame = event.currentTarget.getBoundingClientRect()
  return { x: event.clientX - frame.left, y: event.clientY - frame.top }
}

function modeOf(event: MouseEvent): CurveSelectMode {
  return event.ctrlKey || event.metaKey ? 'toggle' : event.shiftKey ? 'add' : 'replace'
}

function makeBox(a: Place, b: Place): Box {
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
): Threshold | undefined {
  return thresholds.find((threshold) => {
    const own = project(scaleOf(geometry, threshold), threshold.value)
    return threshold.draggable && Math.abs(own - y) < 7
  })
}
