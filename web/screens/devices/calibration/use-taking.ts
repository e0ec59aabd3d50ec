import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { deviceCommandCalls as rows } from '../../../../domain/calls/device-commands.ts'
import type { WavelengthName } from '../../../../domain/catalog/wavelengths.ts'
import type { Device } from '../../../../domain/entities/device.ts'
import { call } from '../../../client/call.ts'
import { errorTexts } from '../../../i18n/faults.ts'
import { sendByService } from '../send-order.ts'
import { useCommand } from '../use-command.ts'

/** A picture of the plate in one channel, before it is kept. */
export interface Shot {
  channel: WavelengthName
  bytes: Uint8Array
  /** Command by which the device took it; null for a file. */
  command_uuid: string | null
}

/** Have the device take a picture of each channel, one after the other. */
export function useTaking(device: Device, onShot: (shot: Shot) => void) {
  const command = useCommand(device)
  const [left, setLeft] = useState<readonly WavelengthName[]>([])
  const [failure, setFailure] = useState<string[]>([])
  const { entry } = command
  const done = entry?.state === 'done' ? entry.uuid : null
  const take = (channels: readonly WavelengthName[]) => {
    const [channel] = channels
    setLeft(channels)
    if (!channel) return
    const parts = { params: { id: device.uuid }, body: { channel } }
    void command.give(() => sendByService((opId) => call(rows.takePicture, parts, { opId })))
  }
  const go = useRef((_shot: Shot) => {})
  useLayoutEffect(() => {
    go.current = (shot) => {
      onShot(shot)
      take(left.slice(1))
    }
  })
  useEffect(() => {
    if (done === null) return undefined
    const stop = new AbortController()
    call(rows.data, { params: { id: done } }, { signal: stop.signal }).then(
      ({ data }) => {
        if (data?.of !== 'picture') return
        const bytes = Uint8Array.from(atob(data.image), (letter) => letter.charCodeAt(0))
        go.current({ channel: data.channel, bytes, command_uuid: done })
      },
      (error: unknown) => {
        if (!stop.signal.aborted) setFailure(errorTexts(error))
      },
    )
    return () => stop.abort()
  }, [done])
  const hasFailed = failure.length > 0 || command.failure.length > 0
  const isRefused = entry !== null && ['refused', 'expired', 'unknown'].includes(entry.state)
  return {
    command: { entry: isRefused ? entry : null, failure: [...command.failure, ...failure] },
    /** Channels that are still to be taken; empty where it has ended or failed. */
    left: hasFailed || isRefused ? [] : left,
    takeAll: () => {
      setFailure([])
      take(device.wavelengths)
    },
  }
}
