/** Action of a key in a table of rows. */
export type TableKey =
  | { kind: 'row'; at: number }
  | { kind: 'column'; by: number }
  /** With the letter that begins the new text, or the text that is there. */
  | { kind: 'edit'; text?: string }
  | { kind: 'skip' }
  | { kind: 'left'; back: boolean }
  | { kind: 'undo' }
  | { kind: 'redo' }

interface Pressed {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  shiftKey: boolean
  altKey: boolean
}

const page = 12

/** Read a key as spreadsheets do. Null for one that the table has no use for: it stays the dialog's. */
export function readTableKey(
  event: Pressed,
  { at, count, isRtl }: { at: number; count: number; isRtl: boolean },
): TableKey | null {
  const { key, shiftKey } = event
  const isHeld = event.ctrlKey || event.metaKey
  if (event.altKey || count === 0) return null
  if (isHeld) return readHeld(key.toLowerCase(), shiftKey, count)
  const rows: Record<string, number> = {
    ArrowUp: at - 1,
    ArrowDown: at + 1,
    PageUp: at - page,
    PageDown: at + page,
    Home: 0,
    End: count - 1,
  }
  const row = rows[key]
  if (row !== undefined) return { kind: 'row', at: Math.max(0, Math.min(count - 1, row)) }
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    return { kind: 'column', by: (key === 'ArrowLeft') === isRtl ? 1 : -1 }
  }
  if (key === 'Enter' || key === 'F2') return { kind: 'edit' }
  if (key === 'Delete') return { kind: 'skip' }
  if (key === 'F8') return { kind: 'left', back: shiftKey }
  if ([...key].length === 1 && key !== ' ') return { kind: 'edit', text: key }
  return null
}

function readHeld(key: string, isShifted: boolean, count: number): TableKey | null {
  if (key === 'home') return { kind: 'row', at: 0 }
  if (key === 'end') return { kind: 'row', at: count - 1 }
  if (key === 'z') return isShifted ? { kind: 'redo' } : { kind: 'undo' }
  if (key === 'y') return { kind: 'redo' }
  return null
}
