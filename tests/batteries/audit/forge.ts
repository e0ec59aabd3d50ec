import { createPrivateKey, hkdfSync, randomBytes, sign } from 'node:crypto'
import { canonicalJson } from '../../../domain/canonical.ts'
import { toHex } from '../../../domain/trail/bytes.ts'
import { formatCheckpoint, parseCheckpoint } from '../../../domain/trail/checkpoint.ts'
import { type AuditEntry, type Body, hashRecord, replayEntry } from '../../../domain/trail/entry.ts'
import { parseNote, signNote } from '../../../domain/trail/note.ts'
import {
  formatEnd,
  formatEntry,
  readEnd,
  readEntryLine,
  readHeader,
} from '../../../domain/trail/trail-file.ts'
import { appendLeaf, emptyRange, hashLeaf, rootOf } from '../../../domain/trail/tree.ts'
import { trailTools } from '../../../edge/store/trail-tools.ts'

const { sha256, encode, decode } = trailTools

/**
 * Forge a trail in which one entry differs and everything that can be made to fit fits: hashes of records, leaves,
 * links, the root. Only the signature cannot be made without the key.
 * @param seed seed of a key to sign with; without it the old signature is set under the new text.
 */
export function forgeTrail(
  lines: readonly Uint8Array[],
  at: number,
  seed?: Uint8Array,
): Uint8Array {
  const key = readHeader(lines[0] ?? new Uint8Array(), trailTools)
  const note = parseNote(readEnd(lines.at(-1) ?? new Uint8Array(), trailTools) ?? '')
  const checkpoint = note && parseCheckpoint(note.text)
  if (!key || !note || !checkpoint) throw new Error('no trail to forge')
  const chains = new Map<string, { leaf: string; record: Body | null }>()
  const range = emptyRange()
  const parts = [`${decode(lines[0] as Uint8Array)}\n`]
  for (const [index, line] of lines.slice(1, -1).entries()) {
    const read = readEntryLine(line, trailTools)
    if (!read.ok) throw new Error('no entry to forge')
    const entry = index + 1 === at ? bend(read.entry) : read.entry
    const place = `${entry.kind}/${entry.uuid}`
    const known = chains.get(place) ?? null
    const fitted = fit(entry, known)
    const text = canonicalJson(fitted.entry)
    const leaf = hashLeaf(encode(text), sha256)
    appendLeaf(range, leaf, sha256)
    chains.set(place, { leaf: toHex(leaf), record: fitted.record })
    parts.push(formatEntry(text, toHex(leaf)))
  }
  const text = formatCheckpoint({ ...checkpoint, root: rootOf(range, sha256) })
  const signature = seed ? signerOf(seed) : () => note.signature
  parts.push(formatEnd(signNote(text, key, signature, trailTools)))
  return encode(parts.join(''))
}

/** Change the actor of an entry. */
function bend(entry: AuditEntry): AuditEntry {
  return { ...entry, actor: { ...entry.actor, name: 'Somebody Else' } }
}

function fit(
  entry: AuditEntry,
  known: { leaf: string; record: Body | null } | null,
): { entry: AuditEntry; record: Body | null } {
  const record = replayEntry(known?.record ?? null, entry)
  const record_hash = record && hashRecord(record, trailTools)
  return { entry: { ...entry, previous: known?.leaf ?? null, record_hash }, record }
}

function signerOf(seed: Uint8Array): (message: Uint8Array) => Uint8Array {
  const head = Buffer.from('302e020100300506032b657004220420', 'hex')
  const key = createPrivateKey({
    key: Buffer.concat([head, seed]),
    format: 'der',
    type: 'pkcs8',
  })
  return (message) => new Uint8Array(sign(null, message, key))
}

/** Return the seed of a trail's key, for a person with the deployment's secret. */
export function seedOf(secret: string, origin: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', `bapp checkpoint ${origin}`, 32))
}

export function strangeSeed(): Uint8Array {
  return new Uint8Array(randomBytes(32))
}
