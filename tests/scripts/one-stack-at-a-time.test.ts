import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isPortFree } from '../../scripts/ports.ts'
import { lockState } from '../../scripts/state-lock.ts'

test('a port is taken while somebody listens on either loopback address', async () => {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  expect(await isPortFree(port)).toBe(false)
  await new Promise((done) => server.close(done))
  expect(await isPortFree(port)).toBe(true)
})

test('a state is held by one process and free again after it', async () => {
  const state = mkdtempSync(join(tmpdir(), 'bapp-lock-'))
  const release = await lockState(state)
  await expect(lockState(state)).rejects.toThrow('in use by another bApp')
  release()
  const again = await lockState(state)
  again()
  rmSync(state, { recursive: true })
})
