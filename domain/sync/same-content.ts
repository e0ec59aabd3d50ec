import type { CreateAnalysis } from '../calls/analysis.ts'
import { canonicalJson } from '../canonical.ts'
import type { Analysis } from '../entities/analysis.ts'

/**
 * Return true when the record read back from the edge holds what was to be created (decisions R6): only then may the
 * copy on this machine be removed. A record that others have edited since is recognised by its `updated_at`.
 */
export function holdsInput(input: CreateAnalysis, record: Analysis): boolean {
  if (record.uuid !== input.uuid) return false
  if (record.updated_at !== record.created_at) return true
  const { name, swarm_uuid, cartridge_type, samples, notebook, method } = record
  const { recipe_uuid, protocol_uuid } = method
  const kept = { name, swarm_uuid, cartridge_type, samples, notebook, recipe_uuid, protocol_uuid }
  const wanted = Object.fromEntries(
    Object.keys(kept).map((field) => [field, input[field as keyof CreateAnalysis]]),
  )
  return canonicalJson(kept) === canonicalJson(wanted)
}
