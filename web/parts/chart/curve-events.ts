import type { CurvePoint } from './hit-curves.ts'

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
