import { canonicalJson } from '../canonical.ts'
import type { AuditEntry, Body } from './entry.ts'
import type { TrailTools } from './tools.ts'
import { parseJson } from './trail-file.ts'

/** One record with all that proves it: self-contained, one line of canonical JSON. */
export interface RecordBundle {
  format: typeof bundleFormat
  origin: string
  /** Public key in C2SP spelling. */
  key: string
  kind: string
  uuid: string
  /** Present record; null when it has been removed. */
  record: Body | null
  /** All its entries, oldest first, and for each the proof that it is in the tree of the checkpoint. */
  entries: AuditEntry[]
  proofs: string[][]
  /** Signed checkpoint of the trail. */
  checkpoint: string
  /** Signed statement that the last entry is the record's newest as of the checkpoint. */
  statement: string
  files: BundleFile[]
}

export const bundleFormat = 'bapp-record-1'

/** A file that the record names by the hash of its content, and the engine that computed it. */
export interface BundleFile {
  hash: string
  /** Field of the record that names it, such as `results.0.hash`. */
  path: string
  engine?: string
}

/** Return every file that a record names: its fields that end in `hash`, except hashes of records. */
export function filesOf(value: unknown, path = ''): BundleFile[] {
  if (typeof value !== 'object' || value === null) return []
  const engine = (value as { engine?: unknown }).engine
  return Object.entries(value).flatMap(([name, member]): BundleFile[] => {
    const place = path === '' ? name : `${path}.${name}`
    if (typeof member !== 'string') return filesOf(member, place)
    const names = name.endsWith('hash') && name !== 'record_hash' && /^[0-9a-f]{64}$/.test(member)
    if (!names) return []
    return [{ hash: member, path: place, ...(typeof engine === 'string' ? { engine } : {}) }]
  })
}

export function formatBundle(bundle: RecordBundle): string {
  return `${canonicalJson(bundle)}\n`
}

/** Read a bundle; null if it is none, or is spelled another way than `formatBundle` does. */
export function readBundle(bytes: Uint8Array, tools: TrailTools): RecordBundle | null {
  const text = tools.decode(bytes)
  const value = text === null ? null : parseJson(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const bundle = value as RecordBundle
  if (Object.keys(bundle).sort().join() !== fields || bundle.format !== bundleFormat) return null
  const texts = [bundle.origin, bundle.key, bundle.kind, bundle.uuid]
  const notes = [bundle.checkpoint, bundle.statement]
  if (![...texts, ...notes].every((field) => typeof field === 'string')) return null
  if (!Array.isArray(bundle.entries) || !Array.isArray(bundle.proofs)) return null
  if (!bundle.proofs.every((proof) => Array.isArray(proof) && proof.every(isString))) return null
  if (typeof bundle.record !== 'object' || Array.isArray(bundle.record)) return null
  return formatBundle(bundle) === text ? bundle : null
}

const fields = 'checkpoint,entries,files,format,key,kind,origin,proofs,record,statement,uuid'

function isString(value: unknown): value is string {
  return typeof value === 'string'
}
