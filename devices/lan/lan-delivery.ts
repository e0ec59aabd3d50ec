import { lanPassCalls } from '../../domain/calls/lan.ts'
import { Fault } from '../../domain/fault.ts'
import { type EdgeCall, isPassing } from '../edge-client.ts'
import type { Store } from '../store.ts'
import { markTold, untoldCommands } from './lan-store.ts'

const batchSize = 20

/**
 * Tell the service what was ordered in the local network, before the answers to it and the runs that came of it.
 * A service that knows no such call, or refuses one for good, is not asked again for the same commands.
 * @throws Fault that ends the pass: what passes, and a key that is not known.
 */
export async function deliverLanCommands(store: Store, call: EdgeCall): Promise<boolean> {
  const commands = untoldCommands(store, batchSize)
  if (commands.length === 0) return false
  await report(call, commands)
  markTold(store, commands)
  return true
}

/**
 * Report commands, each alone after a refusal: one that is refused must not keep the others back, whose runs could never
 * be delivered.
 */
async function report(call: EdgeCall, commands: ReturnType<typeof untoldCommands>): Promise<void> {
  try {
    await call(lanPassCalls.report, { body: { commands } })
  } catch (error) {
    if (!(error instanceof Fault) || isPassing(error) || error.status === 401) throw error
    if (commands.length > 1) for (const one of commands) await report(call, [one])
  }
}
