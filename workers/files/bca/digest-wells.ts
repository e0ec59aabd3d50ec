import { canonicalJson } from '../../../domain/canonical.ts'
import type { Results } from '../../../domain/results.ts'
import { sha256Hex } from './sha-256.ts'

/** Digest the results of each well, without the samples' ids: equal for the same results to the last bit. */
export function digestWells({ wells }: Pick<Results, 'wells'>): string {
  const found = wells.map(({ sample_uuid: _uuid, ...rest }) => rest)
  return sha256Hex(new TextEncoder().encode(canonicalJson(found)))
}
