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
  // Leave out who issued a certificate, and when: the signature itself holds it.
  'reviewer',
  'reviewer_name',
  'reviewed_at',
  // Leave out labels of a lot, which are made before its release and after it; the trail has each order.
  'labels',
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

/**
 * Return the content that an approval of a version covers (decision 34): what the version does, who wrote it, on which
 * evidence with its comparisons on the bench and its figures of the verification, and the day from which it is in force.
 * @param version of a recipe: the recipe itself, or what it has beside it.
 */
export function contentApproved(recipe_uuid: unknown, version: Body): Body {
  const {
    authors,
    evidence = '',
    effective_from,
    comparisons,
    figures,
  } = version['release'] as Body
  const { version: number, process, evaluation, cartridge_types, minimum_bkernel } = version
  const content = { version: number, process, evaluation, cartridge_types, minimum_bkernel }
  const signed = { recipe_uuid, ...content, authors, evidence, effective_from }
  return {
    ...signed,
    ...(comparisons !== undefined && { comparisons }),
    ...(figures !== undefined && { figures }),
  }
}

/** An electronic signature with the content that it covers. */
interface Signed {
  signature: SignatureFields
  content: () => Body
}

/** List the electronic signatures of a record: over the record itself, and over versions of a recipe that are in it. */
function listSigned(record: Body | null): Signed[] {
  if (!record) return []
  const { signature, signatures, next } = record
  const ofRecord = [signature, ...(Array.isArray(signatures) ? signatures : [])]
    .filter(isSignature)
    .map((one) => ({ signature: one, content: () => contentSigned(record) }))
  const ofVersions = [record, next].flatMap((version): Signed[] => {
    const approval =
      isBody(version) && isBody(version['release']) && version['release']['signature']
    if (!isSignature(approval)) return []
    const content = () => contentApproved(record['uuid'], version as Body)
    return [{ signature: approval, content }]
  })
  return [...ofRecord, ...ofVersions]
}

function isBody(value: unknown): value is Body {
  return typeof value === 'object' && value !== null
}

function isSignature(value: unknown): value is SignatureFields {
  return isBody(value) && 'record_hash' in value
}

/** Return the electronic signatures of a record. */
export function signaturesOf(record: Body | null): SignatureFields[] {
  return listSigned(record).map(({ signature }) => signature)
}

/**
 * Check the signatures that an entry adds: made by who acted, at the time of the entry, over the content as it is
 * after it.
 */
export function checkNewSignatures(
  before: Body | null,
  after: Body | null,
  entry: AuditEntry,
  tools: TrailTools,
): { met: MetSignature[]; problems: TrailProblem[] } {
  const known = new Set(signaturesOf(before).map((signature) => canonicalJson(signature)))
  const fresh = listSigned(after).filter(({ signature }) => !known.has(canonicalJson(signature)))
  const problems = fresh.flatMap(({ signature, content }): TrailProblem[] => {
    const { seq, at, actor } = entry
    const bySigner =
      signature.user_uuid === actor.uuid &&
      signature.printed_name === actor.name &&
      signature.at === at
    const about = String(signature.printed_name)
    return [
      ...(bySigner ? [] : [{ code: 'signature_not_by_signer' as const, at: seq, about }]),
      ...(signature.record_hash === hashRecord(content(), tools)
        ? []
        : [{ code: 'signed_content_changed' as const, at: seq, about }]),
    ]
  })
  const met = fresh.map(({ signature: { printed_name, meaning, at } }) => {
    return { printed_name, meaning, at, seq: entry.seq }
  })
  return { met, problems }
}

/** Check that the final content of a signed record is still the content that each of its signatures covers. */
export function checkStandingSignatures(record: Body | null, tools: TrailTools): TrailProblem[] {
  return listSigned(record)
    .filter(({ signature, content }) => signature.record_hash !== hashRecord(content(), tools))
    .map(({ signature }) => ({
      code: 'signed_content_changed',
      about: String(signature.printed_name),
    }))
}
