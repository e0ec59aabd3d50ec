import { expect, test } from '@playwright/test'
import { killDevice, readState, restartDevice, restartEdge } from './stack-control.ts'

const headers = { 'x-requested-with': 'XMLHttpRequest' }

test('a session outlives the edge: killed and started again, it still knows who is signed in', async ({
  request,
}) => {
  const { sign_ins } = readState('demo.json') as { sign_ins: { email: string; password: string }[] }
  const { email: username = '', password = '' } = sign_ins[0] ?? {}
  const data = { username, password }
  expect((await request.post('/v3/session/login', { headers, data })).ok()).toBe(true)
  await restartEdge()
  const me = await request.get('/v3/session/me', { headers })
  expect(((await me.json()) as { data: { email: string } }).data.email).toBe(username)
})

test('a device can be killed and started again by its uuid', async () => {
  const { devices } = readState('devices.json') as { devices: { uuid: string }[] }
  const uuid = devices[0]?.uuid ?? ''
  await killDevice(uuid)
  await restartDevice(uuid)
  await expect(killDevice('no-such-device')).rejects.toThrow('no device')
})
