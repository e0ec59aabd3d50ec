/** Command of a key on a well to the layout; null for keys of the plate, and unused ones. */
export type EditorKey =
  | { kind: 'undo' | 'redo' | 'clear' | 'fillDown' | 'fillRight' | 'cycleType' | 'help' | 'rename' }
  | { kind: 'type'; text: string }

type Press = {
  key: string
  code: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
  /** The key that makes third signs, such as @ on many keyboards; it says Ctrl and Alt as well. */
  thirdLevel: boolean
}

/**
 * Read a key of the editor. Letters begin a name, so keys that act on wells have Ctrl or Alt: Alt+T goes on to the next
 * sample type. `?` begins no name: it shows this list.
 */
export function readEditorKey(press: Press): EditorKey | null {
  const held = (press.ctrlKey || press.metaKey) && !press.thirdLevel
  const letter = press.key.toLowerCase()
  if (held) {
    if (letter === 'z') return { kind: press.shiftKey ? 'redo' : 'undo' }
    if (letter === 'y') return { kind: 'redo' }
    if (letter === 'd') return { kind: 'fillDown' }
    if (letter === 'r' && !press.shiftKey) return { kind: 'fillRight' }
    return null
  }
  if (press.altKey && !press.thirdLevel) return press.code === 'KeyT' ? { kind: 'cycleType' } : null
  if (press.key === 'Delete' || press.key === 'Backspace') return { kind: 'clear' }
  if (press.key === '?') return { kind: 'help' }
  if (press.key === 'F2' || press.key === 'Enter') return { kind: 'rename' }
  // Open the field for the first key of an input method: what it makes of it comes into that field.
  if (press.key === 'Process') return { kind: 'type', text: '' }
  return press.key.length === 1 && press.key !== ' ' ? { kind: 'type', text: press.key } : null
}
