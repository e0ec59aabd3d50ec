import { useEffect, useState } from 'react'
import { deviceCommandCalls } from '../../../domain/calls/device-commands.ts'
import type { Device } from '../../../domain/entities/device.ts'
import type { CommandData } from '../../../domain/live/device-setup.ts'
import { call } from '../../client/call.ts'
import { errorTexts } from '../../i18n/faults.ts'
import { type GivenCommand, useCommand } from './use-command.ts'
import { sendOrder } from './send-order.ts'

const commands = { getSetup: 'GET_SETUP', getSamba: 'GET_SAMBA_CONFIGS' } as const

export interface Asked<Of extends CommandData['of']> {
  command: GivenCommand
  /** Latest answer of the device, with its time; null before the first. */
  data: Extract<CommandData, { of: Of }> | null
  at: string | null
  failure: string[]
  ask: () => Promise<boolean>
}

/** Request data of a device by a command, and fetch its answer when the ledger has it. */
export function useAsked<Of extends CommandData['of']>(
  row: 'getSetup' | 'getSamba',
  of: Of,
  device: Device,
): Asked<Of> {
  const command = useCommand(device)
  const [answer, setAnswer] = useState<{ data: CommandData; at: string } | null>(null)
  const [failure, setFailure] = useState<string[]>([])
  const { entry } = command
  const isLocal = entry?.local === true
  const done = entry?.state === 'done' && !isLocal ? entry.uuid : null
  const doneAt = entry?.updated_at ?? ''
  useEffect(() => {
    if (done === null) return undefined
    const stop = new AbortController()
    call(deviceCommandCalls.data, { params: { id: done } }, { signal: stop.signal }).then(
      ({ data }) => setAnswer(data && { data, at: doneAt }),
      (error: unknown) => {
        if (!stop.signal.aborted) setFailure(errorTexts(error))
      },
    )
    return () => stop.abort()
  }, [done, doneAt])
  const ask = () => {
    setFailure([])
    const parts = { params: { id: device.uuid }, body: {} }
    return command.give(() =>
      sendOrder(device, { name: commands[row] }, (opId) =>
        call(deviceCommandCalls[row], parts, { opId }),
      ),
    )
  }
  const latest = command.data ? { data: command.data, at: doneAt } : answer
  const fitting = latest?.data.of === of ? latest : null
  return {
    command,
    data: fitting ? (fitting.data as Extract<CommandData, { of: Of }>) : null,
    at: fitting?.at ?? null,
    failure: [...command.failure, ...failure],
    ask,
  }
}
