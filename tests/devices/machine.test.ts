import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sha256, simulatedImage } from '../../devices/slots.ts'
import type { Command } from '../../domain/live/command.ts'
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
let commands = 700

beforeEach(async () => {
  state = mkdtempSync(join(tmpdir(), 'bapp-machine-'))
  output = ''
  edge = await startUnreliableEdge('machine', `${uuid}.${key}`, { calm: true })
})

afterEach(async () => {
  await end('SIGKILL')
  await edge.close()
  rmSync(state, { recursive: true })
})

function switchOn(): void {
  const args = ['--type=bcube', '--cartridge=Wells16', `--edge=${edge.url}`, `--uuid=${uuid}`]
  device = spawn(node, [main, ...args, `--state=${state}`, '--speed=600', '--tied'], {
    env: { ...process.env, BAPP_DEVICE_KEY: key },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  for (const stream of [device.stdout, device.stderr]) {
    stream?.on('data', (text) => (output += String(text)))
  }
}

async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  const ending = device
  device = null
  if (!ending || ending.exitCode !== null) return
  const gone = new Promise((resolve) => ending.once('exit', resolve))
  ending.kill(signal)
  await gone
}

function order(command: Command): string {
  const command_uuid = uuidOf((commands += 1))
  const expires_at = new Date(Date.now() + 300_000).toISOString()
  edge.commands.push({ command_uuid, code: 0, command, expires_at })
  return command_uuid
}

async function until(done: () => boolean, ms = 100_000): Promise<void> {
  const late = Date.now() + ms
  while (!done()) {
    if (Date.now() > late) throw new Error(`waited ${ms} ms\n${output}`)
    await sleep(10)
  }
}

const isDone = (command: string) => () =>
  edge.answers.some(({ command_uuid, state: word }) => command_uuid === command && word === 'done')
const count = (text: string) => output.split(text).length - 1

test('[STATE-028] a restart in mid-run ends the simulation and begins it again; every point arrives once', async () => {
  switchOn()
  // Run long enough for the command to be asked for while the run goes on.
  order({ name: 'LOAD_RECIPE', order: makeOrder({ cycles: 99 }) })
  await until(() => edge.kept.size >= 3)
  const reboot = order({ name: 'REBOOT' })
  await until(isDone(reboot))
  expect(count(' on, ')).toBe(2)
  expect(output).toContain('run resumed')
  await until(() => edge.finished.length > 0)
  expect(edge.kept.size).toBe(99)
  expect(edge.changed).toEqual([])
  // Expect the id in what a device logs: names of runs may tell of patients.
  await until(() => output.includes('run finished'))
  const { analysis_uuid, name } = makeOrder({ cycles: 99 })
  expect(output).toContain(`run finished ${analysis_uuid}`)
  expect(output).not.toContain(name)
}, 300_000)

test('[STATE-029] a device that was shut down stays off until a hand switches it on', async () => {
  switchOn()
  await until(() => output.includes(' on, '))
  const shutdown = order({ name: 'SHUTDOWN' })
  await until(() => / off\n/.test(output))
  await sleep(1_500)
  expect(device?.exitCode).toBeNull()
  expect(count(' on, ')).toBe(1)
  const flash = order({ name: 'FLASH' })
  await sleep(2_500)
  expect(isDone(flash)()).toBe(false)
  device?.kill('SIGHUP')
  await until(isDone(flash))
  await until(isDone(shutdown))
  await end('SIGTERM')
}, 300_000)

test('[STATE-030] an update survives a device that is killed while it is under way', async () => {
  switchOn()
  const version = '3.1.0'
  const update = order({ name: 'UPDATE', version, file_hash: sha256(simulatedImage(version)) })
  await until(() => edge.answers.some(({ command_uuid }) => command_uuid === update))
  await end('SIGKILL')
  switchOn()
  await until(isDone(update))
  expect(edge.answers.findLast(({ command_uuid }) => command_uuid === update)).toMatchObject({
    data: { of: 'update', version, slot: 'B' },
  })
}, 300_000)
