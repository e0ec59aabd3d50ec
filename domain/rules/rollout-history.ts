import type { Rollout } from '../entities/bkernel.ts'
import type { AuditEntry, EntryActor } from '../trail/entry.ts'

/** Steps of a rollout as they are listed afterwards. */
type RolloutEvent =
  | 'plan'
  | 'rehearse'
  | 'approve'
  | 'start'
  | 'next'
  | 'pause'
  | 'resume'
  | 'halt'
  | 'finish'

/** A step that was taken: by a person, or by the service because of its gates or its deadline. */
export interface TakenStep {
  seq: number
  what: RolloutEvent
  /** Number of the phase that it led to, from 1. */
  phase: number
  at: string
  by: Pick<EntryActor, 'name' | 'via'> | NonNullable<Rollout['stopped']>['why']
  reason: string
}

/** Entries as they come from the service: their `via` is a text there. */
type Entry = Pick<AuditEntry, 'seq' | 'at' | 'action' | 'reason' | 'changes'> & {
  actor: Pick<EntryActor, 'name'> & { via: string }
}

/**
 * List the steps of a rollout by the trail of its version, the newest first: the record says where the rollout is, and the trail who
 * took it there and why.
 */
export function listTakenSteps(entries: readonly Entry[]): TakenStep[] {
  return entries
    .flatMap(({ seq, at, actor, action, reason, changes }): TakenStep[] => {
      const change = changes.find(({ field }) => field === 'rollout')
      const after = change?.after as Rollout | undefined
      const what = after && nameEvent(action, change?.before as Rollout | undefined, after)
      if (!what) return []
      const { name, via } = actor as TakenStep['by'] & object
      const by = action === 'bkernel.stop_rollout' ? (after.stopped?.why ?? 'gates') : { name, via }
      return [{ seq, what, phase: after.phase + 1, at, by, reason }]
    })
    .toReversed()
}

function nameEvent(
  action: string,
  before: Rollout | undefined,
  after: Rollout,
): RolloutEvent | null {
  if (action === 'bkernel.plan') return 'plan'
  if (action === 'bkernel.rehearse') return 'rehearse'
  if (action !== 'bkernel.rollout' && action !== 'bkernel.stop_rollout') return null
  switch (after.state) {
    case 'approved':
      return 'approve'
    case 'running':
      if (before?.state === 'paused') return 'resume'
      return before?.state === 'running' ? 'next' : 'start'
    case 'paused':
      return 'pause'
    case 'halted':
      return 'halt'
    case 'finished':
      return 'finish'
    default:
      return 'plan'
  }
}
