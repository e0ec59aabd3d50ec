import * as v from 'valibot'
import type { CommandRecord } from '../../domain/entities/command.ts'
import { CommandAnswer } from '../../domain/live/command.ts'
import { commandSubject } from '../../domain/live/topic.ts'
import type { AccountContext } from '../context.ts'
import { liveBus } from '../live/bus.ts'
import { unwrap } from '../outcome.ts'
import { answerState, messageOf, systemActor } from '../store/commands.ts'

/** How long the caller waits for the device's word; after that the ledger tells. */
const answerMs = 5_000

/**
 * Sends a queued command over the bus and writes what became of it. A device that is not there leaves it
 * queued: it fetches it when it comes back, or it expires. Nothing is ever sent a second time by itself.
 */
export async function sendCommand(
  { env, own, account }: AccountContext,
  entry: CommandRecord,
): Promise<CommandRecord> {
  if (entry.state !== 'queued') return entry
  const { uuid, device_uuid: device } = entry
  const bus = liveBus(env, account.company_uuid)
  const reply = await bus.request(
    commandSubject(account.company_uuid, device),
    JSON.stringify(messageOf(entry)),
    answerMs,
  )
  if (!reply.ok) {
    if (reply.reason === 'no_responders') return entry
    return unwrap(own.moveCommand(uuid, device, 'sent', '', systemActor))
  }
  const answer = v.safeParse(CommandAnswer, parse(reply.data))
  if (!answer.success || answer.output.command_uuid !== uuid) {
    return unwrap(own.moveCommand(uuid, device, 'sent', '', systemActor))
  }
  const { state, reason } = answerState(answer.output)
  return unwrap(
    own.moveCommand(uuid, device, state, reason, { uuid: device, name: 'device', via: 'device' }),
  )
}

function parse(data: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(data))
  } catch {
    return null
  }
}
