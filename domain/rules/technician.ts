import { canonicalJson } from '../canonical.ts'
import { wavelengths } from '../catalog/wavelengths.ts'
import type { Evaluation } from '../entities/evaluation-recipe.ts'
import type { Process } from '../entities/process-recipe.ts'

type Content = { process?: Process; evaluation?: Evaluation }

/** List the parts of a method that name technician-only wavelengths (spec §3, PERM-007), each with its field. */
function technicianParts({ process, evaluation }: Content): { field: string; part: unknown }[] {
  const parts: { field: string; part: unknown }[] = []
  for (const [index, channel] of (process?.channels ?? []).entries()) {
    if (!wavelengths[channel.wavelength].forTech) continue
    parts.push({ field: `process.channels.${index}`, part: channel })
  }
  for (const [index, { name, channel }] of (evaluation?.targets ?? []).entries()) {
    if (!wavelengths[channel].forTech) continue
    parts.push({ field: `evaluation.targets.${index}.channel`, part: { name, channel } })
  }
  const reference = evaluation?.passive_reference
  if (reference && wavelengths[reference].forTech) {
    parts.push({ field: 'evaluation.passive_reference', part: { reference } })
  }
  return parts
}

/**
 * Find the first field in which a method changes technician-only wavelengths: one that is added, set otherwise or
 * removed. Null without a change: people who may not see them then do no harm.
 */
export function findTechnicianChange(after: Content, before: Content): string | null {
  const [left, right] = [technicianParts(after), technicianParts(before)]
  const known = new Set(right.map(({ part }) => canonicalJson(part)))
  const kept = new Set(left.map(({ part }) => canonicalJson(part)))
  const added = left.find(({ part }) => !known.has(canonicalJson(part)))
  const gone = right.find(({ part }) => !kept.has(canonicalJson(part)))
  return (added ?? gone)?.field ?? null
}
