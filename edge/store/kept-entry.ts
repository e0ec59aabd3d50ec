import type { Kind } from '../../domain/registry.ts'
import { openEntry, packEntry } from './packed-entry.ts'

/** Kinds whose entries are packed as they are written: those of which every run makes some. SQL looks into entries of other kinds. */
const packedKinds: ReadonlySet<string> = new Set<Kind>(['analysis', 'command', 'delivery'])

/** Beginning of the entries of devices that begin and end a run. */
const ofRun = /^\{"action":"device\.(?:freed|occupied)"/
/** Words by which a recall looks for configurations in the entries of devices. */
const configured = '"field":"config"'

/** Return whether an entry is packed. Those of devices that say a configuration stay text, which a recall looks through. */
function isPacked(kind: string, text: string): boolean {
  if (packedKinds.has(kind)) return true
  return kind === 'device' && ofRun.test(text) && !text.includes(configured)
}

/** Text in the place of the entry in a row whose entry is packed: the column asks for JSON. */
const packedAway = 'null'

/** An entry as its row keeps it: as text, as all older ones are, or packed. */
export type KeptEntry = {
  entry: string
  packed: ArrayBuffer | null
  named: ArrayBuffer | null
}

/** Columns of the trail by which `openRow` reads the text of an entry. */
export const entryColumns = 'audit.entry, audit.packed, audit.named'

/** Return the text of an entry as its row is to keep it. */
export function keepEntry(kind: string, text: string): KeptEntry {
  const packed = isPacked(kind, text) ? packEntry(text) : null
  return packed ? { entry: packedAway, ...packed } : { entry: text, packed: null, named: null }
}

/** Read the text of an entry from its row; empty, which fits no leaf, where it does not open or is kept in both forms. */
export function textOf({ entry, packed, named }: KeptEntry): string {
  if (packed === null && named === null) return entry
  if (packed === null || named === null || entry !== packedAway) return ''
  return openEntry({ packed, named }) ?? ''
}

/** A row as it is kept, with the text of its entry in either form. */
export type Kept<Row> = Omit<Row, 'entry'> & KeptEntry

/** Return a row with the text of its entry. */
export function openRow<Row extends KeptEntry>(row: Row): Omit<Row, 'packed' | 'named'> {
  const { packed: _packed, named: _named, ...rest } = row
  return { ...rest, entry: textOf(row) }
}
