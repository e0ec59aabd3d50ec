import * as v from 'valibot'
import type { CommandRecord } from '../../domain/entities/command.ts'
import { CommandAnswer } from '../../domain/live/command.ts'
import { commandSignatureHeader } from '../../domain/live/signed-command.ts'
import { commandSubject } from '../../domain/live/topic.ts'
import type { AccountContext } from '../context.ts'
import { signCommand } from '../crypto/lan-key.ts'
import { liveBus } from '../live/bus.ts'
import { logFailure } from '../log.ts'
import { unwrap } from '../outcome.ts'
import { holdsSecret, messageOf } from '../store/commands.ts'

/** Longest wait of the caller for the device's answer; the ledger has later ones. */
const answerMs = 5_000

/**
 * Send a queued command over the bus and write what became of it. It counts as sent before it goes out, so that a
 * crash in between leaves nobody believing that nothing was done. A device that is not there leaves it queued: it
 * fetches it when it comes back, or it expires. Nothing is ever sent a second time by itself.
 * @param secret what the ledger does not hold; a command that needs it never waits for the device.
 */
export async function sendCommand(
  { env, own, company }: AccountContext,
  entry: CommandRecord,
  secret: { password?: string } = {},
): Promise<CommandRecord> {
  if (entry.state !== 'queued') return entry
  const { uuid, device_uuid: device } = entry
  const sent = await unwrap(own.claimCommand(uuid, device))
  // Leave it to the other delivery where the same order comes twice at once.
  if (!sent) return entry
  const message = messageOf(entry, secret)
  const headers = { [commandSignatureHeader]: signCommand(env, company, device, message) }
  const reply = await liveBus(env, company)
    .request(commandSubject(company, device), JSON.stringify(message), answerMs, headers)
    .catch((error: unknown) => {
      // Log only: the command may have gone out before the bus failed, and the device fetches by itself what has not.
      logFailure('command not sent by the live bus', error)
      return null
    })
  if (!reply) return sent
  if (!reply.ok) {
    if (reply.reason !== 'no_responders') return sent
    const queued = await unwrap(own.moveCommand(uuid, device, 'queued', ''))
    if (!holdsSecret(entry.command) || queued.state !== 'queued') return queued
    return unwrap(own.moveCommand(uuid, device, 'expired', 'secret_not_kept'))
  }
  const answer = v.safeParse(CommandAnswer, parse(reply.data))
  if (!answer.success || answer.output.command_uuid !== uuid) return sent
  const actor = { uuid: device, name: 'device', via: 'device' } as const
  return unwrap(own.answerCommand(device, answer.output, actor))
}

function parse(data: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(data))
  } catch {
    return null
  }
}
