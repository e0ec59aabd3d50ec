import * as v from 'valibot'
import { Uuid } from '../domain/fields.ts'
import type { CommandAnswer, CommandMessage } from '../domain/live/command.ts'
import type { Bench } from './bench.ts'
import { obeyOnDevice } from './obey-on-device.ts'
import { obeyOnRun } from './obey-on-run.ts'
import type { Outcome } from './outcome.ts'
import { keepAnswer, knownAnswer } from './outbox.ts'
import { transact } from './store.ts'

/**
 * Carry out a command and keep its answer, both in one transaction: a command that is delivered twice, by
 * whichever way, acts once and gets the same answer. `now` is the service's time in milliseconds since 1970.
 */
export function obey(bench: Bench, message: CommandMessage, now: number): CommandAnswer {
  const before = knownAnswer(bench.store, message.command_uuid)
  if (before) return before
  return transact(bench.store, () => {
    const isLate = Date.parse(message.expires_at) < now
    const outcome: Outcome = isLate ? { refused: 'expired' } : carryOut(bench, message)
    const answer = answerOf(message.command_uuid, outcome)
    keepAnswer(bench.store, answer)
    return answer
  })
}

function answerOf(command_uuid: string, outcome: Outcome): CommandAnswer {
  if ('refused' in outcome) return { command_uuid, state: 'refused', reason: outcome.refused }
  if ('accepted' in outcome) return { command_uuid, state: 'accepted' }
  const { data } = outcome
  return { command_uuid, state: 'done', ...(data && { data }) }
}

function carryOut(bench: Bench, { command, command_uuid }: CommandMessage): Outcome {
  switch (command.name) {
    case 'LOAD_RECIPE':
    case 'ABORT':
    case 'SKIP':
    case 'EXTEND':
      return obeyOnRun(bench, command, command_uuid)
    default:
      return obeyOnDevice(bench, command, command_uuid)
  }
}

/** Return the refusal of a message that this device cannot read as a command; null for a message without a command id. */
export function refuseUnreadable(message: unknown): CommandAnswer | null {
  const parsed = v.safeParse(v.object({ command_uuid: Uuid }), message)
  if (!parsed.success) return null
  return { ...parsed.output, state: 'refused', reason: 'unreadable' }
}
