import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Fleet, type FleetDevice, readFleetFile, startFleet } from '../../devices/fleet.ts'
import { uuidOf } from './orders.ts'

const devices: FleetDevice[] = [
  {
    uuid: uuidOf(1),
    key: 'a',
    type: 'bcube',
    cartridge: 'Wells16',
    hostname: 'one',
    serial_no: 'S1',
  },
  {
    uuid: uuidOf(2),
    key: 'b',
    type: 'bgate',
    cartridge: 'Wells96',
    hostname: 'two',
    serial_no: 'S2',
  },
]
// Nobody listens there: the fleet is looked at, not the service.
const edge = 'http://127.0.0.1:9'
let state: string
let fleet: Fleet
let lines: string[]

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
async function until(done: () => boolean): Promise<void> {
  for (let tries = 0; !done(); tries += 1) {
    if (tries > 1_000) throw new Error(`waited too long\n${lines.join('\n')}`)
    await sleep(10)
  }
}
const isOn = (hostname: string, times = 1) =>
  lines.filter((line) => line.startsWith(`${hostname} on,`)).length >= times

beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'bapp-fleet-'))
  lines = []
})
afterEach(async () => {
  await fleet.stop()
  rmSync(state, { recursive: true })
})

test('starts each device on its own storage, brings back one that dies, and leaves none behind', async () => {
  const file = join(state, 'devices.json')
  writeFileSync(file, JSON.stringify({ devices }))
  fleet = startFleet({
    devices: readFleetFile(file),
    edge,
    state,
    report: (line) => lines.push(line),
  })
  await until(() => isOn('one') && isOn('two'))
  expect(existsSync(join(state, 'one', 'device.sqlite'))).toBe(true)
  const first = fleet.pid(uuidOf(1)) as number
  expect(Number(readFileSync(join(state, 'one', 'device.pid'), 'utf8'))).toBe(first)

  process.kill(first, 'SIGKILL')
  await until(() => isOn('one', 2))
  expect(lines).toContain('one ended unexpectedly (SIGKILL)')
  const second = fleet.pid(uuidOf(1)) as number
  expect(second).not.toBe(first)

  await fleet.kill(uuidOf(2))
  await sleep(1_200)
  expect(fleet.pid(uuidOf(2))).toBeUndefined()
  fleet.restart(uuidOf(2))
  await until(() => isOn('two', 2))
  const other = fleet.pid(uuidOf(2)) as number

  await fleet.stop()
  expect([first, second, other].filter(isAlive)).toEqual([])
  expect(lines).toContain('one off')
})

test('a device that cannot be is not started over and over', async () => {
  const [one] = devices
  fleet = startFleet({
    devices: [{ ...(one as FleetDevice), cartridge: 'Wells96' }],
    edge,
    state,
    report: (line) => lines.push(line),
  })
  await until(() => lines.some((line) => line.includes('ended unexpectedly')))
  expect(lines).toContain('--cartridge of a bcube must be one of Wells9, Wells16, Wells36')
  await sleep(800)
  expect(lines.filter((line) => line.includes('ended unexpectedly'))).toHaveLength(1)
})
