import { Fault } from '../../domain/fault.ts'
import type {
  BleStatus,
  HeardWifi,
  NewWifi,
  RadioPeer,
  RadioState,
  SavedWifi,
} from '../../domain/lan/radio.ts'
import { uniform } from '../random.ts'
import { readSetting, type Store, writeSetting } from '../store.ts'

/** Networks and neighbours of the simulated room: every device hears the same ones, each at its own strength. */
const air = [
  { ssid: 'Laboratory', security: 'WPA3' },
  { ssid: 'Laboratory-Guest', security: 'open' },
  { ssid: 'Corridor', security: 'WPA2' },
  { ssid: 'Store room', security: 'WPA2' },
] as const
const neighbours = [
  { address: '5C:F3:70:9A:00:01', name: 'Barcode reader' },
  { address: '5C:F3:70:9A:00:02', name: 'Service tablet' },
] as const

const mostNetworks = 50

/**
 * The simulated radios of a device. Its settings are kept with the others and outlive a restart; a password
 * goes into the table of networks and is never read from it. The simulated device hangs on a cable as well, so it does
 * not fall silent when its Wi-Fi is switched off.
 */
export interface Radios {
  heard(): HeardWifi[]
  saved(): SavedWifi[]
  add(network: NewWifi): SavedWifi[]
  remove(ssid: string): SavedWifi[]
  ble(): BleStatus
  state(): RadioState
  connect(peer: RadioPeer): RadioState
  disconnect(radio: 'wifi' | 'ble'): RadioState
  turn(radio: 'wifi' | 'ble', on: boolean): RadioState
}

export function createRadios(store: Store, deviceUuid: string): Radios {
  const isOn = (radio: string) => readSetting(store, `radio.${radio}.on`) !== 'N'
  const peer = (radio: string) => readSetting(store, `radio.${radio}.peer`) || null
  const setPeer = (radio: string, name: string) => writeSetting(store, `radio.${radio}.peer`, name)

  const saved = () => readSaved(store, peer('wifi'))

  const state = (): RadioState => ({
    wired: true,
    wifi: { on: isOn('wifi'), connected: peer('wifi') },
    ble: { on: isOn('ble'), connected: peer('ble') },
  })

  function heard(): HeardWifi[] {
    mustBeOn('wifi')
    const known = saved()
    return air.map((network) => ({
      ...network,
      signal: 30 + Math.round(60 * uniform(`${deviceUuid}|${network.ssid}`)),
      saved: known.some(({ ssid }) => ssid === network.ssid),
      connected: peer('wifi') === network.ssid,
    }))
  }

  function mustBeOn(radio: 'wifi' | 'ble'): void {
    if (isOn(radio)) return
    throw new Fault('refused', 'This radio is switched off', { reason: `${radio}_off` })
  }

  function connect(wanted: RadioPeer): RadioState {
    mustBeOn(wanted.radio)
    const isKnown =
      wanted.radio === 'ble'
        ? neighbours.some(({ address }) => address === wanted.address)
        : saved().some(({ ssid }) => ssid === wanted.ssid) &&
          air.some(({ ssid }) => ssid === wanted.ssid)
    if (!isKnown) {
      throw new Fault('not_found', 'Not in reach, or not saved', {
        reason: `${wanted.radio}_unknown`,
      })
    }
    setPeer(wanted.radio, wanted.radio === 'ble' ? wanted.address : wanted.ssid)
    return state()
  }

  return {
    heard,
    saved,
    state,
    connect,
    add(network) {
      saveNetwork(store, saved(), network)
      return saved()
    },
    remove(ssid) {
      removeNetwork(store, ssid, peer('wifi'))
      return saved()
    },
    ble: () => ({
      on: isOn('ble'),
      nearby: isOn('ble') ? [...neighbours] : [],
      connected: peer('ble'),
    }),
    disconnect(radio) {
      setPeer(radio, '')
      return state()
    },
    turn(radio, on) {
      writeSetting(store, `radio.${radio}.on`, on ? 'Y' : 'N')
      if (!on) setPeer(radio, '')
      return state()
    },
  }
}

/** Read the saved networks without their passwords. */
function readSaved(store: Store, connected: string | null): SavedWifi[] {
  const rows = store
    .prepare('SELECT ssid, security, password IS NOT NULL AS locked FROM wifi ORDER BY ssid')
    .all()
  return rows.map((row) => ({
    ssid: String(row['ssid']),
    security: row['security'] as SavedWifi['security'],
    has_password: row['locked'] === 1,
    connected: connected === row['ssid'],
  }))
}

/** Save a network, or replace the one of its name. @throws Fault `refused` when too many are saved. */
function saveNetwork(
  store: Store,
  known: readonly SavedWifi[],
  { ssid, security, password }: NewWifi,
): void {
  if (known.length >= mostNetworks && !known.some((one) => one.ssid === ssid)) {
    throw new Fault('refused', 'Too many networks are saved', { reason: 'too_many_networks' })
  }
  store
    .prepare('INSERT OR REPLACE INTO wifi (ssid, security, password) VALUES (?, ?, ?)')
    .run(ssid, security, password ?? null)
}

/** Forget a network. @throws Fault `refused` for the connected one, `not_found` for one that is not saved. */
function removeNetwork(store: Store, ssid: string, connected: string | null): void {
  // The device would cut its own line (spec §5).
  if (connected === ssid) {
    throw new Fault('refused', 'The connected network cannot be removed', {
      reason: 'wifi_in_use',
    })
  }
  const { changes } = store.prepare('DELETE FROM wifi WHERE ssid = ?').run(ssid)
  if (changes === 0) throw new Fault('not_found', 'No such network', { reason: 'wifi_unknown' })
}
