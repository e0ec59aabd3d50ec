import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { isPortFree } from '../../scripts/ports.ts'
import { projectRoot } from '../../scripts/run-tool.ts'
import { lockState } from '../../scripts/state-lock.ts'

test('a port is taken while somebody listens on either loopback address', async () => {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  expect(await isPortFree(port)).toBe(false)
  await new Promise((done) => server.close(done))
  expect(await isPortFree(port)).toBe(true)
})

let state = ''
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'bapp-lock-'))
})
afterEach(() => rmSync(state, { recursive: true }))

test('a state is held by one process and free again after it', () => {
  const release = lockState(state)
  expect(() => lockState(state)).toThrow('in use by another bApp')
  release()
  lockState(state)()
})

test('faults R11: a symbolic link to a state is the same state', () => {
  const link = `${state}-link`
  symlinkSync(state, link, 'junction')
  onTestFinished(() => rmSync(link))
  const release = lockState(state)
  expect(() => lockState(link)).toThrow('in use by another bApp')
  release()
  const other = lockState(link)
  expect(() => lockState(state)).toThrow('in use by another bApp')
  other()
})

/** Start another process that tries to hold the state and reports the outcome; it keeps it until it is killed. */
function startHolder(): { child: ChildProcess; said: Promise<string> } {
  const lock = new URL('../../scripts/state-lock.ts', import.meta.url).href
  const code = `import(${JSON.stringify(lock)}).then(({ lockState }) => {
    try { lockState(${JSON.stringify(state)}); console.log('held') } catch { console.log('refused') }
    setInterval(() => {}, 60_000)
  })`
  const child = spawn(
    join(projectRoot, 'node_modules', 'node', 'bin', 'node'),
    ['--input-type=module', '-e', code],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  return { child, said: once(child.stdout, 'data').then(([text]) => String(text).trim()) }
}

test('faults R11: of starts at the same moment one gets the state, and its death (-9) sets it free', async () => {
  const holders = Array.from({ length: 6 }, startHolder)
  const said = await Promise.all(holders.map((one) => one.said))
  expect(said.toSorted()).toEqual(['held', ...Array.from({ length: 5 }, () => 'refused')])
  const winner = holders[said.indexOf('held')]?.child
  winner?.kill('SIGKILL')
  await once(winner as ChildProcess, 'exit')
  expect(await startHolder().said).toBe('held')
})
