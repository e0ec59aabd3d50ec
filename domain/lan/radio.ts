import * as v from 'valibot'

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

const Address = v.pipe(v.string(), v.regex(/^([0-9A-F]{2}:){5}[0-9A-F]{2}$/, 'ble_address'))

export const BleStatus = v.strictObject({
  on: v.boolean(),
  nearby: v.array(v.strictObject({ address: Address, name: v.string() })),
  /** Address of the one it is connected with. */
  connected: v.nullable(Address),
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
  wifi: v.strictObject({ on: v.boolean(), connected: v.nullable(Ssid) }),
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
