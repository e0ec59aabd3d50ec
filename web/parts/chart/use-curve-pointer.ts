import type { MouseEvent, PointerEvent } from 'react'
import type { CurveEvents, CurveSelectMode, CurveTool } from './curve-events.ts'
import type { CurveLine } from './curve-line.ts'
import type { Threshold } from './draw-overlay.ts'
import type { ChartGeometry } from './geometry.ts'
import type { CurvePoint } from './hit-curves.ts'
import { findNearest } from './hit-curves.ts'
import { placeOf, useCurveDrag } from './use-curve-drag.ts'
import { useLongPress } from './use-long-press.ts'
import type { ZoomControl } from './use-zoom.ts'
import { usePinch } from './use-zoom.ts'

/** Largest distance between a pointer and the curve it selects, in pixels. */
const reach = { mouse: 14, touch: 28 }

/** Point at curves, choose them by a press, and open their menu; dragging is `useCurveDrag`. */
export function useCurvePointer(
  chart: {
    lines: readonly CurveLine[]
    geometry: ChartGeometry
    thresholds: readonly Threshold[]
    tool: CurveTool
    zoom: ZoomControl
    hover: CurvePoint | null
    setHover: (point: CurvePoint | null) => void
    onStop: () => void
  } & CurveEvents,
) {
  const { lines, geometry, zoom } = chart
  const drag = useCurveDrag(chart)
  const nearest = (event: MouseEvent<HTMLElement>) => {
    const touch = 'pointerType' in event && event.pointerType !== 'mouse'
    return findNearest(lines, geometry, placeOf(event), touch ? reach.touch : reach.mouse)
  }
  const pinch = usePinch(zoom, drag.stop)
  const menu = useLongPress((event) => {
    drag.stop()
    chart.onMenu?.(nearest(event)?.id ?? null, { x: event.clientX, y: event.clientY })
  }, chart.onMenu !== undefined)
  return {
    box: drag.box,
    lasso: drag.lasso,
    handlers: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (event.button !== 0) return
        menu.down(event)
        if (pinch.down(event)) return
        event.currentTarget.setPointerCapture(event.pointerId)
        drag.begin(event)
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        if (pinch.move(event)) return
        if (drag.isPressed()) {
          if (!drag.move(event)) return
          menu.cancel()
          if (chart.hover) chart.setHover(null)
          return
        }
        const point = nearest(event)
        if (point?.id !== chart.hover?.id || point?.index !== chart.hover?.index) {
          chart.setHover(point)
        }
      },
      onPointerUp(event: PointerEvent<HTMLElement>) {
        menu.cancel()
        if (pinch.up(event) || !drag.end(event)) return
        const point = nearest(event)
        chart.onSelect?.(point ? [point.id] : [], modeOf(event))
      },
      onPointerCancel(event: PointerEvent<HTMLElement>) {
        menu.cancel()
        pinch.up(event)
        drag.stop()
      },
      onPointerLeave() {
        if (!drag.isPressed()) chart.setHover(null)
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

function modeOf(event: MouseEvent): CurveSelectMode {
  return event.ctrlKey || event.metaKey ? 'toggle' : event.shiftKey ? 'add' : 'replace'
}
