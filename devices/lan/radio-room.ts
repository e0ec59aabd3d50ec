import type { WifiCause } from '../../domain/lan/radio.ts'
import type { Store } from '../store.ts'
import { passwordOf } from './saved-networks.ts'

/** A network of the simulated room. */
interface RoomNetwork {
  ssid: string
  security: 'open' | 'WPA2' | 'WPA3'
  /** Its key; absent: any is right. */
  key?: string
  /** Fault of the network, met with the right key. */
  cause?: WifiCause
}

/** Networks of the simulated room: every device hears the same ones, each at its own strength. Each cause has one. */
const networks: readonly RoomNetwork[] = [
  { ssid: 'Laboratory', security: 'WPA3' },
  { ssid: 'Laboratory-Guest', security: 'open', cause: 'captive_page' },
  { ssid: 'Corridor', security: 'WPA2', key: 'corridor-2026' },
  { ssid: 'Store room', security: 'WPA2', cause: 'no_address' },
  { ssid: 'Office', security: 'WPA2', cause: 'port_blocked' },
  { ssid: 'Workshop', security: 'WPA2', cause: 'no_service' },
  { ssid: 'Cold room', security: 'WPA2', cause: 'clock_wrong' },
]

/** Bluetooth devices of the room. */
export const neighbours = [
  { address: '5C:F3:70:9A:00:01', name: 'Barcode reader' },
  { address: '5C:F3:70:9A:00:02', name: 'Service tablet' },
] as const

export const heardByRadio = networks.map(({ ssid, security }) => ({ ssid, security }))

/** Return why a device does not get into a saved network of the room, or not from there to the service; null if it does. */
export function tryNetwork(store: Store, ssid: string): WifiCause | null {
  const network = networks.find((one) => one.ssid === ssid)
  if (!network) return 'not_found'
  if (network.key !== undefined && passwordOf(store, ssid) !== network.key) return 'wrong_key'
  return network.cause ?? null
}
