import { expect, test } from 'vitest'
import type { SavedWifi, WifiCause } from '../../domain/lan/radio.ts'
import { listWifis, wifiStep } from '../../web/screens/devices/network/wifi-step.ts'

const saved = (connected: string | null): SavedWifi[] =>
  ['Laboratory', 'Corridor'].map((ssid) => ({
    ssid,
    security: 'WPA2',
    has_password: true,
    connected: ssid === connected,
  }))
const link = (ssid: string, cause: WifiCause | null) => ({
  on: true,
  last: { ssid, at: '2026-11-27T10:00:00.000Z', cause },
})

test('a failed attempt is shown with the network that the device stayed in, until the next attempt', () => {
  const failed = { saved: saved('Laboratory'), link: link('Corridor', 'wrong_key') }
  expect(wifiStep(failed, null)).toEqual({
    at: 'failed',
    ssid: 'Corridor',
    cause: 'wrong_key',
    stayed: 'Laboratory',
  })
  expect(wifiStep(failed, 'Laboratory')).toEqual({ at: 'connecting', ssid: 'Laboratory' })
  const out = { saved: saved(null), link: link('Corridor', 'no_address') }
  expect(wifiStep(out, null)).toMatchObject({ at: 'failed', stayed: null })
})

test('a network without the service is connected, and the cause is of that network only', () => {
  const captive = { saved: saved('Corridor'), link: link('Corridor', 'captive_page') }
  expect(wifiStep(captive, null)).toMatchObject({ at: 'connected', cause: 'captive_page' })
  const other = { saved: saved('Laboratory'), link: link('Corridor', 'captive_page') }
  expect(wifiStep(other, null)).toEqual({ at: 'connected', ssid: 'Laboratory', cause: null })
})

test('without a word about the radio itself, as of an older device, the saved networks decide', () => {
  expect(wifiStep({ saved: saved('Laboratory'), link: null }, null)).toMatchObject({
    at: 'connected',
  })
  expect(wifiStep({ saved: saved(null), link: null }, null)).toEqual({ at: 'idle' })
  expect(wifiStep({ saved: [], link: { on: false, last: null } }, null)).toEqual({ at: 'off' })
})

test('the connected network comes first, then the stronger, then those out of reach', () => {
  const heard = [
    { ssid: 'Weak', security: 'open', signal: 20 },
    { ssid: 'Strong', security: 'WPA3', signal: 90 },
    { ssid: 'Laboratory', security: 'WPA2', signal: 40 },
  ] as const
  expect(listWifis(heard, saved('Laboratory')).map(({ ssid, signal }) => [ssid, signal])).toEqual([
    ['Laboratory', 40],
    ['Strong', 90],
    ['Weak', 20],
    ['Corridor', null],
  ])
})
