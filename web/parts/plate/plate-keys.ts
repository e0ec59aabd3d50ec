import type { Move } from './selection.ts'

/** Command of a key to the plate; null for keys that the plate does not use. */
export type PlateKey =
  | { kind: 'move'; move: Move; extend: boolean; keep: boolean }
  | { kind: 'all' }
  | { kind: 'row' }
  | { kind: 'column' }
  | { kind: 'toggle' }
  | { kind: 'open' }
  | { kind: 'clear' }
  | { kind: 'zoom'; zoom: Zoom }

type Press = { key: string; ctrlKey: boolean; metaKey: boolean; shiftKey: boolean }

type Zoom = 'in' | 'out' | 'reset'

/** Keys of the zoom, and the signs that Alt makes of them on a Mac. With Ctrl they are the browser's own zoom. */
const zooms = new Map<string, Zoom>([
  ...(['+', '=', '±', '≠'] as const).map((key) => [key, 'in'] as const),
  ...(['-', '–'] as const).map((key) => [key, 'out'] as const),
  ...(['0', 'º'] as const).map((key) => [key, 'reset'] as const),
])

const moves: Record<string, Move> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
}

/**
 * Read a key of the plate: arrows move, Shift extends, Ctrl moves without selecting, Home and End go to the row's ends
 * (with Ctrl to the plate's), Ctrl+Space a column, Shift+Space a row, Space toggles. Plus, minus and 0 zoom, also with Alt, where
 * signs alone begin a name.
 */
export function readPlateKey(press: Press): PlateKey | null {
  const ctrl = press.ctrlKey || press.metaKey
  const move = moves[press.key] ?? readJump(press.key, ctrl)
  if (move) return { kind: 'move', move, extend: press.shiftKey, keep: ctrl && !isJump(press.key) }
  // Take a capital letter too, which Caps Lock sends.
  if (press.key.toLowerCase() === 'a' && ctrl) return { kind: 'all' }
  if (press.key === ' ') return { kind: ctrl ? 'column' : press.shiftKey ? 'row' : 'toggle' }
  const zoom = ctrl ? undefined : zooms.get(press.key)
  if (zoom) return { kind: 'zoom', zoom }
  if (press.key === 'Enter') return { kind: 'open' }
  if (press.key === 'Escape') return { kind: 'clear' }
  return null
}

function isJump(key: string): boolean {
  return key === 'Home' || key === 'End'
}

function readJump(key: string, ctrl: boolean): Move | null {
  if (key === 'Home') return ctrl ? 'first' : 'rowStart'
  if (key === 'End') return ctrl ? 'last' : 'rowEnd'
  return null
}
