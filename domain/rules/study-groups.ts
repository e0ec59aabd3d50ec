import { isCalibratorName, isReferenceGene } from '../catalog/study-words.ts'
import type { Analysis } from '../entities/analysis.ts'
import type { StudySample, StudyTarget } from '../entities/study.ts'
import { cutName } from './plain-text.ts'

/** Names of samples up to the number that counts their replicates: `Liver 2`, `WT_03`, `ctrl-1b`; then `WT3`. */
const numbered = [/^(.*?)[\s_.#-]+[a-z]?\d+[a-z]?$/iu, /^(.*?\D)\d+[a-z]?$/iu] as const

function stemOf(name: string): string {
  const found = numbered[0].exec(name) ?? numbered[1].exec(name)
  return (found?.[1] ?? '').replace(/[\s_.#-]+$/u, '')
}

/**
 * Suggest the group of each sample: names that differ only in the number at their end belong together, the others have no
 * group. A group of one would say nothing, so it needs two samples.
 */
function suggestGroups(names: readonly string[]): StudySample[] {
  const groups = names.map(stemOf)
  const counts = Map.groupBy(groups, (group) => group)
  return names.map((name, at) => {
    const group = groups[at] ?? ''
    return { name, group: (counts.get(group)?.length ?? 0) > 1 ? group : '', replicate: '' }
  })
}

/** Keep the parts of a pattern that are read from a name. */
const taken: readonly string[] = ['{group}', '{replicate}']

/**
 * Read groups by a pattern such as `{group}_{replicate}`: `{group}` and `{replicate}` are taken, `*` is any text, all else
 * must be there as it is. Names that do not fit keep what they have.
 * @returns null for a pattern without `{group}`.
 */
export function groupByPattern(
  samples: readonly StudySample[],
  pattern: string,
): StudySample[] | null {
  if (!pattern.includes('{group}')) return null
  const parts = pattern.split(/(\{group\}|\{replicate\}|\*+)/u).flatMap((part, at) => {
    if (at % 2 === 0) return [...part]
    return part.startsWith('*') ? ['*'] : [part]
  })
  const named = parts.filter((part) => taken.includes(part))
  if (new Set(named).size !== named.length) return null
  return samples.map((sample) => {
    const group = readGroup(parts, [...sample.name])
    if (group === null) return sample
    return {
      name: sample.name,
      group: cutName(group.trim(), 60),
      replicate: named.includes('{replicate}') ? cutName(sample.name, 120) : '',
    }
  })
}

/**
 * Read the group of a name that fits a pattern. Try the rest of a name against the rest of a pattern only once: a regular
 * expression of seven `*` takes half a minute to find that one name does not fit.
 * @param parts `{group}`, `{replicate}`, `*`, or a letter that must be there.
 * @returns null for a name that does not fit.
 */
function readGroup(parts: readonly string[], letters: readonly string[]): string | null {
  const failed = new Set<number>()
  const readFrom = (at: number, from: number): string | null => {
    const part = parts[at]
    if (part === undefined) return from === letters.length ? '' : null
    const place = at * (letters.length + 1) + from
    if (failed.has(place)) return null
    for (const to of endsOf(part, letters, from)) {
      const rest = readFrom(at + 1, to)
      if (rest !== null) return part === '{group}' ? letters.slice(from, to).join('') : rest
    }
    failed.add(place)
    return null
  }
  return readFrom(0, 0)
}

/** List where a part of a pattern may end, the most wanted first: a group is short, any text is long. */
function endsOf(part: string, letters: readonly string[], from: number): number[] {
  const isLetter = part !== '*' && !taken.includes(part)
  if (isLetter) return letters[from] === part ? [from + 1] : []
  const rest = Array.from({ length: letters.length - from }, (_, at) => from + at + 1)
  return part === '*' ? [...rest.toReversed(), from] : rest
}

/**
 * Read groups that were pasted, a line per sample: name, group and if given the biological replicate, between tabs,
 * semicolons or commas. Samples that are not named keep what they have.
 * @returns the samples, and names that no sample has.
 */
export function pasteGroups(
  samples: readonly StudySample[],
  text: string,
): { samples: StudySample[]; unknown: string[] } {
  const lines = text.split(/\r?\n/u).filter((line) => line.trim() !== '')
  const sign = ['\t', ';', ','].find((one) => lines.some((line) => line.includes(one))) ?? '\t'
  const given = new Map(
    lines.map((line) => {
      const [name = '', group = '', replicate = ''] = line.split(sign).map((cell) => cell.trim())
      return [name, { group: cutName(group, 60), replicate: cutName(replicate, 120) }]
    }),
  )
  const known = new Set(samples.map(({ name }) => name))
  return {
    samples: samples.map((sample) => ({ ...sample, ...given.get(sample.name) })),
    unknown: [...given.keys()].filter((name) => !known.has(name)),
  }
}

type Run = Pick<Analysis, 'samples' | 'method'>

/** List the names of the samples that a study of these runs compares: no controls, no standards. */
function listStudySamples(runs: readonly Run[]): string[] {
  const names = runs.flatMap(({ samples }) =>
    samples.filter(({ sample_type: type }) => type === 'unknown').map(({ name }) => name),
  )
  return [...new Set(names)].sort((one, other) => one.localeCompare(other, 'en', { numeric: true }))
}

/** Suggest the settings of a new study from its runs: groups by names, references by the recipe or the name of the gene. */
export function suggestStudy(runs: readonly Run[]): {
  samples: StudySample[]
  targets: StudyTarget[]
  calibrator: string
} {
  const samples = suggestGroups(listStudySamples(runs))
  const named = runs.flatMap(({ method: { evaluation } }) =>
    evaluation.quantification?.method === 'relative'
      ? evaluation.quantification.reference_targets
      : [],
  )
  const names = runs.flatMap(({ method: { evaluation } }) =>
    evaluation.targets.map(({ name }) => name),
  )
  const alleles = new Set(
    runs.flatMap(({ method: { evaluation } }) =>
      (evaluation.genotypes ?? []).flatMap((place) => place.alleles),
    ),
  )
  const targets = [...new Set(names)].map((name): StudyTarget => {
    const isReference = named.includes(name) || isReferenceGene(name)
    // Distinguish alleles by their end points, not compared by folds.
    const role = alleles.has(name) ? 'omitted' : isReference ? 'reference' : 'target'
    return { name, role, threshold: null, efficiency: null }
  })
  const calibrator = samples.find(({ group }) => isCalibratorName(group))?.group ?? ''
  return { samples, targets, calibrator }
}
