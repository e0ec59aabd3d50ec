import { expect, onTestFinished, test, vi } from 'vitest'
import {
  answerMs,
  createDeviceRegistry,
  type HeardService,
  mostHeard,
  silentMs,
  type Tell,
} from '../../desktop/device-registry.ts'
import { createDiscovery } from '../../desktop/discovery.ts'
import { type Find, type Heard, readService } from '../../desktop/find-devices.ts'
import { uuidOf } from '../devices/orders.ts'

const cube: HeardService = {
  uuid: uuidOf(1),
  hostname: 'cube-1',
  deviceType: 'bcube',
  address: '192.168.1.20',
  port: 8780,
}

function open() {
  const told: [string, unknown][] = []
  const clock = { now: Date.UTC(2026, 0, 1) }
  const registry = createDeviceRegistry({
    now: () => clock.now,
    tell: (name, data) => told.push([name, data]),
  })
  return { registry, clock, told: () => told.splice(0) }
}

test('[DESK-001] [DESK-002] [DESK-003] each message of a device is passed on with its age, and its goodbye', () => {
  const { registry, clock, told } = open()
  registry.hear(cube)
  const seen = { uuid: cube.uuid, hostname: 'cube-1', deviceType: 'bcube' }
  expect(told()).toEqual([['deviceUpdate', { ...seen, seen_at: '2026-01-01T00:00:00.000Z' }]])
  clock.now += 10_000
  registry.hear({ ...cube, address: '192.168.1.21' })
  expect(registry.list()).toEqual([{ ...seen, seen_at: '2026-01-01T00:00:10.000Z' }])
  expect(registry.find('cube-1')?.address, 'where it spoke from last').toBe('192.168.1.21')
  told()
  expect(registry.leave('cube-2')).toBe(false)
  expect(registry.leave('cube-1')).toBe(true)
  registry.expire()
  expect(told()).toEqual([])
  clock.now += answerMs
  registry.expire()
  const device = { uuid: cube.uuid, hostname: 'cube-1' }
  expect(told()).toEqual([
    ['deviceDelete', device],
    ['notification', { kind: 'device_away', device }],
  ])
  expect([registry.list(), registry.find('cube-1')]).toEqual([[], null])
})

test('A23-5: a goodbye that somebody else has said is answered by the device, which stays', () => {
  const { registry, clock, told } = open()
  registry.hear(cube)
  told()
  for (let times = 0; times < 20; times++) {
    registry.leave('cube-1')
    clock.now += answerMs - 1
    expect(registry.find('cube-1')?.address, 'calls reach it meanwhile').toBe(cube.address)
    registry.hear(cube)
    registry.expire()
  }
  clock.now += answerMs
  registry.expire()
  expect(told().filter(([name]) => name !== 'deviceUpdate')).toEqual([])
  // Say goodbye without end, which does not put its end off either.
  for (let times = 0; times < 4; times++) {
    registry.leave('cube-1')
    clock.now += answerMs / 4
  }
  registry.expire()
  expect(registry.list()).toEqual([])
})

test('A23-5: after a goodbye the devices are asked at once, and once for many', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  let heard: Heard | undefined
  let asked = 0
  const told: string[] = []
  const tell: Tell = (name) => void told.push(name)
  const registry = createDeviceRegistry({ now: Date.now, tell })
  const find: Find = (hear) => {
    heard = hear
    return { ask: () => void (asked += 1), stop: async () => undefined }
  }
  const discovery = createDiscovery({ registry, tell, find })
  onTestFinished(() => discovery.stop())
  discovery.start()
  heard?.heard(cube)
  heard?.heard({ ...cube, uuid: uuidOf(2), hostname: 'cube-2' })
  for (let times = 0; times < 100; times++) heard?.left('cube-1')
  heard?.left('cube-2')
  heard?.left('unknown')
  expect(asked).toBe(1)
  heard?.heard(cube)
  expect(registry.list()).toHaveLength(2)
  vi.advanceTimersByTime(answerMs + 500)
  expect(registry.list().map(({ hostname }) => hostname)).toEqual(['cube-1'])
  heard?.left('cube-1')
  expect(asked).toBe(2)
})

test('one that is silent for too long is gone without a goodbye; one that was renamed is the same', () => {
  const { registry, clock, told } = open()
  registry.hear(cube)
  registry.hear({ ...cube, uuid: uuidOf(2), hostname: 'cube-2' })
  clock.now += silentMs
  registry.hear({ ...cube, hostname: 'cube-9' })
  clock.now += 1
  told()
  registry.expire()
  expect(told().map(([name]) => name)).toEqual(['deviceDelete', 'notification'])
  expect(registry.list().map(({ hostname }) => hostname)).toEqual(['cube-9'])
  expect(registry.find('cube-1')).toBeNull()
})

test('[DESK-005] a name belongs to the device first heard under it; the other one is reported once', () => {
  const { registry, told } = open()
  registry.hear(cube)
  told()
  const rival = { ...cube, uuid: uuidOf(2), address: '192.168.1.66' }
  registry.hear(rival)
  registry.hear(rival)
  const device = { uuid: rival.uuid, hostname: 'cube-1' }
  expect(told()).toEqual([['notification', { kind: 'name_taken', device }]])
  expect(registry.find('cube-1')?.address).toBe(cube.address)
})

test('A22-6: somebody who makes up devices without end fills neither the machine nor the page', () => {
  const { registry, clock, told } = open()
  registry.hear(cube)
  for (let n = 2; n < 2 * mostHeard; n++) {
    registry.hear({ ...cube, uuid: uuidOf(n), hostname: `made-up-${n}` })
    registry.hear({ ...cube, uuid: uuidOf(n + 10_000) })
  }
  expect(registry.list()).toHaveLength(mostHeard)
  expect(
    told().filter(([, data]) => (data as { kind?: string }).kind === 'name_taken'),
  ).toHaveLength(mostHeard)
  registry.hear({ ...cube, address: '192.168.1.21' })
  expect(registry.find('cube-1')?.address, 'who is known is still heard').toBe('192.168.1.21')
  clock.now += silentMs
  registry.hear(cube)
  clock.now += 1
  registry.expire()
  registry.hear({ ...cube, uuid: uuidOf(9), hostname: 'cube-9' })
  expect(registry.list().map(({ hostname }) => hostname)).toEqual(['cube-1', 'cube-9'])
})

const service = {
  host: 'Cube-1.local',
  port: 8780,
  txt: { uuid: uuidOf(1), type: 'bcube', api: '1' },
  referer: { address: '192.168.1.20', family: 'IPv4' as const, port: 5353, size: 1 },
}

test('the message of a device about itself is taken from its address, and only when it is valid', () => {
  expect(readService(service)).toEqual(cube)
  for (const bent of [
    { host: 'evil.example' },
    { host: 'a/../b.local' },
    { port: 0 },
    { port: 70_000 },
    { txt: { uuid: 'x', type: 'bcube' } },
    { txt: { uuid: uuidOf(1), type: 'printer' } },
    { txt: undefined },
    { referer: undefined as never },
  ]) {
    expect([bent, readService({ ...service, ...bent })]).toEqual([bent, null])
  }
})
