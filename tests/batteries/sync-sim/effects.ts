import type { Sample } from '../../../domain/entities/analysis.ts'
import type { FieldChange } from '../../../domain/sync/field-change.ts'
import type { Effect } from './history.ts'
import type { Intent } from './ledger.ts'

/**
 * Whether what people meant is in what became of the record: an oracle of its own, which knows nothing of how fields
 * are merged, only what must not be missing and what must not be gone.
 */
export function judgeEffect(
  intents: readonly Intent[],
  { before, after, entry }: Effect,
): string[] {
  const inOrder = intents.toSorted((one, other) => one.order - other.order)
  const changes = inOrder.flatMap(({ change }) => (change ? [change] : []))
  if (!after) return [`lost: ${entry.op_id} removed its record`]
  return [
    ...judgeLast(changes, 'name', after.name),
    ...judgeLast(changes, 'device_uuid', after.device_uuid),
    ...judgeNote(changes, before?.notebook ?? '', after.notebook),
    ...judgeSamples(changes, before?.samples ?? [], after.samples),
  ].map((problem) => `lost: ${entry.op_id} ${problem}`)
}

function of<Field extends FieldChange['field']>(changes: readonly FieldChange[], field: Field) {
  return changes.filter((change) => change.field === field) as Extract<
    FieldChange,
    { field: Field }
  >[]
}

function judgeLast(
  changes: readonly FieldChange[],
  field: 'name' | 'device_uuid',
  after: string | null,
): string[] {
  const last = of(changes, field).at(-1)
  return !last || last.to === after ? [] : [`${field} is ${after}, not ${last.to}`]
}

function wordsOf(text: string): Set<string> {
  return new Set(text.match(/w\d+\./g))
}

function judgeNote(changes: readonly FieldChange[], before: string, after: string): string[] {
  const notes = of(changes, 'notebook')
  const [added, removed] = [new Set<string>(), new Set<string>()]
  for (const { from, to } of notes) {
    const [old, now] = [wordsOf(from), wordsOf(to)]
    for (const word of without(now, old)) added.add(word)
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
  changes: readonly FieldChange[],
  before: readonly Sample[],
  after: readonly Sample[],
): string[] {
  const meant = new Map<string, Sample | null>()
  for (const { from, to } of of(changes, 'samples')) {
    const [old, now] = [byUuid(from), byUuid(to)]
    for (const uuid of new Set([...old.keys(), ...now.keys()])) {
      const [was, is] = [old.get(uuid), now.get(uuid)]
      if (JSON.stringify(was) !== JSON.stringify(is)) meant.set(uuid, is ?? null)
    }
  }
  const [old, stands] = [byUuid(before), byUuid(after)]
  const problems: string[] = []
  for (const [uuid, sample] of meant) {
    if (stands.get(uuid)?.name !== sample?.name) problems.push(`sample ${uuid} is not as meant`)
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
