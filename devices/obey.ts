import { Fault } from '../domain/fault.ts'
import type {
  CommandAnswer,
  CommandMessage,
  RefusalReason,
  RunOrder,
} from '../domain/live/command.ts'
import type { Bench } from './bench.ts'
import { countWaiting, keepAnswer, knownAnswer } from './outbox.ts'
import { newRun, roomTemperature, type RunRecord, stepsOf } from './run-record.ts'
import { knowsRun, writeRun } from './run-store.ts'
import { transact } from './store.ts'

/** Readings and answers a device keeps for the service before it takes no more runs. */
const storageLimit = 20_000

/**
 * Carries out a command and keeps its answer, both in one transaction: a command that is delivered twice
 * acts once and gets the same answer. `now` is the service's time in milliseconds since 1970.
 */
export function obey(bench: Bench, message: CommandMessage, now: number): CommandAnswer {
  const before = knownAnswer(bench.store, message.command_uuid)
  if (before) return before
  return transact(bench.store, () => {
    const reason = Date.parse(message.expires_at) < now ? 'expired' : carryOut(bench, message)
    const answer: CommandAnswer = reason
      ? { command_uuid: message.command_uuid, state: 'refused', reason }
      : {
          command_uuid: message.command_uuid,
          state: message.command.name === 'LOAD_RECIPE' ? 'accepted' : 'done',
        }
    keepAnswer(bench.store, answer)
    return answer
  })
}

/** Why not, or null when it is done (LOAD_RECIPE: taken up). */
function carryOut(bench: Bench, message: CommandMessage): RefusalReason | null {
  const { command } = message
  if (command.name === 'LOAD_RECIPE') return load(bench, command.order, message.command_uuid)
  if (command.name === 'ABORT' && !knowsRun(bench.store, command.analysis_uuid)) {
    // The service believes that it runs here; with the storage that held it gone, only this word ends it.
    writeRun(bench.store, lostRun(bench.facts.cartridge, message))
    return null
  }
  const { run, cycler } = bench
  if (!run || !cycler || run.outcome) return 'no_run'
  if (run.order.analysis_uuid !== command.analysis_uuid) return 'other_run'
  switch (command.name) {
    case 'ABORT':
      cycler.abort('Aborted by command')
      return null
    case 'SKIP':
      return cycler.skip(command.position)
    case 'EXTEND':
      return cycler.extend(command.cycles)
  }
}

/** The end of a run of which nothing is left here: what the service has of it is all there will be. */
function lostRun(cartridge: RunOrder['cartridge_type'], message: CommandMessage): RunRecord {
  const { command, command_uuid } = message
  const analysis_uuid =
    command.name === 'LOAD_RECIPE' ? command.order.analysis_uuid : command.analysis_uuid
  const process = { steps: [], channels: [], lid_temperature: roomTemperature }
  const order = { analysis_uuid, name: '', cartridge_type: cartridge, process, wells: [] }
  return {
    ...newRun(order, command_uuid),
    state: 'aborted',
    outcome: 'aborted',
    reason: 'The device has lost this run',
    ended_at: new Date().toISOString(),
  }
}

function load(bench: Bench, order: RunOrder, commandUuid: string): RefusalReason | null {
  const { facts, store } = bench
  if (bench.run?.outcome === null) {
    // The same run under another command: it is on already.
    return bench.run.order.analysis_uuid === order.analysis_uuid ? null : 'busy'
  }
  if (knowsRun(store, order.analysis_uuid)) return 'no_run'
  if (bench.lidOpen) return 'lid_open'
  if (order.cartridge_type !== facts.cartridge) return 'wrong_cartridge'
  const missing = order.process.channels.some(
    ({ wavelength }) => !facts.wavelengths.includes(wavelength),
  )
  if (missing) return 'channel_missing'
  if (countWaiting(store) >= storageLimit) return 'storage_full'
  const run = newRun(order, commandUuid)
  try {
    stepsOf(run)
  } catch (error) {
    if (error instanceof Fault) return 'programme_too_long'
    throw error
  }
  writeRun(store, run)
  bench.start(run)
  return null
}
