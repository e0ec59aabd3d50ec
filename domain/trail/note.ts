import { joinBytes } from '../join-bytes.ts'
import { fromBase64, fromHex, sameBytes, toBase64, toHex } from './bytes.ts'
import type { Hash, TrailTools } from './tools.ts'

/*
 * Signed notes (C2SP signed-note): a text, an empty line, and a line per signature. Keys travel as C2SP verifier
 * keys, `<name>+<key id>+<base64 of algorithm and key>`; the only algorithm is Ed25519 (1).
 */

export interface NoteKey {
  /** The key's name, here always the trail's origin. */
  name: string
  /** Raw Ed25519 public key, 32 bytes. */
  key: Uint8Array
}

export interface Note {
  /** Text that is signed; ends with a line break. */
  text: string
  signer: string
  /** Key id and signature, as in the line. */
  keyId: Uint8Array
  signature: Uint8Array
}

const ed25519 = 1
const encodeName = (name: string): Uint8Array =>
  Uint8Array.from([...name], (char) => char.charCodeAt(0))

/** Return the first four bytes of SHA-256 over name, line break, algorithm and key. Names are ASCII. */
function keyIdOf({ name, key }: NoteKey, sha256: Hash): Uint8Array {
  return sha256(joinBytes([encodeName(`${name}\n`), Uint8Array.of(ed25519), key])).slice(0, 4)
}

export function formatKey(key: NoteKey, sha256: Hash): string {
  const coded = toBase64(joinBytes([Uint8Array.of(ed25519), key.key]))
  return `${key.name}+${toHex(keyIdOf(key, sha256))}+${coded}`
}

/** Read a key; null if it is no key of this kind or its id is not its own. */
export function parseKey(text: string, sha256: Hash): NoteKey | null {
  const [, name, id, coded] = /^([!-*,-~]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/.exec(text) ?? []
  const bytes = coded === undefined ? null : fromBase64(coded)
  if (!name || bytes?.length !== 33 || bytes[0] !== ed25519) return null
  const key = { name, key: bytes.slice(1) }
  return sameBytes(keyIdOf(key, sha256), fromHex(id ?? '') ?? new Uint8Array()) ? key : null
}

/** Sign a text that ends with a line break. */
export function signNote(
  text: string,
  key: NoteKey,
  sign: (message: Uint8Array) => Uint8Array,
  { sha256, encode }: Pick<TrailTools, 'sha256' | 'encode'>,
): string {
  const signature = joinBytes([keyIdOf(key, sha256), sign(encode(text))])
  return `${text}\n\u2014 ${key.name} ${toBase64(signature)}\n`
}

/** Read a note; null if it is not a note with exactly one signature, spelled as `signNote` does. */
export function parseNote(note: string): Note | null {
  const [, text, signer, coded] =
    /^((?:[^\n]+\n)+)\n\u2014 ([!-*,-~]+) ([A-Za-z0-9+/=]+)\n$/.exec(note) ?? []
  const bytes = coded === undefined ? null : fromBase64(coded)
  if (!text || !signer || bytes?.length !== 68) return null
  return { text, signer, keyId: bytes.slice(0, 4), signature: bytes.slice(4) }
}

/** Check that the note is signed by this key. */
export async function isSigned(note: Note, key: NoteKey, tools: TrailTools): Promise<boolean> {
  if (note.signer !== key.name || !sameBytes(note.keyId, keyIdOf(key, tools.sha256))) return false
  return tools.verify(key.key, tools.encode(note.text), note.signature)
}
