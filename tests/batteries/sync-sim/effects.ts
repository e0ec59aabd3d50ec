import type { Sample } from '../../../domain/entities/analysis.ts'
import type { FieldChange } from '../../../domain/sync/field-change.ts'
import type { Effect } from './history.ts'
import type { Intent } from './ledger.ts'

/**
 * Check that people's edits are in the record: an independent oracle, which knows nothing of how fields are merged,
 * only what must be there and what must not be gone.
 */
export function judgeEffect(
  intents: readonly Intent[],
  { before, after, entry }: Effect,
): string[] {
  const inOrder = intents.toSorted((one, other) => one.order - other.order)
  const changes = inOrder.flatMap(({ change, told }) => (change ? [{ ...change, told }] : []))
  if (!after) return [`lost: ${entry.op_id} removed its record`]
  return [
    ...judgeLast(of(changes, 'name'), after.name),
    ...judgeLast(of(changes, 'device_uuid'), after.device_uuid),
    ...judgeNote(of(changes, 'notebook'), before?.notebook ?? '', after.notebook),
    ...judgeSamples(of(changes, 'samples'), before?.samples ?? [], after.samples),
  ].map((problem) => `lost: ${entry.op_id} ${problem}`)
}

/** Edit of a field. One that was not reported as saved may be there, or not. */
type Meant<Field extends FieldChange['field']> = Extract<FieldChange, { field: Field }> & {
  told: boolean
}

function of<Field extends FieldChange['field']>(
  changes: readonly Meant<FieldChange['field']>[],
  field: Field,
): Meant<Field>[] {
  return changes.filter((change) => change.field === field) as Meant<Field>[]
}

function judgeLast(
  changes: readonly (Meant<'name'> | Meant<'device_uuid'>)[],
  after: string | null,
): string[] {
  const last = changes.findLast(({ told }) => told)
  const possible = changes.filter((change) => change === last || !change.told)
  if (!last || possible.some(({ to }) => to === after)) return []
  return [`${last.field} is ${after}, not ${last.to}`]
}

function wordsOf(text: string): Set<string> {
  return new Set(text.match(/w\d+\./g))
}

function judgeNote(notes: readonly Meant<'notebook'>[], before: string, after: string): string[] {
  const [added, removed] = [new Set<string>(), new Set<string>()]
  for (const { from, to, told } of notes) {
    const [old, now] = [wordsOf(from), wordsOf(to)]
    if (told) for (const word of without(now, old)) added.add(word)
    for (const word of without(old, now)) {
      added.delete(word)
      removed.add(word)
    }
  }
  const stands = wordsOf(after)
  const missing = without(added, stands)
  const gone = without(new Set(without(wordsOf(before), stands)), removed)
  return [
    ...missing.map((word) => `note lacks ${word}`),
    ...gone.map((word) => `note lost ${word}, which others wrote`),
  ]
}

function without(words: ReadonlySet<string>, others: ReadonlySet<string>): string[] {
  return [...words].filter((word) => !others.has(word))
}

function judgeSamples(
  changes: readonly Meant<'samples'>[],
  before: readonly Sample[],
  after: readonly Sample[],
): string[] {
  const meant = new Map<string, Sample | 'perhaps' | null>()
  for (const { from, to, told } of changes) {
    const [old, now] = [byUuid(from), byUuid(to)]
    for (const uuid of new Set([...old.keys(), ...now.keys()])) {
      const [was, is] = [old.get(uuid), now.get(uuid)]
      if (JSON.stringify(was) !== JSON.stringify(is))
        meant.set(uuid, told ? (is ?? null) : 'perhaps')
    }
  }
  const [old, stands] = [byUuid(before), byUuid(after)]
  const problems: string[] = []
  for (const [uuid, sample] of meant) {
    if (sample !== 'perhaps' && stands.get(uuid)?.name !== sample?.name)
      problems.push(`sample ${uuid} is not as meant`)
  }
  for (const [uuid, sample] of old) {
    if (meant.has(uuid)) continue
    if (stands.get(uuid)?.name !== sample.name) problems.push(`sample ${uuid} of others is gone`)
  }
  return problems
}

function byUuid(samples: readonly Sample[]): Map<string, Sample> {
  return new Map(samples.map((sample) => [sample.uuid, sample]))
}
