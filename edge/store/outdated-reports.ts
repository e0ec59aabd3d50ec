import { canonicalJson } from '../../domain/canonical.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import type { Report } from '../../domain/entities/report.ts'
import { hashText } from '../crypto/hash-text.ts'
import type { Sql } from './sql.ts'
import { laterVersion } from './version-changes.ts'

/**
 * Hash what a report says of samples beside their results: whose they are, and what reviewers decided about them. Results name
 * samples by their ids alone, so that neither changes the hash of those.
 */
export function hashSamples({
  samples,
  sample_reviews = [],
}: Pick<Analysis, 'samples' | 'sample_reviews'>): string {
  return hashText(canonicalJson([samples, sample_reviews]))
}

/**
 * Find the field of a report in which it is no longer what its analysis says: results were calculated again, samples were named
 * otherwise, held back or released, or a later version corrects it. Null where the report still says the same.
 */
export function findOutdated(
  sql: Sql,
  { analysis_uuid, result_hash, samples_hash }: Report,
  found: Analysis | null,
): 'result_hash' | 'samples_hash' | 'analysis_uuid' | null {
  const newest = found?.results.at(-1)?.hash ?? ''
  if (newest !== '' && result_hash !== '' && newest !== result_hash) return 'result_hash'
  if (found && samples_hash !== hashSamples(found)) return 'samples_hash'
  return laterVersion(sql, analysis_uuid) ? 'analysis_uuid' : null
}
