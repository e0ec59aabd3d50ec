import { env, runInDurableObject } from 'cloudflare:test'
import { expect, it } from 'vitest'
import { HubStore } from '../../../edge/live/hub-store.ts'
import { Presence } from '../../../edge/live/presence.ts'

it('tells again that a device is gone when the process ended before the store had heard it', async () => {
  const hub = env.LIVE_HUB.getByName(crypto.randomUUID())
  await runInDurableObject(hub, async (_, state) => {
    const told: string[] = []
    const store = () => new HubStore(state.storage.sql)
    const host = (works: boolean) => ({
      tell: (device: string, connected: boolean) => {
        if (!works) return new Promise<void>(() => undefined)
        told.push(`${device} ${connected ? 'here' : 'gone'}`)
        return Promise.resolve()
      },
      retryAt: () => undefined,
    })
    new Presence(store(), host(true)).settle(new Set(['d1']), 0)
    // Let the device leave, and with it the process: what was under way to the company's store is lost.
    new Presence(store(), host(false)).settle(new Set(), 0, 0)
    const next = new Presence(store(), host(true))
    next.settle(new Set(), 0, 0)
    await scheduler.wait(1)
    expect(told).toEqual(['d1 here', 'd1 gone'])
    next.settle(new Set(), 0, 0)
    new Presence(store(), host(true)).settle(new Set(), 0, 0)
    await scheduler.wait(1)
    expect(told).toEqual(['d1 here', 'd1 gone'])
  })
})
