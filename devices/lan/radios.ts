import { Fault } from '../../domain/fault.ts'
import {
  type BleStatus,
  type HeardWifi,
  isJoined,
  type NewWifi,
  type RadioPeer,
  type RadioState,
  type RadioSwitch,
  type SavedWifi,
  type WifiAttempt,
  type WifiCause,
  type WifiLink,
} from '../../domain/lan/radio.ts'
import type { DeviceNotice } from '../../domain/live/event.ts'
import type { Clock } from '../clock.ts'
import { uniform } from '../random.ts'
import { readSetting, removeSetting, type Store, writeSetting } from '../store.ts'
import { heardByRadio, neighbours, tryNetwork } from './radio-room.ts'
import { readSaved, removeNetwork, saveNetwork } from './saved-networks.ts'

/**
 * The simulated radios of a device. Its settings are kept with the others and outlive a restart. The simulated device
 * hangs on a cable as well, so it does not fall silent when its Wi-Fi is switched off.
 */
export interface Radios {
  heard(): HeardWifi[]
  saved(): SavedWifi[]
  link(): WifiLink
  add(network: NewWifi): SavedWifi[]
  remove(ssid: string): SavedWifi[]
  ble(): BleStatus
  connect(peer: RadioPeer): RadioState
  disconnect(radio: 'wifi' | 'ble'): RadioState
  turn(wanted: RadioSwitch): RadioState
  /** End its timer; nothing is switched. */
  stop(): void
}

export interface RadioPorts {
  store: Store
  deviceUuid: string
  clock: Pick<Clock, 'after'>
  /** The device's own wall clock. */
  now(): number
  /** Cause with which every attempt fails, where one was asked for (devices/faults.ts). */
  fault(): WifiCause | null
  notice(kind: DeviceNotice['kind'], text: string): void
}

export function createRadios(ports: RadioPorts): Radios {
  const { store, deviceUuid, now, fault } = ports
  const peer = (radio: string) => readSetting(store, `radio.${radio}.peer`) || null
  const setPeer = (radio: string, name: string) => writeSetting(store, `radio.${radio}.peer`, name)
  const isOn = (radio: string) => readSetting(store, `radio.${radio}.on`) !== 'N'
  const saved = () => readSaved(store, peer('wifi'))
  const last = (): WifiAttempt | null => JSON.parse(readSetting(store, 'radio.wifi.last') ?? 'null')
  const bluetooth = createBluetooth(ports, { peer, setPeer, isOn })

  const state = (): RadioState => ({
    wired: true,
    wifi: { on: isOn('wifi'), connected: peer('wifi'), last: last() },
    ble: { on: isOn('ble'), connected: peer('ble') },
  })

  /** Connect, or keep the network before where the new one lets nobody in. */
  function connectWifi(ssid: string): void {
    if (!isOn('wifi')) throw radioOff('wifi')
    if (!saved().some((one) => one.ssid === ssid)) {
      throw new Fault('not_found', 'Not saved', { reason: 'wifi_unknown' })
    }
    const cause = fault() ?? tryNetwork(store, ssid)
    const attempt: WifiAttempt = { ssid, at: new Date(now()).toISOString(), cause }
    writeSetting(store, 'radio.wifi.last', JSON.stringify(attempt))
    if (cause === null || isJoined(cause)) setPeer('wifi', ssid)
  }

  return {
    saved,
    heard() {
      if (!isOn('wifi')) throw radioOff('wifi')
      const known = new Set(saved().map(({ ssid }) => ssid))
      return heardByRadio.map((network) => ({
        ...network,
        signal: 30 + Math.round(60 * uniform(`${deviceUuid}|${network.ssid}`)),
        saved: known.has(network.ssid),
        connected: peer('wifi') === network.ssid,
      }))
    },
    link: () => ({ on: isOn('wifi'), last: last() }),
    connect(wanted) {
      if (wanted.radio === 'wifi') connectWifi(wanted.ssid)
      else bluetooth.connect(wanted.address)
      return state()
    },
    add(network) {
      saveNetwork(store, saved(), network)
      return saved()
    },
    remove(ssid) {
      removeNetwork(store, ssid, peer('wifi'))
      return saved()
    },
    ble: bluetooth.status,
    disconnect(radio) {
      if (radio === 'ble') bluetooth.leave()
      else setPeer('wifi', '')
      return state()
    },
    turn({ radio, on, minutes }) {
      if (radio === 'ble') bluetooth.turn(on, minutes)
      else {
        writeSetting(store, 'radio.wifi.on', on ? 'Y' : 'N')
        if (!on) setPeer('wifi', '')
      }
      return state()
    },
    stop: bluetooth.stop,
  }
}

const radioOff = (radio: 'wifi' | 'ble') =>
  new Fault('refused', 'This radio is switched off', { reason: `${radio}_off` })

interface Settings {
  peer(radio: string): string | null
  setPeer(radio: string, name: string): void
  isOn(radio: string): boolean
}

/** Bluetooth: the connected peer, and how long it stays on. Each change is published on `ble-events` (SOCK-004). */
function createBluetooth(
  { store, clock, now, notice }: RadioPorts,
  { peer, setPeer, isOn }: Settings,
) {
  const setting = 'radio.ble.until'
  let cancel = () => {}
  const nameOf = (address: string) =>
    neighbours.find((one) => one.address === address)?.name ?? address

  function leave(): void {
    const before = peer('ble')
    setPeer('ble', '')
    if (before) notice('ble_disconnected', nameOf(before))
  }

  function turn(on: boolean, minutes?: number): void {
    cancel()
    writeSetting(store, 'radio.ble.on', on ? 'Y' : 'N')
    removeSetting(store, setting)
    if (!on) {
      leave()
      return notice('ble_off', '')
    }
    const until = minutes === undefined ? '' : new Date(now() + minutes * 60_000).toISOString()
    if (until) writeSetting(store, setting, until)
    notice('ble_on', until)
    endInTime()
  }

  /** Switch it off when its time is over, also when that was while the device was off. */
  function endInTime(): void {
    const until = readSetting(store, setting)
    if (until !== null)
      cancel = clock.after(Math.max(0, Date.parse(until) - now()), () => turn(false))
  }
  endInTime()

  return {
    leave,
    turn,
    connect(address: string): void {
      if (!isOn('ble')) throw radioOff('ble')
      if (!neighbours.some((one) => one.address === address)) {
        throw new Fault('not_found', 'Not in reach', { reason: 'ble_unknown' })
      }
      setPeer('ble', address)
      notice('ble_connected', nameOf(address))
    },
    status(): BleStatus {
      const until = readSetting(store, setting)
      return {
        on: isOn('ble'),
        nearby: isOn('ble') ? [...neighbours] : [],
        connected: peer('ble'),
        ...(until !== null && { until }),
      }
    },
    stop: () => cancel(),
  }
}
