import { Fault } from '../domain/fault.ts'
import type { Command, RefusalReason, RunOrder } from '../domain/live/command.ts'
import type { Bench } from './bench.ts'
import type { Cycler } from './cycler.ts'
import { refuseLot } from './lot-stops.ts'
import { type Outcome, outcomeOf } from './outcome.ts'
import { countWaiting } from './outbox.ts'
import { newRun, roomTemperature, type RunRecord, stepsOf } from './run-record.ts'
import { knowsRun, writeRun } from './run-store.ts'
import { isUpdating } from './updates.ts'

/** Readings and answers a device keeps for the service before it takes no more runs. */
const storageLimit = 20_000

type RunCommand = Extract<Command, { name: 'LOAD_RECIPE' | 'ABORT' | 'SKIP' | 'EXTEND' }>

/** Carry out commands about a run: the one to begin, or the one in progress. */
export function obeyOnRun(bench: Bench, command: RunCommand, commandUuid: string): Outcome {
  if (command.name === 'LOAD_RECIPE') {
    const refused = load(bench, command.order, commandUuid)
    return refused ? { refused } : { accepted: true }
  }
  if (command.name === 'ABORT' && !knowsRun(bench.store, command.analysis_uuid)) {
    // End a run that was lost with its storage: the service believes that it runs here, and only this answer ends it.
    writeRun(bench.store, lostRun(bench.facts.cartridge, command.analysis_uuid, commandUuid))
    return {}
  }
  const { run, cycler } = bench
  if (!run || !cycler || run.outcome) return { refused: 'no_run' }
  if (run.order.analysis_uuid !== command.analysis_uuid) return { refused: 'other_run' }
  return outcomeOf(steer(cycler, command))
}

function steer(
  cycler: Cycler,
  command: Exclude<RunCommand, { name: 'LOAD_RECIPE' }>,
): RefusalReason | null {
  const { position, cycle, cycles } = cycler.progress()
  switch (command.name) {
    case 'ABORT':
      cycler.abort('Aborted by command')
      return null
    case 'SKIP': {
      const isCurrent = command.position === position
      if (isCurrent && command.cycle !== undefined && command.cycle !== cycle) return 'step_over'
      return cycler.skip(command.position)
    }
    case 'EXTEND':
      if (command.of !== undefined && command.of !== cycles) return 'plan_changed'
      return cycler.extend(command.cycles)
  }
}

/** Return the record of a run of which nothing is left here, as aborted: the service gets no more of it. */
function lostRun(
  cartridge: RunOrder['cartridge_type'],
  analysis_uuid: string,
  commandUuid: string,
): RunRecord {
  const process = { steps: [], channels: [], lid_temperature: roomTemperature }
  const order = { analysis_uuid, name: '', cartridge_type: cartridge, process, wells: [] }
  return {
    ...newRun(order, commandUuid),
    state: 'aborted',
    outcome: 'aborted',
    reason: 'The device has lost this run',
    ended_at: new Date().toISOString(),
  }
}

function load(bench: Bench, order: RunOrder, commandUuid: string): RefusalReason | null {
  const { facts, store } = bench
  if (bench.run?.outcome === null) {
    // Accept the same run under another command: it is on already.
    return bench.run.order.analysis_uuid === order.analysis_uuid ? null : 'busy'
  }
  if (knowsRun(store, order.analysis_uuid)) return 'no_run'
  if (isUpdating(store)) return 'busy'
  if (bench.lidOpen) return 'lid_open'
  if (order.cartridge_type !== facts.cartridge) return 'wrong_cartridge'
  const missing = order.process.channels.some(
    ({ wavelength }) => !facts.wavelengths.includes(wavelength),
  )
  if (missing) return 'channel_missing'
  const lot = refuseLot(store, order.kit)
  if (lot) return lot
  if (bench.isFull() || countWaiting(store) >= storageLimit) return 'storage_full'
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
