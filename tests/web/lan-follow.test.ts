// The device is played, so that it is slow, gone and back at the moments that matter; the true ones are in tests/devices/lan-*.
import { describe, expect, test } from 'vitest'
import type { AnalysisStatus } from '../../domain/entities/analysis.ts'
import { Fault } from '../../domain/fault.ts'
import type { HeldRun } from '../../domain/lan/held-run.ts'
import { lanCalls } from '../../domain/lan/lan-calls.ts'
import type { Reading } from '../../domain/live/event.ts'
import type { callDevice } from '../../web/lan/call-device.ts'
import { followDevices } from '../../web/lan/follow.ts'
import type { SeenDevice } from '../../web/local/seen-device.ts'
import { makeOrder, uuidOf } from '../devices/orders.ts'

const reading = (index: number): Reading => ({
  phase: 'AMP',
  index,
  temperature: 60,
  elapsed: index,
  values: [],
})

/** Play devices with one run each; pages of three points. */
function playDevices(hostnames: string[]) {
  const asked: string[] = []
  const gone = new Set<string>()
  const stuck = new Map<string, Promise<void>>()
  const state = { points: 4, status: 'RUNNING' as HeldRun['status'] }
  const runOf = (hostname: string): HeldRun => ({
    analysis_uuid: uuidOf(hostnames.indexOf(hostname) + 1),
    name: hostname,
    status: state.status,
    reason: '',
    started_at: null,
    ended_at: null,
    measured: { AMP: state.points, VAL: 0 },
    delivered: false,
  })
  const call = (async (hostname: string, row: unknown, params: { after?: { AMP: number } }) => {
    asked.push(`${hostname} ${row === lanCalls.status ? 'STATUS' : `GET ${params.after?.AMP}`}`)
    await stuck.get(hostname)
    if (gone.has(hostname)) throw new Fault('network', "Can't find host for bCUBE")
    const run = runOf(hostname)
    if (row === lanCalls.status) return { status: { uuid: hostname }, runs: [run] }
    const from = params.after?.AMP ?? 0
    const rest = Array.from({ length: state.points - from }, (_, at) => reading(from + at + 1))
    const progress = { analysis_uuid: run.analysis_uuid }
    return {
      run,
      order: makeOrder(),
      progress,
      readings: rest.slice(0, 3),
      more: rest.length > 3,
    }
  }) as unknown as typeof callDevice
  return { call, asked, gone, stuck, state }
}

interface Play {
  hostnames?: string[]
  known?: (uuid: string) => AnalysisStatus | null
}

function start({ hostnames = ['one', 'two'], known = () => null }: Play = {}) {
  const played = playDevices(hostnames)
  const seen = new Map<string, SeenDevice>()
  let now = 0
  let tick = () => {}
  let cancelled = false
  const following = followDevices(hostnames, {
    known,
    call: played.call,
    onChange: (device) => seen.set(device.hostname, device),
    now: () => now,
    every: (ms, act) => {
      expect(ms).toBe(5_000)
      tick = act
      return () => (cancelled = true)
    },
  })
  return {
    ...played,
    seen,
    following,
    pass: (ms: number) => {
      now += ms
      tick()
    },
    isCancelled: () => cancelled,
    indices: (hostname: string) =>
      [...(seen.get(hostname)?.details.values() ?? [])].flatMap(({ readings }) =>
        readings.map(({ index }) => index),
      ),
  }
}

describe('following devices in the local network', () => {
  test('[CONST-027] each is asked every five seconds, and its run read on from where the page is', async () => {
    const { following, pass, asked, indices, state, seen } = start({ hostnames: ['one'] })
    await following.ask()
    expect(asked).toEqual(['one STATUS', 'one GET 0', 'one GET 3'])
    expect(indices('one')).toEqual([1, 2, 3, 4])
    state.points = 6
    pass(5_000)
    await following.ask()
    expect(asked.slice(3)).toEqual(['one STATUS', 'one GET 4'])
    expect(indices('one')).toEqual([1, 2, 3, 4, 5, 6])
    expect(seen.get('one')?.heardAt).toBe(5_000)
  })

  test('[STATE-022] a run that is known to have ended is not fetched; one that ended here is fetched to its end', async () => {
    const ended = start({ hostnames: ['one'], known: () => 'COMPLETE' })
    await ended.following.ask()
    expect(ended.asked).toEqual(['one STATUS'])
    expect(ended.seen.get('one')?.runs).toHaveLength(1)
    const { following, asked, state, indices } = start({ hostnames: ['one'] })
    await following.ask()
    state.points = 5
    state.status = 'COMPLETE'
    await following.ask()
    expect(indices('one')).toEqual([1, 2, 3, 4, 5])
    const before = asked.length
    await following.ask()
    expect(asked.slice(before)).toEqual(['one STATUS'])
  })

  test('one that does not answer keeps what was seen of it with its age, and holds up no other', async () => {
    const { following, gone, stuck, seen, pass, indices, asked } = start()
    await following.ask()
    let letGo = () => {}
    stuck.set('one', new Promise((resolve) => (letGo = resolve)))
    gone.add('two')
    pass(5_000)
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(seen.get('two')).toMatchObject({ heardAt: 0, fault: { code: 'network' } })
    expect(indices('two')).toEqual([1, 2, 3, 4])
    // Expect no more questions while it has not answered.
    const before = asked.filter((one) => one === 'one STATUS').length
    pass(5_000)
    pass(5_000)
    expect(asked.filter((one) => one === 'one STATUS')).toHaveLength(before)
    gone.clear()
    letGo()
    await following.ask()
    expect(seen.get('two')).toMatchObject({ fault: null, heardAt: 15_000 })
  })

  test('nothing more is reported after a stop', async () => {
    const { following, seen, stuck, isCancelled } = start({ hostnames: ['one'] })
    await following.ask()
    let letGo = () => {}
    stuck.set('one', new Promise((resolve) => (letGo = resolve)))
    const asking = following.ask()
    const before = seen.get('one')
    following.stop()
    letGo()
    await asking
    expect(seen.get('one')).toBe(before)
    expect(isCancelled()).toBe(true)
  })
})
