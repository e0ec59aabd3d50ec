import { canonicalJson } from '../canonical.ts'
import { type AuditEntry, type Body, hashRecord } from './entry.ts'
import type { MetSignature, TrailProblem } from './problems.ts'
import type { TrailTools } from './tools.ts'

/** Fields that signing and what follows it write; all else is what a signature covers (21 CFR 11.70). */
const unsigned: readonly string[] = [
  'status',
  'signature',
  'signatures',
  'updated_at',
  // The signature itself holds who issued a certificate, and when.
  'reviewer',
  'reviewer_name',
  'reviewed_at',
]

/** Return the content that a signature of a record covers: hash its canonical JSON with SHA-256. */
export function contentSigned(record: Body): Body {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !unsigned.includes(name)))
}

interface SignatureFields {
  user_uuid: unknown
  printed_name: string
  meaning: string
  at: string
  record_hash: string
}

/** Return the electronic signatures of a record. */
export function signaturesOf(record: Body | null): SignatureFields[] {
  const several = record?.['signatures']
  return [record?.['signature'], ...(Array.isArray(several) ? several : [])].filter(
    (value): value is SignatureFields =>
      typeof value === 'object' && value !== null && 'record_hash' in value,
  )
}

/**
 * Checks the signatures that an entry adds: made by who acted, at the time of the entry, over the content as it is
 * after it.
 */
export function checkNewSignatures(
  before: Body | null,
  after: Body | null,
  entry: AuditEntry,
  tools: TrailTools,
): { met: MetSignature[]; problems: TrailProblem[] } {
  const known = new Set(signaturesOf(before).map((signature) => canonicalJson(signature)))
  const fresh = signaturesOf(after).filter((signature) => !known.has(canonicalJson(signature)))
  const content = after && fresh.length > 0 ? hashRecord(contentSigned(after), tools) : ''
  const problems = fresh.flatMap((signature): TrailProblem[] => {
    const { seq, at, actor } = entry
    const bySigner =
      signature.user_uuid === actor.uuid &&
      signature.printed_name === actor.name &&
      signature.at === at
    const about = String(signature.printed_name)
    return [
      ...(bySigner ? [] : [{ code: 'signature_not_by_signer' as const, at: seq, about }]),
      ...(signature.record_hash === content
        ? []
        : [{ code: 'signed_content_changed' as const, at: seq, about }]),
    ]
  })
  const met = fresh.map(({ printed_name, meaning, at }) => {
    return { printed_name, meaning, at, seq: entry.seq }
  })
  return { met, problems }
}

/** Check that the final content of a signed record is still the content that each of its signatures covers. */
export function checkStandingSignatures(record: Body | null, tools: TrailTools): TrailProblem[] {
  const standing = signaturesOf(record)
  if (!record || standing.length === 0) return []
  const content = hashRecord(contentSigned(record), tools)
  return standing
    .filter(({ record_hash }) => record_hash !== content)
    .map(({ printed_name }) => ({ code: 'signed_content_changed', about: String(printed_name) }))
}
