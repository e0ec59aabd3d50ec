import type { TargetRule } from '../../domain/entities/evaluation-recipe.ts'
import { isInMix } from '../../workers/run/layout.ts'
import type { Layout } from '../state/draft-steps.ts'
import { dyeFill } from '../entities/sample/dye-colour.ts'
import { sampleFill } from '../entities/sample/sample-look.ts'

/** Targets in wells of one reaction mix, with the look of wells coloured by it. */
export interface TargetGroup {
  targets: readonly TargetRule[]
  fill: string
}

/** List reaction mixes: of the targets, further ones that are known, and those of the samples, in that order. */
export function listMixes(
  targets: readonly TargetRule[],
  others: readonly string[],
  layout: Layout,
): string[] {
  const known = [
    ...targets.flatMap(({ well_types, well_thresholds }) => [
      ...(well_types ?? []),
      ...(well_thresholds ?? []).map(({ well_type }) => well_type),
    ]),
    ...others,
    ...layout.flatMap(({ well_type }) => well_type ?? []),
  ]
  return [...new Set(known)].filter((mix) => mix !== '')
}

/** Group samples by the targets that their wells can show, by uuid; samples with the same targets share a group. */
export function groupByTargets(
  layout: Layout,
  targets: readonly TargetRule[],
): Map<string, TargetGroup> {
  const groups = new Map<string, TargetGroup>()
  const bySample = new Map<string, TargetGroup>()
  for (const sample of layout) {
    const shown = targets.filter((target) => isInMix(target, sample))
    const key = shown.map(({ name }) => name).join('\n')
    const group = groups.get(key) ?? { targets: shown, fill: fillOf(shown, groups.size) }
    groups.set(key, group)
    bySample.set(sample.uuid, group)
  }
  return bySample
}

/** Return the colour of targets: a single one has that of its dye, like its curves; several together have their own. */
function fillOf(targets: readonly TargetRule[], at: number): string {
  const [only] = targets
  return only && targets.length === 1 ? dyeFill(only.channel) : sampleFill(at)
}
