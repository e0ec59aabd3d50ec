import * as v from 'valibot'
import { Timestamp } from '../fields.ts'

/** State of a device's Wi-Fi and Bluetooth. Passwords are written and never read. */

export const Ssid = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(32),
  // eslint-disable-next-line no-control-regex
  v.regex(/^[^\u0000-\u001f\u007f]*$/, 'control_character'),
)

const wifiSecurities = ['open', 'WPA2', 'WPA3'] as const

/** A network that the device hears. Signal in percent. */
export const HeardWifi = v.strictObject({
  ssid: Ssid,
  security: v.picklist(wifiSecurities),
  signal: v.number(),
  saved: v.boolean(),
  connected: v.boolean(),
})
export type HeardWifi = v.InferOutput<typeof HeardWifi>

/** A network that the device knows. */
export const SavedWifi = v.strictObject({
  ssid: Ssid,
  security: v.picklist(wifiSecurities),
  has_password: v.boolean(),
  connected: v.boolean(),
})
export type SavedWifi = v.InferOutput<typeof SavedWifi>

/**
 * Causes that a device does not get into a network (the first three), or gets into it and not to the service. They are
 * told apart because each has another remedy.
 */
export const wifiCauses = [
  'not_found',
  'wrong_key',
  'no_address',
  'no_service',
  'captive_page',
  'clock_wrong',
  'port_blocked',
] as const
export type WifiCause = (typeof wifiCauses)[number]

/** Return true for a cause with which the device is in the network and does not reach the service. */
export function isJoined(cause: WifiCause): boolean {
  return wifiCauses.indexOf(cause) > wifiCauses.indexOf('no_address')
}

/** Last attempt to connect to a network, kept by the device: the page that asked may not have got the answer. */
export const WifiAttempt = v.strictObject({
  ssid: Ssid,
  at: Timestamp,
  /** Null after a success. */
  cause: v.nullable(v.picklist(wifiCauses)),
})
export type WifiAttempt = v.InferOutput<typeof WifiAttempt>

/** State of the Wi-Fi itself. */
export const WifiLink = v.strictObject({ on: v.boolean(), last: v.nullable(WifiAttempt) })
export type WifiLink = v.InferOutput<typeof WifiLink>

/** Minutes for which Bluetooth can be switched on; the device switches it off by itself. */
export const bleMinutes = [5, 15, 60] as const

/** A radio to switch. `minutes` counts for Bluetooth that is switched on, and is not needed. */
export const RadioSwitch = v.strictObject({
  radio: v.picklist(['wifi', 'ble']),
  on: v.boolean(),
  minutes: v.optional(v.picklist(bleMinutes)),
})
export type RadioSwitch = v.InferOutput<typeof RadioSwitch>

const Address = v.pipe(v.string(), v.regex(/^([0-9A-F]{2}:){5}[0-9A-F]{2}$/, 'ble_address'))

export const BleStatus = v.strictObject({
  on: v.boolean(),
  nearby: v.array(v.strictObject({ address: Address, name: v.string() })),
  /** Address of the one it is connected with. */
  connected: v.nullable(Address),
  /** Time at which the device switches it off by itself; absent without one, and in older devices. */
  until: v.optional(Timestamp),
})
export type BleStatus = v.InferOutput<typeof BleStatus>

/** Whom to connect with, or what to leave. */
export const RadioPeer = v.variant('radio', [
  v.strictObject({ radio: v.literal('wifi'), ssid: Ssid }),
  v.strictObject({ radio: v.literal('ble'), address: Address }),
])
export type RadioPeer = v.InferOutput<typeof RadioPeer>

export const RadioState = v.strictObject({
  /** The device is on a cable: it stays reachable without its radios. */
  wired: v.boolean(),
  wifi: v.strictObject({
    on: v.boolean(),
    connected: v.nullable(Ssid),
    /** Absent in older devices. */
    last: v.optional(v.nullable(WifiAttempt)),
  }),
  ble: v.strictObject({ on: v.boolean(), connected: v.nullable(Address) }),
})
export type RadioState = v.InferOutput<typeof RadioState>

export const NewWifi = v.pipe(
  v.strictObject({
    ssid: Ssid,
    security: v.picklist(wifiSecurities),
    /** 8 to 63 characters (WPA), none where the network is open. */
    password: v.optional(v.pipe(v.string(), v.minLength(8), v.maxLength(63))),
  }),
  v.check(
    ({ security, password }) => (security === 'open') === (password === undefined),
    'wifi_password',
  ),
)
export type NewWifi = v.InferOutput<typeof NewWifi>
