import { canonicalJson } from '../canonical.ts'
import { toHex } from './bytes.ts'
import { type AuditEntry, isEntry } from './entry.ts'
import { type NoteKey, parseKey } from './note.ts'
import type { TrailTools } from './tools.ts'
import { hashLeaf } from './tree.ts'

/*
 * A trail as a file: lines of JSON, each spelled in the one canonical way and ended by a line break. The first names
 * the trail and its key, then come the entries in order, each with its leaf, and last the signed checkpoint.
 */

export const trailFormat = 'bapp-trail-1'

export function formatHeader(origin: string, key: string): string {
  return `${canonicalJson({ format: trailFormat, key, origin })}\n`
}

/** Write the line of an entry from its canonical JSON, as the store keeps it. */
export function formatEntry(entry: string, leaf: string): string {
  return `{"entry":${entry},"leaf":"${leaf}"}\n`
}

export function formatEnd(note: string): string {
  return `${canonicalJson({ checkpoint: note })}\n`
}

/** Read a header; null if the line is none, or is spelled another way. */
export function readHeader(line: Uint8Array, tools: TrailTools): NoteKey | null {
  const text = tools.decode(line)
  const value = text === null ? null : parseJson(text)
  const { key, origin } = (value ?? {}) as { key?: unknown; origin?: unknown }
  if (typeof key !== 'string' || typeof origin !== 'string') return null
  if (`${text}\n` !== formatHeader(origin, key)) return null
  const known = parseKey(key, tools.sha256)
  return known?.name === origin ? known : null
}

/** Return the note of the last line; null for any other line. */
export function readEnd(line: Uint8Array, tools: TrailTools): string | null {
  // Recognise most lines by their beginning, as this is called for every line.
  if (tools.decode(line.subarray(0, endHead.length)) !== endHead) return null
  const text = tools.decode(line)
  const value = text === null ? null : parseJson(text)
  const { checkpoint } = (value ?? {}) as { checkpoint?: unknown }
  return typeof checkpoint === 'string' && `${text}\n` === formatEnd(checkpoint) ? checkpoint : null
}

export type EntryLine =
  | { ok: true; entry: AuditEntry; leaf: Uint8Array; leafText: string }
  | { ok: false; code: 'entry_unreadable' | 'entry_changed' }

const endHead = '{"checkpoint":'
const head = '{"entry":'
const middle = ',"leaf":"'
const tailLength = middle.length + 64 + 2

/** Read the line of an entry, and whether its leaf was made of exactly these bytes. */
export function readEntryLine(line: Uint8Array, tools: TrailTools): EntryLine {
  const unreadable = { ok: false, code: 'entry_unreadable' } as const
  const end = line.length - tailLength
  if (end < head.length) return unreadable
  const bytes = line.subarray(head.length, end)
  const leaf = hashLeaf(bytes, tools.sha256)
  const leafText = toHex(leaf)
  const frame = tools.decode(line.subarray(0, head.length)) === head
  if (!frame || tools.decode(line.subarray(end)) !== `${middle}${leafText}"}`) {
    const framed = tools.decode(line.subarray(end))?.startsWith(middle)
    return frame && framed ? { ok: false, code: 'entry_changed' } : unreadable
  }
  const text = tools.decode(bytes)
  const entry = text === null ? null : parseJson(text)
  return isEntry(entry) ? { ok: true, entry, leaf, leafText } : unreadable
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * Split a file into lines, without their breaks; return the bytes after the last break, of which a complete file has
 * none.
 */
export function* splitLines(bytes: Uint8Array): Generator<Uint8Array, Uint8Array> {
  let from = 0
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, from)) {
    yield bytes.subarray(from, at)
    from = at + 1
  }
  return bytes.subarray(from)
}
