import type { PointerEvent, RefObject } from 'react'
import { useEffect, useRef } from 'react'
import type { ChartGeometry } from './geometry.ts'
import { invert } from './scale.ts'
import { pan, zoomAround, zoomTo } from './zoom.ts'

type Domain = readonly [number, number]

/** Parts of the value axes that are to be seen; null for an axis as it begins. */
export interface ZoomedValues {
  y: Domain | null
  y2: Domain | null
}

/**
 * The part of the x axis that is to be seen, null for all of it; `done` when the gesture has ended. `values` where it is about
 * the value axes too.
 */
export type OnZoom = (part: Domain | null, done: boolean, values?: ZoomedValues) => void

export type ZoomControl = {
  /** Comes nearer by a factor around a pixel. */
  around: (pixel: number, factor: number, done: boolean) => void
  /** Show what is between two places: all values of its cycles, unless the box is as tall as one that is meant. */
  to: (a: Place, b: Place) => void
  /** Moves by a share of what is seen. */
  pan: (share: number) => void
  reset: () => void
}

interface Place {
  x: number
  y: number
}

/** A hand that drags along the cycles wanders less, in pixels. */
const leastHeight = 40

/** Return true where a box that was dragged is about values too. */
export const isTall = (a: Place, b: Place) => Math.abs(a.y - b.y) >= leastHeight

/** Make the zoom. The visible part belongs to the screen and is not stored here. */
export function makeZoom(
  geometry: ChartGeometry,
  whole: Domain,
  onZoom: OnZoom | undefined,
): ZoomControl {
  const { x, y, y2 } = geometry
  const between = (axis: typeof y, a: Place, b: Place): Domain => [
    invert(axis, Math.max(a.y, b.y)),
    invert(axis, Math.min(a.y, b.y)),
  ]
  return {
    around: (pixel, factor, done) =>
      onZoom?.(zoomAround(x.domain, invert(x, pixel), factor, whole), done),
    to(a, b) {
      const part = zoomTo(invert(x, a.x), invert(x, b.x), whole)
      if (!part) return
      if (!isTall(a, b)) onZoom?.(part, true)
      else onZoom?.(part, true, { y: between(y, a, b), y2: y2 ? between(y2, a, b) : null })
    },
    pan: (share) => onZoom?.(pan(x.domain, share, whole), true),
    reset: () => onZoom?.(null, true, { y: null, y2: null }),
  }
}

/** A wheel has come to rest when it is still for so long. */
const wheelRestMs = 200

/** Zoom by the wheel with Ctrl (which is also two fingers on a touch pad) instead of scrolling the page. */
export function useWheelZoom(room: RefObject<HTMLElement | null>, zoom: ZoomControl | null): void {
  const newest = useRef(zoom)
  useEffect(() => {
    newest.current = zoom
  })
  useEffect(() => {
    const element = room.current
    if (!element) return undefined
    let rest = 0
    const turn = (event: WheelEvent) => {
      if (!newest.current || (!event.ctrlKey && !event.metaKey)) return
      event.preventDefault()
      const at = event.clientX - element.getBoundingClientRect().left
      newest.current.around(at, Math.exp(-event.deltaY * 0.0025), false)
      clearTimeout(rest)
      rest = window.setTimeout(() => newest.current?.around(at, 1, true), wheelRestMs)
    }
    // Listen actively: React listens passively, and then the page could not be kept from zooming itself.
    element.addEventListener('wheel', turn, { passive: false })
    return () => {
      clearTimeout(rest)
      element.removeEventListener('wheel', turn)
    }
  }, [room])
}

/** Zoom with two fingers on the chart. Each handler returns true if the pointer belongs to a pinch. */
export function usePinch(zoom: ZoomControl, onBegin: () => void) {
  const fingers = useRef(new Map<number, number>())
  const place = (event: PointerEvent<HTMLElement>) =>
    event.clientX - event.currentTarget.getBoundingClientRect().left
  const spread = () => {
    const [a = 0, b = 0] = fingers.current.values()
    return { middle: (a + b) / 2, width: Math.max(20, Math.abs(a - b)) }
  }
  return {
    down(event: PointerEvent<HTMLElement>): boolean {
      if (event.pointerType !== 'touch') return false
      fingers.current.set(event.pointerId, place(event))
      if (fingers.current.size < 2) return false
      onBegin()
      return true
    },
    move(event: PointerEvent<HTMLElement>): boolean {
      if (!fingers.current.has(event.pointerId)) return false
      const before = spread()
      fingers.current.set(event.pointerId, place(event))
      if (fingers.current.size < 2) return false
      const after = spread()
      zoom.around(after.middle, after.width / before.width, false)
      return true
    },
    up(event: PointerEvent<HTMLElement>): boolean {
      const pinched = fingers.current.size > 1
      if (pinched) zoom.around(place(event), 1, true)
      fingers.current.delete(event.pointerId)
      return pinched
    },
  }
}
