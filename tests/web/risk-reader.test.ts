import { describe, expect, test } from 'vitest'
import { Fault } from '../../domain/fault.ts'
import type { Risk } from '../../domain/rules/review-risk.ts'
import { firstRestMs, RiskReader } from '../../web/screens/reviewer/queue/risk-reader.ts'

const late: Risk[] = [{ name: 'late_cq', count: 1, wells: ['A1'] }]

/** Open a reader on a service whose answers and clock the test sets. */
function open(kept: Record<string, Risk[]> = {}) {
  const asked: string[] = []
  const answers = new Map<string, { give: (risks: Risk[]) => void; fail: (error: Error) => void }>()
  const timers: { work: () => void; ms: number }[] = []
  const stored: string[][] = []
  const reader = new RiskReader({
    read: ({ hash }) => {
      asked.push(hash)
      return new Promise((give, fail) => answers.set(hash, { give, fail }))
    },
    loadKept: () => Promise.resolve(new Map(Object.entries(kept))),
    keep: (risks) => Promise.resolve(void stored.push([...risks.keys()])),
    onChange: () => {},
    later: (work, ms) => {
      const timer = { work, ms }
      timers.push(timer)
      return () => void timers.splice(timers.indexOf(timer) >>> 0, 1)
    },
  })
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
  const give = async (hash: string, risks: Risk[] = []) => {
    answers.get(hash)?.give(risks)
    await settle()
  }
  const fail = async (hash: string, error: Error) => {
    answers.get(hash)?.fail(error)
    await settle()
  }
  const pass = async () => {
    for (const { work } of timers.splice(0)) work()
    await settle()
  }
  return { reader, asked, timers, stored, settle, give, fail, pass }
}

const results = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    uuid: `run-${at}`,
    hash: `hash-${at}`,
    curves: null,
  }))

describe('first-use B3: the queue reads the results of all that wait', () => {
  test('first-use B3: thousands are all read, a few at a time', async () => {
    const { reader, asked, settle, give, pass } = open()
    reader.want(results(3000))
    await settle()
    expect(asked).toHaveLength(3)
    for (let at = 0; at < asked.length; at += 1) await give(asked[at] as string)
    await pass()
    expect(reader.state.read.size).toBe(3000)
    expect(new Set(asked).size).toBe(3000)
  })

  test('first-use B3: those in view are read before the others', async () => {
    const { reader, asked, settle, give } = open()
    reader.see(new Set(['run-90', 'run-91', 'run-92', 'run-93']))
    reader.want(results(100))
    await settle()
    expect(asked).toEqual(['hash-90', 'hash-91', 'hash-92'])
    await give('hash-91')
    await give('hash-90')
    expect(asked.slice(3)).toEqual(['hash-93', 'hash-0'])
  })

  test('first-use B3: a result read before a reload is not read again, and results are kept', async () => {
    const { reader, asked, settle, give, stored } = open({ 'hash-0': late, gone: [] })
    reader.want(results(2))
    await settle()
    expect(reader.state.read.get('hash-0')).toEqual(late)
    expect(asked).toEqual(['hash-1'])
    await give('hash-1')
    // Store it before the page is closed, which a reload does not wait for. What waits no more is not kept for ever.
    expect(stored).toEqual([['hash-0', 'hash-1']])
  })

  test('first-use B3: a damaged file is unreadable until it is asked for again', async () => {
    const { reader, asked, settle, fail, give, pass } = open()
    reader.want(results(2))
    await settle()
    await fail('hash-0', new Fault('invalid', 'Another file', { reason: 'file_damaged' }))
    await fail('hash-1', new SyntaxError('No JSON'))
    await pass()
    expect([...reader.state.unreadable]).toEqual(['hash-0', 'hash-1'])
    expect(reader.state.read.size).toBe(0)
    reader.again()
    expect(asked).toHaveLength(4)
    await give('hash-0')
    await pass()
    expect([...reader.state.unreadable]).toEqual([])
    expect(reader.state.read.has('hash-0')).toBe(true)
  })

  test('first-use B3: without the service nothing is called unreadable; reading goes on later', async () => {
    const { reader, asked, settle, fail, give, pass, timers } = open()
    reader.want(results(20))
    await settle()
    for (const hash of ['hash-0', 'hash-1', 'hash-2'])
      await fail(hash, new Fault('network', 'No answer'))
    expect(asked).toHaveLength(3)
    expect(timers.filter(({ ms }) => ms === firstRestMs)).toHaveLength(1)
    const rest = timers.splice(
      timers.findIndex(({ ms }) => ms === firstRestMs),
      1,
    )
    await pass()
    expect(reader.state).toMatchObject({ stopped: true, unreadable: new Set() })
    for (const { work } of rest) work()
    expect(reader.state.stopped).toBe(false)
    expect(asked).toHaveLength(6)
    await give('hash-0', late)
    await pass()
    expect(reader.state.read.get('hash-0')).toEqual(late)
  })

  test('first-use B3: offline, the records of this machine are still read', async () => {
    const { reader, settle, fail, give, pass } = open()
    reader.want(results(5))
    await settle()
    for (const at of [0, 1, 2]) await fail(`hash-${at}`, new Fault('offline', 'No call is made'))
    await give('hash-3')
    await fail('hash-4', new Fault('offline', 'No call is made'))
    await pass()
    expect([...reader.state.read.keys()]).toEqual(['hash-3'])
    expect(reader.state.stopped).toBe(true)
  })
})
