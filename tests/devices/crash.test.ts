import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { countWaiting } from '../../devices/outbox.ts'
import { readRecordings } from '../../devices/recording.ts'
import { openStore } from '../../devices/store.ts'
import { makeOrder, uuidOf } from './orders.ts'
import { startUnreliableEdge, type UnreliableEdge } from './unreliable-edge.ts'

const main = fileURLToPath(new URL('../../devices/main.ts', import.meta.url))
const node = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url))
const uuid = uuidOf(9)
const key = 'key-of-the-test'

let edge: UnreliableEdge
let state: string
let device: ChildProcess | null = null
let output = ''

function switchOn(speed: number): void {
  const args = ['--type=bcube', '--cartridge=Wells16', `--edge=${edge.url}`, `--uuid=${uuid}`]
  device = spawn(node, [main, ...args, `--state=${state}`, `--speed=${speed}`, '--tied'], {
    env: { ...process.env, BAPP_DEVICE_KEY: key },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  device.stdout?.on('data', (text) => (output += String(text)))
  device.stderr?.on('data', (text) => (output += String(text)))
}

async function switchOff(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
  const ending = device
  device = null
  if (!ending || ending.exitCode !== null) return ending?.exitCode ?? null
  const code = new Promise<number | null>((resolve) => ending.once('exit', resolve))
  ending.kill(signal)
  return code
}

async function until(done: () => boolean, ms = 100_000): Promise<void> {
  const end = Date.now() + ms
  while (!done()) {
    if (Date.now() > end) throw new Error(`waited ${ms} ms\n${output}`)
    await sleep(5)
  }
}

beforeEach(async () => {
  state = mkdtempSync(join(tmpdir(), 'bapp-crash-'))
  output = ''
})

afterEach(async () => {
  await switchOff('SIGKILL')
  await edge.close()
  rmSync(state, { recursive: true })
})

const command = () => ({
  command_uuid: uuidOf(50),
  code: 6,
  command: { name: 'LOAD_RECIPE' as const, order: makeOrder({ meltStep: 1 }) },
  expires_at: new Date(Date.now() + 300_000).toISOString(),
})

describe('a device that is killed in mid-run, on a bad line', () => {
  test.each([
    ['one', [3, 30, 45]],
    ['two', [17, 38, 60]],
  ])(
    'delivers each point once, unchanged (seed %s)',
    async (seed, kills) => {
      edge = await startUnreliableEdge(seed, `${uuid}.${key}`)
      edge.commands.push(command())
      const points = 40 + 31
      for (const seen of kills) {
        switchOn(1500)
        await until(() => edge.kept.size >= seen)
        await switchOff('SIGKILL')
      }
      output = ''
      switchOn(1500)
      // Wait until this life has begun before it is asked to end: the one before may have ended the run already.
      await until(() => output.includes(' on, '))
      await until(() => edge.finished.length > 0)
      // Wait until the device has sent again what was lost, and all is acknowledged.
      await until(() => {
        const store = openStore(state)
        const waiting = countWaiting(store)
        const open = store.prepare('SELECT 1 FROM run WHERE end_acknowledged = 0').all().length
        store.close()
        return waiting === 0 && open === 0
      })
      expect(edge.kept.size).toBe(points)
      expect(edge.changed).toEqual([])
      expect(edge.deliveries).toBeGreaterThan(points)
      expect(new Set(edge.started).size).toBe(1)
      expect(new Set(edge.finished.map((each) => JSON.stringify(each))).size).toBe(1)
      expect(edge.finished[0]).toMatchObject({
        outcome: 'completed',
        measured: { AMP: 40, VAL: 31 },
      })
      expect(edge.answers.at(-1)).toEqual({ command_uuid: uuidOf(50), state: 'done' })
      expect(edge.strangers).toBe(0)
      const recording = readRecordings().find((each) => each.name === 'chai-1ch-melt')
      const first = recording?.phases.AMP.values[0] ?? []
      for (let cycle = 1; cycle <= 40; cycle += 1) {
        expect(edge.kept.get(`AMP ${cycle}`)?.values[0]).toEqual(
          first.map((curve) => curve[cycle - 1]),
        )
      }
      expect(await switchOff('SIGTERM')).toBe(0)
    },
    300_000,
  )

  test('a run goes on while the service is away, and all of it arrives afterwards', async () => {
    edge = await startUnreliableEdge('three', `${uuid}.${key}`)
    edge.commands.push(command())
    switchOn(1500)
    await until(() => edge.kept.size >= 2)
    edge.down = true
    await until(() => output.includes('run finished'))
    const before = edge.kept.size
    await switchOff('SIGKILL')
    edge.down = false
    switchOn(1500)
    await until(() => edge.finished.length > 0)
    expect(before).toBeLessThan(71)
    expect(edge.kept.size).toBe(71)
    expect(edge.changed).toEqual([])
  }, 300_000)

  test('no device is left behind when the one who started it is gone', async () => {
    edge = await startUnreliableEdge('four', `${uuid}.${key}`)
    switchOn(60)
    await until(() => output.includes(' on, '))
    const ending = device
    const code = new Promise((resolve) => ending?.once('exit', resolve))
    ending?.stdin?.end()
    expect(await code).toBe(0)
    expect(output).toContain(' off')
  })
})
