import { expect, test } from 'vitest'
import { placeInWindow } from '../../domain/live/return-window.ts'
import type { EdgeCall } from '../../devices/edge-client.ts'
import { keepLiveTokens } from '../../devices/live-token.ts'

const uuid = '0193a5c0-0000-7000-8000-000000000001'
const key = { publicKey: 'U', seed: new Uint8Array() }

/** Keep tokens of a service that says so much about each, on a clock of the test's own (ms). */
function keep(said: { renew_after_s?: number; return_within_s?: number }) {
  const clock = { now: 0, asked: 0 }
  const call = async () => ({ jwt: `token ${(clock.asked += 1)}`, ...said })
  const ports = { call: call as unknown as EdgeCall, key, uuid }
  return { clock, tokens: keepLiveTokens(ports, () => clock.now) }
}

test('a token is kept for the connections to come, until this device renews it', async () => {
  const { clock, tokens } = keep({ renew_after_s: 14_400, return_within_s: 100 })
  expect(tokens.windowMs()).toBe(0)
  const first = await tokens.current()
  expect(tokens.windowMs()).toBe(100_000)
  const dueMs = 14_400_000 * (0.5 + placeInWindow(uuid) / 2)
  expect(tokens.renewInMs()).toBe(dueMs)
  clock.now = dueMs - 1
  expect(await tokens.current()).toBe(first)
  expect(clock.asked).toBe(1)
  clock.now = dueMs
  expect(await tokens.current()).not.toBe(first)
  expect(tokens.renewInMs()).toBe(dueMs)
})

test('a refused token is forgotten, and so is one of an older service, good for one connection', async () => {
  const newer = keep({ renew_after_s: 14_400 })
  const first = await newer.tokens.current()
  newer.tokens.forget()
  expect(await newer.tokens.current()).not.toBe(first)
  const older = keep({})
  await older.tokens.current()
  await older.tokens.current()
  expect(older.clock.asked).toBe(2)
  expect(older.tokens.windowMs()).toBe(0)
})
