import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { syncCalls } from '../../domain/calls/sync.ts'
import { permissions } from '../../domain/permissions.ts'
import { Fault } from '../../domain/fault.ts'
import { type PageAsk, readAsks, writeAsks } from '../../domain/sync/asks.ts'
import { streamsOf } from '../../web/sync/streams.ts'
import { type Edge, edgeWith, MemoryStore, settle, startWorld, VirtualClock } from './sync-world.ts'
import { uuidOf } from '../support/uuid-of.ts'

const all = { permissions: [...permissions] }
const streams = streamsOf(permissions).length

/** Return an edge with three analyses and a device. */
function filled(): Edge {
  const edge = edgeWith(3)
  edge.put(uuidOf(50), { name: 'Riva' }, 'device')
  return edge
}

const singles = ({ calls }: Edge) => calls.filter((call) => call.startsWith('pull '))

describe('pages of all streams by one call', () => {
  test('a page that opens makes one, and the hint of its live channel another', async () => {
    const edge = filled()
    const { sync, store, clock } = await startWorld({ edge, ...all })
    expect(store.documents.size).toBe(4)
    expect(sync.status().pulledAt).toBe(clock.now())
    // Announce that the channel is open, so that what changed before it was is not missed.
    edge.put(uuidOf(4), { name: 'Meanwhile' })
    sync.resync()
    await settle()
    expect(store.documents.size).toBe(5)
    expect(edge.calls).toHaveLength(2)
    expect(edge.calls.every((call) => call.split(' ').length === streams + 1)).toBe(true)
  })

  test.each([
    [10, [streams]],
    [1000, [streams - 1, 1]],
  ])(
    'one that asks %i ms later than the others is waited for by no more than a moment',
    async (late, sizes) => {
      const clock = new VirtualClock()
      const store = new MemoryStore()
      const read = store.mark.bind(store)
      store.mark = async (name) => {
        if (name === 'methods') await clock.wait(late)
        return read(name)
      }
      const edge = filled()
      await startWorld({ edge, store, clock, ...all })
      await clock.pass(late + 20)
      const isSingle = (call: string) => call.startsWith('pull ')
      expect(edge.calls.map((call) => (isSingle(call) ? 1 : call.split(' ').length - 1))).toEqual(
        sizes,
      )
    },
  )

  test('an edge that does not know the call is asked for each, and not again for all', async () => {
    const edge = filled()
    edge.oneByOne = true
    const { sync, store } = await startWorld({ edge, ...all })
    expect(store.documents.size).toBe(4)
    expect(singles(edge)).toHaveLength(streams)
    sync.resync()
    await settle()
    expect(edge.calls).toHaveLength(1 + 2 * streams)
  })

  test('a page that cannot be made holds up no other, and its record is set aside', async () => {
    const edge = filled()
    edge.put(uuidOf(51), { name: 'Bent' }, 'device')
    edge.put(uuidOf(52), { name: 'Etna' }, 'device')
    edge.poison = 5
    const { store, problems, clock } = await startWorld({ edge, ...all })
    await clock.pass(20_000)
    expect([...store.documents.keys()].filter((id) => id.startsWith('analysis'))).toHaveLength(3)
    expect((await store.mark('devices')).aside).toEqual([{ after: 4, to: 5 }])
    expect(problems.at(-1)).toMatchObject({ what: 'record_set_aside', seq: 5 })
    expect(singles(edge).every((call) => call.startsWith('pull command'))).toBe(true)
  })

  test('an answer that cannot be made at all is asked for page by page', async () => {
    const edge = filled()
    edge.faults = [{ call: 'pulls', fault: new Fault('internal', 'too much'), times: 1 }]
    const { store, sync } = await startWorld({ edge, ...all })
    expect(store.documents.size).toBe(4)
    expect(singles(edge)).toHaveLength(streams)
    sync.resync()
    await settle()
    expect(edge.calls.filter((call) => call.startsWith('pulls'))).toHaveLength(2)
  })

  test('nothing is asked for after the end', async () => {
    const edge = filled()
    const { sync, clock } = await startWorld({ edge, ...all })
    const before = edge.calls.length
    sync.resync()
    sync.stop()
    await clock.pass(60_000)
    expect(edge.calls).toHaveLength(before)
  })
})

describe('requests for several pages as a text', () => {
  const takes = (asks: string) => v.is(syncCalls.pulls.query, { asks, limit: '500' })

  test('are read as they were written', () => {
    const asks: PageAsk[] = [
      { kinds: ['analysis', 'study'], after: 12 },
      { kinds: ['bkit'], after: 0, before: 999_999_999_999_999, home: 'provider' },
    ]
    const text = writeAsks(asks)
    expect(text).toBe('analysis,study:12;bkit@provider:0:999999999999999')
    expect(takes(text)).toBe(true)
    expect(readAsks(text)).toEqual(asks)
  })

  test.each(['', 'analysis', 'analysis:', 'analysis:1;', 'analysis@lab:1', 'a:1:2:3', 'A:1'])(
    'are refused as %j',
    (text) => expect(takes(text)).toBe(false),
  )

  test('are at most 20', () => {
    const many = (count: number) => Array.from({ length: count }, () => 'user:1').join(';')
    expect(takes(many(20))).toBe(true)
    expect(takes(many(21))).toBe(false)
  })
})
