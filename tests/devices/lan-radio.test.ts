import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStore } from '../../devices/store.ts'
import { lanCalls } from '../../domain/lan/lan-calls.ts'
import { uuidOf } from './orders.ts'
import { type LanBench, reasonOf, startLanBench } from './lan-bench.ts'

let device: LanBench['device']
let end: LanBench['end']

beforeAll(async () => {
  ;({ device, end } = await startLanBench())
}, 30_000)
afterAll(() => end())

const password = 'open-sesame-2'
const network = { ssid: 'Laboratory', security: 'WPA3', password } as const
const saved = async () => (await device.call(lanCalls.wifiSaved, {})).networks

describe('Wi-Fi', () => {
  test('[LAN-019] the networks in reach are listed', async () => {
    const { networks } = await device.call(lanCalls.wifiList, {})
    expect(networks.map(({ ssid }) => ssid)).toContain('Laboratory')
    for (const { signal } of networks) {
      expect(signal).toBeGreaterThan(0)
      expect(signal).toBeLessThanOrEqual(100)
    }
  })

  test('[LAN-020] [LAN-021] one that is added is saved, with a password that never comes back', async () => {
    expect(await saved()).toEqual([])
    await device.call(lanCalls.wifiAdd, network)
    await device.call(lanCalls.wifiAdd, { ssid: 'Laboratory-Guest', security: 'open' })
    const kept = { ssid: 'Laboratory', security: 'WPA3', has_password: true, connected: false }
    expect(await saved()).toContainEqual(kept)
    const answers = JSON.stringify([
      await saved(),
      await device.call(lanCalls.wifiList, {}),
      await device.call(lanCalls.log, { name: 'device.log' }),
      await device.call(lanCalls.status, {}),
    ])
    expect(answers).not.toContain(password)
    expect(readFileSync(join(device.state, 'logs/device.log'), 'utf8')).not.toContain(password)
    expect(device.output()).not.toContain(password)
    // Expect the person and the action in the log.
    expect(readFileSync(join(device.state, 'logs/device.log'), 'utf8')).toContain(
      `wifi add Laboratory by ${uuidOf(30)}`,
    )
    const open = { ssid: 'x', security: 'open', password } as const
    expect(await reasonOf(device.call(lanCalls.wifiAdd, open))).toBe('wifi_password')
    const bare = { ssid: 'x', security: 'WPA2' } as const
    expect(await reasonOf(device.call(lanCalls.wifiAdd, bare))).toBe('wifi_password')
  })

  test('[LAN-024] [LAN-025] a saved network in reach is connected and left again', async () => {
    const peer = { radio: 'wifi', ssid: 'Laboratory' } as const
    expect((await device.call(lanCalls.connect, peer)).wifi.connected).toBe('Laboratory')
    const { networks } = await device.call(lanCalls.wifiList, {})
    expect(networks.find(({ connected }) => connected)?.ssid).toBe('Laboratory')
    const unknown = { radio: 'wifi', ssid: 'Corridor' } as const
    expect(await reasonOf(device.call(lanCalls.connect, unknown))).toBe('wifi_unknown')
    const left = await device.call(lanCalls.disconnect, { radio: 'wifi' })
    expect(left.wifi).toMatchObject({ on: true, connected: null })
  })

  test('[LAN-022] [VAL-019] a saved network is removed, but not the one that is connected', async () => {
    await device.call(lanCalls.connect, { radio: 'wifi', ssid: 'Laboratory' })
    const remove = (ssid: string) => device.call(lanCalls.wifiRemove, { ssid })
    expect(await reasonOf(remove('Laboratory'))).toBe('wifi_in_use')
    expect((await remove('Laboratory-Guest')).networks).toHaveLength(1)
    expect(await reasonOf(remove('Laboratory-Guest'))).toBe('wifi_unknown')
  })

  test('[LAN-024] each cause of a failed connection is named, and the network before is kept where nobody gets in', async () => {
    const attempt = async (ssid: string, word: string) => {
      await device.call(lanCalls.wifiAdd, { ssid, security: 'WPA2', password: word })
      const { wifi } = await device.call(lanCalls.connect, { radio: 'wifi', ssid })
      await device.call(lanCalls.connect, { radio: 'wifi', ssid: 'Laboratory' })
      return [wifi.last?.cause, wifi.connected]
    }
    expect(await attempt('Nowhere', 'any-word-1')).toEqual(['not_found', 'Laboratory'])
    expect(await attempt('Corridor', 'any-word-1')).toEqual(['wrong_key', 'Laboratory'])
    expect(await attempt('Corridor', 'corridor-2026')).toEqual([null, 'Corridor'])
    expect(await attempt('Store room', 'any-word-1')).toEqual(['no_address', 'Laboratory'])
    expect(await attempt('Workshop', 'any-word-1')).toEqual(['no_service', 'Workshop'])
    expect(await attempt('Cold room', 'any-word-1')).toEqual(['clock_wrong', 'Cold room'])
    expect(await attempt('Office', 'any-word-1')).toEqual(['port_blocked', 'Office'])
    await device.call(lanCalls.wifiAdd, { ssid: 'Laboratory-Guest', security: 'open' })
    const peer = { radio: 'wifi', ssid: 'Laboratory-Guest' } as const
    const guest = await device.call(lanCalls.connect, peer)
    expect(guest.wifi.last).toMatchObject({ ssid: 'Laboratory-Guest', cause: 'captive_page' })
    // Read the answer afterwards, as a page does that did not get it.
    expect((await device.call(lanCalls.wifiSaved, {})).link).toEqual({
      on: true,
      last: guest.wifi.last,
    })
    await device.control({ faults: { wifi: 'no_address' } })
    const laboratory = { radio: 'wifi', ssid: 'Laboratory' } as const
    const failed = await device.call(lanCalls.connect, laboratory)
    expect(failed.wifi).toMatchObject({
      connected: 'Laboratory-Guest',
      last: { cause: 'no_address' },
    })
    await device.control({ faults: { wifi: null } })
    await device.call(lanCalls.connect, laboratory)
    const names = ['Nowhere', 'Corridor', 'Store room', 'Workshop', 'Cold room', 'Office']
    for (const ssid of [...names, 'Laboratory-Guest'])
      await device.call(lanCalls.wifiRemove, { ssid })
  })

  test('what is saved and connected outlives a restart', async () => {
    await device.control({ hand: 'reboot' })
    await device.until(() => device.output().split('local network: port').length > 2)
    expect(await saved()).toEqual([
      { ssid: 'Laboratory', security: 'WPA3', has_password: true, connected: true },
    ])
    const store = openStore(device.state)
    expect(store.prepare('SELECT password FROM wifi').get()?.['password']).toBe(password)
    store.close()
  })
})

describe('Bluetooth', () => {
  test('[LAN-023] its status names who is near and who is connected', async () => {
    const before = await device.call(lanCalls.bleStatus, {})
    expect(before).toMatchObject({ on: true, connected: null })
    const [peer] = before.nearby
    const address = peer?.address ?? ''
    const state = await device.call(lanCalls.connect, { radio: 'ble', address })
    expect(state.ble.connected).toBe(address)
    expect((await device.call(lanCalls.bleStatus, {})).connected).toBe(address)
    await device.call(lanCalls.disconnect, { radio: 'ble' })
    expect((await device.call(lanCalls.bleStatus, {})).connected).toBeNull()
  })

  test('it is on for the time that was asked for, which outlives a restart, and then off', async () => {
    const on = { radio: 'ble', on: true, minutes: 5 } as const
    await device.call(lanCalls.switch, on)
    const { until = '' } = await device.call(lanCalls.bleStatus, {})
    expect(Math.abs(Date.parse(until) - Date.now() - 5 * 60_000)).toBeLessThan(10_000)
    await device.control({ faults: { clock_ms: 6 * 60_000 } })
    const starts = device.output().split('local network: port').length
    await device.control({ hand: 'reboot' })
    await device.until(() => device.output().split('local network: port').length > starts)
    const after = await device.call(lanCalls.bleStatus, {})
    expect(after).toEqual({ on: false, nearby: [], connected: null })
    await device.control({ faults: { clock_ms: 0 } })
    await device.call(lanCalls.switch, { radio: 'ble', on: true })
    expect(device.output()).toContain('ble off')
  })

  test('[LAN-026] each radio is switched off and on, and does nothing while it is off', async () => {
    const off = await device.call(lanCalls.switch, { radio: 'ble', on: false })
    expect(off.ble).toEqual({ on: false, connected: null })
    expect(await device.call(lanCalls.bleStatus, {})).toMatchObject({ on: false, nearby: [] })
    const peer = { radio: 'ble', address: '5C:F3:70:9A:00:01' } as const
    expect(await reasonOf(device.call(lanCalls.connect, peer))).toBe('ble_off')
    await device.call(lanCalls.switch, { radio: 'wifi', on: false })
    expect(await reasonOf(device.call(lanCalls.wifiList, {}))).toBe('wifi_off')
    // Reach it still, as it hangs on a cable too.
    const on = await device.call(lanCalls.switch, { radio: 'wifi', on: true })
    expect(on).toMatchObject({ wired: true, wifi: { on: true, connected: null } })
  })
})
