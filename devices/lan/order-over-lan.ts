import { Fault } from '../../domain/fault.ts'
import { seesSwarm } from '../../domain/lan/lan-pass.ts'
import {
  type Command,
  type CommandAnswer,
  commandCodes,
  withoutSecret,
} from '../../domain/live/command.ts'
import { transact } from '../store.ts'
import type { LanCaller } from './authorise.ts'
import { findLanCommand, keepLanCommand } from './lan-store.ts'
import { type LanWorld, note, seenRun } from './lan-world.ts'

/** A command that nobody has fetched by then has not come over the local network. */
const commandMs = 60_000

/**
 * Give the device a command as the live bus would, once for each id, and remember whose it was: the ledger hears of it
 * when the service is there again.
 * @throws Fault `refused` with the device's reason, `taken` for an id that belongs to something else.
 */
export function orderOverLan(world: LanWorld, command: Command, caller: LanCaller): CommandAnswer {
  const { store, now } = world
  const { claims, pass, operation, print } = caller
  const recorded = withoutSecret(command)
  const uuid = operation
  const found = findLanCommand(store, { command_uuid: uuid, user: claims.sub, print })
  if (found === 'taken') throw new Fault('taken', 'Id is not unique', { reason: 'id_not_unique' })
  if (found === 'new') {
    checkSight(world, command, caller)
    note(world, `command ${command.name}`, caller)
  }
  const at = new Date(now()).toISOString()
  const answer = transact(store, () => {
    if (found === 'new') {
      const { body, ...signed } = caller.proof
      const proof = 'secret' in recorded ? signed : { ...signed, body }
      const told = { command_uuid: uuid, pass, proof, command: recorded, at }
      keepLanCommand(store, { ...told, user: claims.sub, print })
    }
    const expires_at = new Date(Date.now() + commandMs).toISOString()
    return world.obey({
      command_uuid: uuid,
      code: commandCodes[command.name],
      command,
      expires_at,
    })
  })
  world.kept()
  if (answer.state !== 'refused') return answer
  throw new Fault('refused', `The device refuses: ${answer.reason}`, { reason: answer.reason })
}

/**
 * Refuse a command about a run that the caller may not see as if the run were not there; also an ABORT of a run that the
 * device does not know.
 */
function checkSight(world: LanWorld, command: Command, caller: LanCaller): void {
  if (command.name === 'LOAD_RECIPE') {
    if (seesSwarm(caller.claims, command.order.swarm_uuid)) return
    throw new Fault('forbidden', 'You are not in this swarm', { reason: 'swarm_unknown' })
  }
  const run = 'analysis_uuid' in command ? command.analysis_uuid : undefined
  if (run === undefined || seenRun(world, run, caller)) return
  throw new Fault('refused', 'The device refuses: no_run', { reason: 'no_run' })
}
