import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lanCalls } from '../../domain/lan/lan-calls.ts'
import type { SambaConfig } from '../../domain/live/device-setup.ts'
import { type LanBench, reasonOf, startLanBench } from './lan-bench.ts'

let bench: LanBench
beforeAll(async () => {
  bench = await startLanBench({ type: 'bgate', hostname: 'gate-1' })
}, 30_000)
afterAll(() => bench.end())

const config: SambaConfig = {
  address: '//nas.lab.example/pcr',
  source: '/data/runs',
  domain: '',
  username: 'cycler',
  target_folder: '/incoming',
  max_protocol: 'SMB3',
}

/** Save a folder with these differences and test it. */
async function failedOf(change: Partial<SambaConfig>, password?: string) {
  const config_uuid = randomUUID()
  const saved = { ...config, ...change }
  const { device } = bench
  await device.call(lanCalls.updateSambaConfig, {
    config_uuid,
    config: saved,
    ...(password !== undefined && { password }),
  })
  const { failed } = await device.call(lanCalls.sambaTest, { config_uuid })
  await device.call(lanCalls.deleteSambaConfig, { config_uuid })
  return failed
}

test('a trial file in a shared folder names the step that fails', async () => {
  expect(await failedOf({})).toBeNull()
  expect(await failedOf({ address: '//nobody.lab.example/pcr' })).toBe('name')
  expect(await failedOf({ address: '//closed.lab.example/pcr' })).toBe('port')
  expect(await failedOf({ address: '//old.lab.example/pcr' })).toBe('protocol')
  expect(await failedOf({ address: '//old.lab.example/pcr', max_protocol: 'NT1' })).toBeNull()
  const vault = { address: '//vault.lab.example/pcr' }
  expect(await failedOf(vault, 'not-the-word')).toBe('login')
  expect(await failedOf(vault, 'vault-2026')).toBeNull()
  expect(await failedOf({ address: '//nas.lab.example/other' })).toBe('share')
  expect(await failedOf({ target_folder: '/elsewhere' })).toBe('folder')
  expect(await failedOf({ address: '//readonly.lab.example/pcr' })).toBe('write')
  expect(await failedOf({ address: '//broken.lab.example/pcr' })).toBe('read')
  expect(await failedOf({ address: '//keeping.lab.example/pcr' })).toBe('delete')
})

test('a folder that the device does not have is not tested, and no password is named', async () => {
  const asked = bench.device.call(lanCalls.sambaTest, { config_uuid: randomUUID() })
  expect(await reasonOf(asked)).toBe('no_such_config')
  expect(bench.device.output()).not.toContain('vault-2026')
})
