import { useCallback, useEffect, useState } from 'react'
import type { Device } from '../../../../domain/entities/device.ts'
import type { LanCall, LanData, LanParams } from '../../../../domain/lan/lan-call.ts'
import { lanCalls } from '../../../../domain/lan/lan-calls.ts'
import type { BleStatus, HeardWifi, SavedWifi, WifiLink } from '../../../../domain/lan/radio.ts'
import { callDevice } from '../../../lan/call-device.ts'
import { localName } from '../../../lan/local-names.ts'
import { lanErrorTexts, tellLanSuccess } from '../../../lan/say-outcome.ts'
import { onDeviceNotice } from '../../../state/live.ts'

/** Radios of a device as it told them last. */
export interface RadioPicture {
  saved: SavedWifi[]
  /** Networks in reach; empty while the Wi-Fi is off. */
  heard: HeardWifi[]
  /** Null for an older device, which does not tell it. */
  link: WifiLink | null
  ble: BleStatus
  /** Time of the answer, in milliseconds since 1970. */
  at: number
}

type Ask = <Row extends LanCall>(row: Row, params: LanParams<Row>) => Promise<LanData<Row>>

export interface Radios {
  picture: RadioPicture | null
  failure: string[]
  /** Name of the step that is being done, of the page's choice; null while nothing is. */
  doing: string | null
  ask: () => Promise<void>
  /**
   * Do something with a radio of the device and read it again. `quiet`: its outcome is shown in place, so that "Success" is not
   * said of an attempt that may have failed. @returns false after a failure, which is in `failure`.
   */
  act: (
    radio: 'wifi' | 'ble',
    doing: string,
    work: (call: Ask) => Promise<unknown>,
    quiet?: boolean,
  ) => Promise<boolean>
}

async function readWifi(call: Ask): Promise<Pick<RadioPicture, 'saved' | 'heard' | 'link'>> {
  const { networks: saved, link } = await call(lanCalls.wifiSaved, {})
  const { networks: heard } =
    link?.on === false ? { networks: [] } : await call(lanCalls.wifiList, {})
  return { saved, heard, link: link ?? null }
}

/** Read the radios of a device in the local network, and change them (LAN-019 to LAN-026). */
export function useRadios(device: Pick<Device, 'uuid' | 'hostname' | 'name'>): Radios {
  const { uuid, name } = device
  const hostname = localName(device)
  const [picture, setPicture] = useState<RadioPicture | null>(null)
  const [failure, setFailure] = useState<string[]>([])
  const [doing, setDoing] = useState<string | null>(null)
  const read = useCallback(
    async (radio?: 'wifi' | 'ble') => {
      const call: Ask = (row, params) => callDevice(hostname, row, params, { device: uuid })
      // Ask for what may have changed: a device answers so many calls a second only.
      const part = {
        ...(radio !== 'ble' && (await readWifi(call))),
        ...(radio !== 'wifi' && { ble: await call(lanCalls.bleStatus, {}) }),
      }
      setPicture((before) => ({ ...before, ...part, at: Date.now() }) as RadioPicture)
    },
    [hostname, uuid],
  )
  const ask = useCallback(async () => {
    try {
      await read()
      setFailure([])
    } catch (error) {
      setFailure(lanErrorTexts(error))
    }
  }, [read])
  useEffect(() => {
    void ask()
    // Hear on the live bus of changes that others make to its Bluetooth (SOCK-004).
    return onDeviceNotice(uuid, ({ kind }) => {
      if (kind.startsWith('ble_')) void read('ble').catch(() => undefined)
    })
  }, [ask, read, uuid])
  const act: Radios['act'] = async (radio, what, work, quiet = false) => {
    if (doing !== null) return false
    setDoing(what)
    setFailure([])
    try {
      await work((row, params) => callDevice(hostname, row, params, { device: uuid }))
      if (!quiet) await tellLanSuccess(name)
      await read(radio)
      return true
    } catch (error) {
      // Read what it says now, as an answer may be lost although the device has acted.
      await read(radio).catch(() => undefined)
      setFailure(lanErrorTexts(error))
      return false
    } finally {
      setDoing(null)
    }
  }
  return { picture, failure, doing, ask, act }
}
