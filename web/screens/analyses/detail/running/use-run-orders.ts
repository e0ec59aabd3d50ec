import { useState } from 'react'
import type { CallArguments } from '../../../../../domain/call.ts'
import { deviceCalls } from '../../../../../domain/calls/devices.ts'
import { extensionCycles } from '../../../../../domain/catalog/limits.ts'
import type { Analysis } from '../../../../../domain/entities/analysis.ts'
import type { RunProgress } from '../../../../../domain/live/event.ts'
import { call } from '../../../../client/call.ts'
import { makeUuid } from '../../../../client/make-uuid.ts'
import { resyncRecords } from '../../../../state/records.ts'

/** What a person orders of a run that goes on. */
export type RunOrdered = CallArguments<typeof deviceCalls.command>['body']

export type RunButton = 'SKIP' | 'EXTEND' | 'SHORTEN' | 'ABORT'

export interface RunOrders {
  /** The order that is on its way. */
  busy: RunButton | null
  /** Why the last one could not be sent. */
  error: unknown
  /** True when it was sent; what becomes of it, the ledger tells. */
  send: (pressed: RunButton) => Promise<boolean>
}

/** Delays the end of the amplification, or anticipates it (STATE-006 to STATE-008). */
const addedBy = { EXTEND: extensionCycles, SHORTEN: -extensionCycles }

/** Sends orders to the device of a run, by the service or, with `local`, in the local network. */
export function useRunOrders(
  record: Analysis,
  progress: RunProgress | null,
  local?: { send: (ordered: RunOrdered) => Promise<void> },
): RunOrders {
  const [busy, setBusy] = useState<RunButton | null>(null)
  const [error, setError] = useState<unknown>(null)
  const send = async (pressed: RunButton): Promise<boolean> => {
    if ((!record.device_uuid && !local) || busy) return false
    setBusy(pressed)
    setError(null)
    try {
      const ordered = writeOrder(record.uuid, pressed, progress)
      if (local) await local.send(ordered)
      else if (record.device_uuid) {
        const parts = { params: { id: record.device_uuid }, body: ordered }
        await call(deviceCalls.command, parts, { opId: makeUuid() })
      }
      return true
    } catch (failure) {
      setError(failure)
      return false
    } finally {
      setBusy(null)
      resyncRecords()
    }
  }
  return { busy, error, send }
}

/** With what the sender saw: a late command then hits no other cycle, and no programme that was extended already. */
function writeOrder(uuid: string, pressed: RunButton, progress: RunProgress | null): RunOrdered {
  const run = { analysis_uuid: uuid }
  if (pressed === 'ABORT') return { name: pressed, ...run }
  if (pressed === 'SKIP') {
    const cycle = progress ? { cycle: progress.cycle } : {}
    return { name: pressed, ...run, position: progress?.position ?? 0, ...cycle }
  }
  const of = progress ? { of: progress.cycles } : {}
  return { name: 'EXTEND', ...run, cycles: addedBy[pressed], ...of }
}
