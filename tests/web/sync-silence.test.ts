import { expect, test } from 'vitest'
import { Fault } from '../../domain/fault.ts'
import { permissions } from '../../domain/permissions.ts'
import { newDocument } from '../../domain/sync/document.ts'
import { atOnce } from '../../web/sync/push.ts'
import { streamsOf } from '../../web/sync/streams.ts'
import { Turns } from '../../web/sync/turns.ts'
import { createOf, Edge, MemoryStore, startWorld } from './sync-world.ts'
import { uuidOf } from '../support/uuid-of.ts'

const streams = streamsOf(permissions).length
const gone = new Fault('network', 'gone')

function goneEdge(): Edge {
  const edge = new Edge()
  edge.faults = ['pull', 'find'].map((call) => ({ call, fault: gone }))
  return edge
}

const callsOf = (edge: Edge, name: string) => edge.calls.filter((call) => call.startsWith(name))

test('of a service that is gone the tables ask once together, and then in turn, ever more seldom', async () => {
  const { edge, clock } = await startWorld({ edge: goneEdge(), permissions: [...permissions] })
  expect(callsOf(edge, 'pull')).toHaveLength(1)
  // Wait half of 1, 2, 4 … s, the middle of the jitter.
  for (const [at, ms] of [500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000].entries()) {
    await clock.pass(ms - 1)
    expect(callsOf(edge, 'pull').length - 1).toBe(at)
    await clock.pass(1)
    expect(callsOf(edge, 'pull').length - 1).toBe(at + 1)
  }
  const asked = callsOf(edge, 'pull').slice(1)
  expect(new Set(asked).size, 'none asks twice before all have asked').toBe(asked.length)
})

test('its first answer lets all tables go on', async () => {
  const { edge, clock, store } = await startWorld({
    edge: goneEdge(),
    permissions: [...permissions],
  })
  await clock.pass(200_000)
  edge.faults = []
  const before = edge.calls.length
  await clock.pass(31_000)
  // Expect the call of the one whose turn it was, and one call for all others.
  expect(callsOf(edge, 'pull').length - before).toBe(2)
  for (const { name } of streamsOf(permissions))
    expect((await store.mark(name)).refreshed, name).toBeGreaterThan(0)
})

test('hints that come meanwhile have one of them ask, and no more often than each second', async () => {
  const { edge, clock, sync } = await startWorld({
    edge: goneEdge(),
    permissions: [...permissions],
  })
  await clock.pass(60_000)
  const before = edge.calls.length
  for (let hint = 0; hint < 100; hint += 1) {
    sync.resync()
    await clock.pass(50)
  }
  expect(edge.calls.length - before).toBeLessThanOrEqual(6)
})

test('a table that nobody answers keeps no other from being pulled', async () => {
  const edge = new Edge()
  edge.faults = ['pulls', 'pull analysis'].map((call) => ({ call, fault: gone }))
  const { clock, store } = await startWorld({ edge, permissions: [...permissions] })
  await clock.pass(5000)
  for (const { name } of streamsOf(permissions))
    if (name !== 'analyses') expect((await store.mark(name)).refreshed).toBeGreaterThan(0)
  expect((await store.mark('analyses')).refreshed).toBe(-1)
})

test('a call for all tables that gets no answer keeps none from asking alone', async () => {
  const edge = new Edge()
  edge.faults = [{ call: 'pulls', fault: gone }]
  const { clock, store } = await startWorld({ edge, permissions: [...permissions] })
  await clock.pass(2000)
  for (const { name } of streamsOf(permissions))
    expect((await store.mark(name)).refreshed, name).toBeGreaterThan(0)
  expect(edge.calls).toHaveLength(1 + streams)
})

test('however much waits to be sent, a service that is gone is asked for a few of it at a time', async () => {
  const store = new MemoryStore()
  for (let one = 1; one <= 40; one += 1) {
    const operation = createOf(one)
    const document = newDocument('analysis', uuidOf(one), operation.made_at)
    const waiting = { ...document, pending: [operation], oldest: operation.made_at }
    store.documents.set(document.id, waiting)
  }
  const { edge, clock } = await startWorld({ edge: goneEdge(), store })
  expect(callsOf(edge, 'find').length).toBe(atOnce)
  await clock.pass(5000)
  expect(callsOf(edge, 'find').length).toBeLessThanOrEqual(4 * atOnce)
  edge.faults = []
  await clock.pass(40_000)
  expect((await store.waiting()).length).toBe(0)
})

test('a stream that has asked in vain comes last, and an answer ends all turns', async () => {
  const turns = new Turns<string>()
  const said: string[] = []
  const wait = (who: string) => void turns.wait(who).then((mine) => said.push(`${who} ${mine}`))
  for (const who of ['a', 'b', 'c']) wait(who)
  await Promise.resolve()
  expect([said, turns.tries, turns.holder]).toEqual([['a true'], 1, 'a'])
  wait('a')
  await Promise.resolve()
  expect([said.at(-1), turns.tries, turns.holder]).toEqual(['b true', 2, 'b'])
  turns.end()
  await Promise.resolve()
  expect(said.slice(2).toSorted()).toEqual(['a false', 'c false'])
  expect([turns.tries, turns.holder]).toEqual([0, null])
})
