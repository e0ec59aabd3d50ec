import type { Exclusion, Sample } from '../../domain/entities/analysis.ts'
import { asName } from '../../domain/rules/plain-text.ts'
import type { ImportedRun, ImportedTarget, ImportedWell } from './imported-run.ts'
import { sampleTypeOf } from './imported-run.ts'

/** Name of the rule that a target is evaluated by. */
export type RuleOf = (target: ImportedTarget) => string

/**
 * Name a rule for each target and channel. A target that is read in another channel in some wells has a
 * rule of its own there: its curves would be looked for in the wrong channel otherwise.
 */
export function nameRules(run: ImportedRun): RuleOf {
  const names = new Map<string, string>()
  const taken = new Set<string>()
  const keyOf = ({ target, channel }: ImportedTarget) => JSON.stringify([target, channel])
  for (const target of run.wells.flatMap((well) => well.targets.filter(hasCurve))) {
    if (names.has(keyOf(target))) continue
    const own = cleanName(target.target) || '-'
    const isFirst = !taken.has(own)
    const base = isFirst
      ? own
      : `${own.slice(0, 80)} (${cleanName(target.channel ?? '').slice(0, 24)})`
    let name = base
    for (let n = 2; taken.has(name); n++) name = `${base} ${n}`
    taken.add(name)
    names.set(keyOf(target), name)
  }
  return (target) => names.get(keyOf(target)) ?? (cleanName(target.target) || '-')
}

/** Find the reaction mix of each well by its targets; null if all wells have the same. */
export function findMixes(run: ImportedRun, ruleOf: RuleOf): Map<ImportedWell, string> | null {
  const mixes = new Map(
    run.wells.map((well) => {
      const names = well.targets.filter(hasCurve).map(ruleOf)
      return [well, names.sort(compareCodes).join(' + ')] as const
    }),
  )
  const labels = labelMixes(new Set(mixes.values()))
  if (labels.size < 2) return null
  return new Map([...mixes].map(([well, mix]) => [well, labels.get(mix)!]))
}

const longestLabel = 60

/** Label each mix, within the length of a record and without repetition. */
function labelMixes(mixes: ReadonlySet<string>): Map<string, string> {
  const labels = new Map<string, string>()
  for (const mix of mixes) {
    const number = ` (${labels.size + 1})`
    const isShort = mix.length <= longestLabel
    labels.set(mix, isShort ? mix : mix.slice(0, longestLabel - number.length) + number)
  }
  return labels
}

/** Compare by code unit, so that the order is the same on every machine. */
function compareCodes(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

export function hasCurve({ channel }: ImportedTarget): boolean {
  return channel !== null
}

/**
 * Plan the samples: wells of one name, type, quantity and mix are replicates, one sample in several wells. Names that differ in the file
 * only by what a record cannot hold (invisible characters, letters beyond the 120th) are different samples.
 */
export function planSamples(
  run: ImportedRun,
  mixes: Map<ImportedWell, string> | null,
  nameOf: (well: ImportedWell) => string,
  newUuid: () => string,
): Sample[] {
  const samples = new Map<string, Sample>()
  for (const well of run.wells) {
    const targets = well.targets.filter(hasCurve)
    if (well.sample === '' && targets.length === 0) continue
    const name = cleanName(well.sample) || nameOf(well)
    const quantity = targets.find((one) => (one.quantity?.value ?? 0) > 0)?.quantity?.value
    const mix = mixes?.get(well)
    const type = sampleTypeOf[well.sampleType]
    const key = JSON.stringify([well.sample || name, type, quantity, mix])
    const known = samples.get(key)
    if (known) known.coordinates.push(nameOf(well))
    else {
      samples.set(key, {
        uuid: newUuid(),
        name,
        sample_type: type,
        coordinates: [nameOf(well)],
        ...(mix && { well_type: mix }),
        ...(type === 'standard' && quantity !== undefined && { quantity }),
      })
    }
  }
  return [...samples.values()]
}

/** Clean a name for a record: without invisible characters and changes of direction, at most 120 characters. */
function cleanName(name: string): string {
  return asName(name).slice(0, 120).toWellFormed()
}

export function planExclusions(well: ImportedWell, name: string, ruleOf: RuleOf): Exclusion[] {
  return well.targets.flatMap((target) => {
    const { excluded } = target
    if (excluded === null) return []
    const reason = excluded.trim().slice(0, 500)
    return [
      {
        well: name,
        target: ruleOf(target),
        reason: reason.length >= 3 ? reason : `file: ${reason || '-'}`,
      },
    ]
  })
}
