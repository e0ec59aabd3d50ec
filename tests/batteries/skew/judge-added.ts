import type { Sample } from '../../../domain/entities/analysis.ts'
import type { Effect } from '../sync-sim/history.ts'
import type { Scene } from '../sync-sim/scene.ts'

/**
 * Check that a field which the newest version adds survives the older versions: only a person who means to may remove
 * it, and the edits of the newest version's people are in the record.
 */
export function judgeAdded({ ledger }: Scene, effects: ReadonlyMap<string, Effect>): string[] {
  const problems: string[] = []
  for (const [opId, { before, after, entry }] of effects) {
    if (entry.kind !== 'analysis' || !before || !after) continue
    if (priorityOf(before) !== undefined && priorityOf(after) === undefined)
      problems.push(`lost: ${opId} dropped the priority of ${entry.uuid}`)
    const stands = new Map(after.samples.map((sample) => [sample.uuid, sample]))
    for (const sample of before.samples) {
      const still = stands.get(sample.uuid)
      if (still && tubeOf(sample) !== undefined && tubeOf(still) !== tubeOf(sample))
        problems.push(`lost: ${opId} dropped the tube of sample ${sample.uuid}`)
    }
  }
  const meant = ledger.intents.filter(({ change }) => fieldOf(change) === 'priority')
  for (const [opId, intents] of Map.groupBy(meant, (intent) => intent.opId)) {
    const effect = effects.get(opId)
    const inOrder = intents.toSorted((one, other) => one.order - other.order)
    const last = inOrder.findLast(({ told }) => told)
    const possible = inOrder.filter((intent) => intent === last || !intent.told)
    const stands = priorityOf(effect?.after ?? null)
    if (!effect || !last || possible.some(({ change }) => change?.to === stands)) continue
    problems.push(`lost: ${opId} priority is ${stands}, not as meant`)
  }
  return problems
}

function fieldOf(change: { field: string } | null): string | null {
  return change?.field ?? null
}

function priorityOf(record: object | null): string | undefined {
  return (record as { priority?: string } | null)?.priority
}

function tubeOf(sample: Sample): string | undefined {
  return (sample as { tube?: string }).tube
}
