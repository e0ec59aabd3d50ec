import { type AuditEntry, type Body, findWrongBefore, hashRecord, replayEntry } from './entry.ts'
import type { MetSignature, TrailProblem } from './problems.ts'
import { checkNewSignatures, checkStandingSignatures } from './signed.ts'
import type { TrailTools } from './tools.ts'

/** One record as its entries tell it so far. */
export interface Chain {
  /** Leaf of its newest entry. */
  leaf: string
  record: Body | null
}

export interface ChainStep {
  chain: Chain
  problems: TrailProblem[]
  met: MetSignature[]
}

/**
 * Take one entry more: it names the entry before, its old values are those the record had, and the record it leads
 * to has the hash that it names.
 */
export function takeEntry(
  known: Chain | null,
  entry: AuditEntry,
  leaf: string,
  tools: TrailTools,
): ChainStep {
  const { seq } = entry
  const before = known?.record ?? null
  const record = replayEntry(before, entry)
  const problems: TrailProblem[] = []
  if (entry.previous !== (known?.leaf ?? null)) problems.push({ code: 'link_broken', at: seq })
  for (const about of findWrongBefore(before, entry)) {
    problems.push({ code: 'old_value_wrong', at: seq, about })
  }
  if (record && hashRecord(record, tools) !== entry.record_hash) {
    problems.push({ code: 'record_changed', at: seq })
  }
  const signed = checkNewSignatures(before, record, entry, tools)
  problems.push(...signed.problems)
  if (signed.met.length === 0) problems.push(...findBrokenSignature(before, record, entry, tools))
  return { chain: { leaf, record }, problems, met: signed.met }
}

/** Find a later entry that keeps a signature over another content. */
function findBrokenSignature(
  before: Body | null,
  record: Body | null,
  { seq }: AuditEntry,
  tools: TrailTools,
): TrailProblem[] {
  if (!before || checkStandingSignatures(before, tools).length > 0) return []
  return checkStandingSignatures(record, tools).map((problem) => ({ ...problem, at: seq }))
}
