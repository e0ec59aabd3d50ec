import { type Analysis, analysis } from '../../domain/entities/analysis.ts'
import type { ResultSummary } from '../../domain/results.ts'

/** Row of an analysis in a list: what it was run by and what came out in full is read with the record. */
export interface AnalysisRow extends Omit<
  Analysis,
  'method' | 'samples' | 'exclusions' | 'notebook' | 'results' | 'signature' | 'source'
> {
  sample_count: number
  /** Wells that were left out. */
  excluded: readonly string[]
  /** Number of calculations of the results. */
  calculations: number
  /** Hash of the newest results of a run that waits for its review; null for all others, of which there are many more. */
  results_hash: string | null
  /** Summary of the newest result. */
  summary: ResultSummary | null
}

const known = new Map<string, string>()
const noWells: readonly string[] = []

/** Return the same string for the same text: thousands of records name the same few people, swarms and methods. */
function once<Text extends string | null>(text: Text): Text {
  if (text === null) return text
  const found = known.get(text)
  if (found !== undefined) return found as Text
  known.set(text, text)
  return text
}

/** Return a record as lists keep it: whole, but of a kind with tens of thousands of records only the fields that lists show. */
export function listRow(kind: string, body: Record<string, unknown>): Record<string, unknown> {
  if (kind !== analysis.kind) return body
  const {
    method: _,
    samples,
    exclusions,
    notebook,
    results,
    signature,
    source,
    ...row
  } = body as unknown as Analysis
  void [notebook, signature, source]
  const waits = row.status === 'COMPLETE' || row.status === 'INCOMPLETE'
  return {
    ...row,
    recipe_name: once(row.recipe_name),
    user_uuid: once(row.user_uuid),
    user_name: once(row.user_name),
    swarm_uuid: once(row.swarm_uuid),
    swarm_name: once(row.swarm_name),
    company_uuid: once(row.company_uuid),
    device_uuid: once(row.device_uuid),
    bcube: once(row.bcube),
    sample_count: samples.length,
    excluded: exclusions.length > 0 ? exclusions.map(({ well }) => once(well)) : noWells,
    calculations: results.length,
    results_hash: waits ? (results.at(-1)?.hash ?? null) : null,
    summary: results.at(-1)?.summary ?? null,
  } satisfies AnalysisRow as unknown as Record<string, unknown>
}
