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

type Press = { key: string; ctrlKey: boolean; metaKey: boolean; shiftKey: boolean }

const moves: Record<string, Move> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
}

/**
 * Read a key of the plate: arrows move, Shift extends, Ctrl moves without selecting, Home and End go to the row's ends
 * (with Ctrl to the plate's), Ctrl+Space a column, Shift+Space a row, Space toggles.
 */
export function readPlateKey(press: Press): PlateKey | null {
  const ctrl = press.ctrlKey || press.metaKey
  const move = moves[press.key] ?? readJump(press.key, ctrl)
  if (move) return { kind: 'move', move, extend: press.shiftKey, keep: ctrl && !isJump(press.key) }
  // Caps Lock sends a capital letter.
  if (press.key.toLowerCase() === 'a' && ctrl) return { kind: 'all' }
  if (press.key === ' ') return { kind: ctrl ? 'column' : press.shiftKey ? 'row' : 'toggle' }
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
