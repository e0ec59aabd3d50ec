import { canonicalJson } from '../../../domain/canonical.ts'
import type { Analysis } from '../../../domain/entities/analysis.ts'
import { signedContent } from '../../../domain/rules/analysis.ts'
import { hashOf } from '../../local/blobs.ts'

/** Return the hash that a signature of the present record would cover (21 CFR 11.70). */
export function recordHash(record: Analysis): Promise<string> {
  return hashOf(new TextEncoder().encode(canonicalJson(signedContent(record))))
}
