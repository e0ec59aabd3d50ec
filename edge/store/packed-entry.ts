import { uuidForm } from '../../domain/fields.ts'
import { dictionaries } from './entry-dictionaries.ts'
import { spellId } from './short-id.ts'
import { makePacker } from './text-packer.ts'

/*
 * An entry of the trail in a quarter of its bytes. Its ids and hashes, which nothing compresses, are kept as bytes beside the
 * text, each 16 of them a piece: by those SQL finds the entries that name a record. The rest is deflated with a dictionary.
 */

/** An entry as it is packed: its text, after the number of a dictionary; the ids and hashes that the text names, in their order. */
export interface PackedEntry {
  packed: ArrayBuffer
  named: ArrayBuffer
}

/** Marks in the place of an id or a hash: signs below the space, which no canonical text has. */
const [nextId, knownId, nextHash] = ['\x01', '\x02', '\x03']
const marks = /[^ -\uffff]/g
/** Sign of the first id; those of later ones follow. */
const firstSign = 0x20
/** Find an id by what follows its first eight digits, and a hash by its quotation marks: most of a text is then skipped at once. */
const firstDigits = uuidForm.slice(0, uuidForm.indexOf('}') + 1)
const found = new RegExp(`${uuidForm.slice(firstDigits.length)}|"[0-9a-f]{64}"`, 'g')
const beginning = new RegExp(`^${firstDigits}$`)
const isId = new RegExp(`^${uuidForm}$`)
/** Bytes of a piece: of an id; a hash is two of them. */
const pieceBytes = 16
/** Most ids that a mark can name by one sign. */
const mostIds = 0xd000
/** Longest text that is packed, twice as long as a row of text may be. A bent one that grows beyond it does not open. */
const mostLength = 4_000_000
/** Most bytes of a UTF-16 unit in UTF-8. */
const widest = 3

const packer = makePacker(dictionaries, mostLength * widest)

/** Pack the text of an entry; null for one that is no canonical one or too long, which is kept as it is. */
export function packEntry(text: string): PackedEntry | null {
  if (text.length > mostLength || text.search(marks) >= 0) return null
  const { rest, hex } = takeOut(text)
  return { packed: packer.pack(rest), named: bufferOf(Buffer.from(hex, 'hex')) }
}

/** Take ids and hashes out of a text: marks are in their places, an id that came before is named by its number. */
function takeOut(text: string): { rest: string; hex: string } {
  const ids = new Map<string, number>()
  let [rest, hex, end] = ['', '', 0]
  for (const { 0: match, index } of text.matchAll(found)) {
    const isHash = match.startsWith('"')
    const start = isHash ? index + 1 : index - 8
    const last = index + match.length - (isHash ? 1 : 0)
    if (start < end || !(isHash || beginning.test(text.slice(start, index)))) continue
    const value = text.slice(start, last)
    const known = ids.get(value)
    if (!isHash && known === undefined && ids.size === mostIds) continue
    rest += text.slice(end, start)
    end = last
    if (known !== undefined) {
      rest += knownId + String.fromCharCode(firstSign + known)
      continue
    }
    rest += isHash ? nextHash : nextId
    hex += value.replaceAll('-', '')
    if (!isHash) ids.set(value, ids.size)
  }
  return { rest: rest + text.slice(end), hex }
}

/** Return the text of a packed entry; null for one that does not open, since somebody may have written it over. */
export function openEntry(entry: PackedEntry): string | null {
  try {
    return fillIn(packer.open(entry.packed), Buffer.from(entry.named))
  } catch {
    return null
  }
}

/** Put ids and hashes in the places of their marks; null unless each piece has its place. */
function fillIn(rest: string, pieces: Buffer): string | null {
  const ids: string[] = []
  let [text, end, at] = ['', 0, 0]
  for (const { 0: mark, index } of rest.matchAll(marks)) {
    text += rest.slice(end, index)
    if (text.length > mostLength) return null
    end = index + 1
    if (mark === knownId) {
      const id = ids[rest.charCodeAt(end++) - firstSign]
      if (id === undefined) return null
      text += id
      continue
    }
    if (mark !== nextId && mark !== nextHash) return null
    const from = at
    at += (mark === nextHash ? 2 : 1) * pieceBytes
    if (at > pieces.length) return null
    const hex = pieces.toString('hex', from, at)
    if (mark === nextId) ids.push(spellId(hex))
    text += mark === nextId ? ids.at(-1) : hex
  }
  return at === pieces.length ? text + rest.slice(end) : null
}

/** Return the piece of an id, to be looked for among those that packed entries name; empty, which all of them hold, for any other text. */
export function pieceOf(id: string): ArrayBuffer {
  return bufferOf(Buffer.from(isId.test(id) ? id.replaceAll('-', '') : '', 'hex'))
}

function bufferOf(bytes: Buffer): ArrayBuffer {
  return new Uint8Array(bytes).buffer
}
