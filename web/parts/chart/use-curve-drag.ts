import type { MouseEvent, PointerEvent } from 'react'
import { useRef, useState } from 'react'
import type { CurveEvents, CurveTool } from './curve-events.ts'
import type { CurveLine } from './curve-line.ts'
import { scaleOf } from './draw-curves.ts'
import type { Threshold } from './draw-overlay.ts'
import type { ChartGeometry } from './geometry.ts'
import type { Box } from './hit-curves.ts'
import { findInBox, findInLasso } from './hit-curves.ts'
import { invert, project } from './scale.ts'
import { isTall, type ZoomControl } from './use-zoom.ts'

type Place = { x: number; y: number }

type Press =
  | { kind: CurveTool; from: Place; way: Place[]; moved: boolean }
  | { kind: 'threshold'; threshold: Threshold }

/** A press that wanders less is a click. */
const clickSlack = 5

type DraggedChart = {
  lines: readonly CurveLine[]
  geometry: ChartGeometry
  thresholds: readonly Threshold[]
  tool: CurveTool
  zoom: ZoomControl
  /** A drag has ended, also one that was given up. */
  onStop: () => void
} & Pick<CurveEvents, 'onSelect' | 'onThreshold'>

/** Handle dragging over the chart: choose by a box or a free form, zoom, or move a threshold. */
export function useCurveDrag(chart: DraggedChart) {
  const press = useRef<Press | null>(null)
  const [shape, setShape] = useState<{ box?: Box; lasso?: readonly Place[] }>({})
  const { geometry } = chart
  const stop = () => {
    press.current = null
    setShape({})
    chart.onStop()
  }
  /** Tell the value of a threshold that is under the pointer. */
  const tell = ({ id, axis }: Threshold, event: PointerEvent<HTMLElement>, done: boolean) =>
    chart.onThreshold?.(id, invert(scaleOf(geometry, { axis }), placeOf(event).y), done)
  return {
    ...shape,
    stop,
    isPressed: () => press.current !== null,
    begin(event: PointerEvent<HTMLElement>) {
      const from = placeOf(event)
      const threshold =
        !event.altKey && chart.onThreshold && findThreshold(chart.thresholds, geometry, from.y)
      press.current = threshold
        ? { kind: 'threshold', threshold }
        : { kind: event.altKey ? 'zoom' : chart.tool, from, way: [from], moved: false }
    },
    /** Return true where the pointer drags a shape, and has left the place of the press. */
    move(event: PointerEvent<HTMLElement>): boolean {
      const pressed = press.current
      if (!pressed) return false
      if (pressed.kind === 'threshold') {
        tell(pressed.threshold, event, false)
        return false
      }
      if (!chart.onSelect && pressed.kind !== 'zoom') return false
      const at = placeOf(event)
      pressed.moved ||= Math.hypot(at.x - pressed.from.x, at.y - pressed.from.y) > clickSlack
      if (!pressed.moved) return false
      if (pressed.kind === 'lasso') {
        pressed.way.push(at)
        setShape({ lasso: [...pressed.way] })
      } else if (pressed.kind === 'zoom') {
        const [bottom, top] = geometry.y.range
        const all = makeBox({ x: pressed.from.x, y: top }, { x: at.x, y: bottom })
        setShape({ box: isTall(pressed.from, at) ? makeBox(pressed.from, at) : all })
      } else setShape({ box: makeBox(pressed.from, at) })
      return true
    },
    /** End what was dragged. Return true where it was a click instead. */
    end(event: PointerEvent<HTMLElement>): boolean {
      const pressed = press.current
      stop()
      if (!pressed) return false
      if (pressed.kind === 'threshold') tell(pressed.threshold, event, true)
      else if (pressed.moved) finish(chart, pressed, event)
      else return true
      return false
    },
  }
}

/** Zoom to what was dragged over, or choose its curves. */
function finish(
  { lines, geometry, zoom, onSelect }: DraggedChart,
  pressed: Press & { kind: CurveTool },
  event: PointerEvent<HTMLElement>,
): void {
  const at = placeOf(event)
  if (pressed.kind === 'zoom') return zoom.to(pressed.from, at)
  const ids =
    pressed.kind === 'lasso'
      ? findInLasso(lines, geometry, [...pressed.way, at])
      : findInBox(lines, geometry, makeBox(pressed.from, at))
  const held = event.ctrlKey || event.metaKey || event.shiftKey
  onSelect?.(ids, held ? 'add' : 'replace')
}

/** Return where a pointer is in the chart. */
export function placeOf(event: MouseEvent<HTMLElement>): Place {
  const frame = event.currentTarget.getBoundingClientRect()
  return { x: event.clientX - frame.left, y: event.clientY - frame.top }
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
