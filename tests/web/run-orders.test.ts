import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Fault } from '../../domain/fault.ts'
import {
  openRunOrders,
  type Order,
  type RunButton,
  type RunOrdered,
  type RunOrderBook,
  takeBackMs,
} from '../../web/screens/analyses/detail/running/run-orders.ts'

const run = '00000000-0000-4000-8000-000000000001'
const orders: Record<RunButton, RunOrdered> = {
  ABORT: { name: 'ABORT', analysis_uuid: run },
  SKIP: { name: 'SKIP', analysis_uuid: run, position: 3 },
  EXTEND: { name: 'EXTEND', analysis_uuid: run, cycles: 5 },
  SHORTEN: { name: 'EXTEND', analysis_uuid: run, cycles: -5 },
}

type Answer = string | Fault
/** Requests that left the page, each with the function that answers it. */
let sent: { name: string; opId: string; signal: AbortSignal; answer: (answer: Answer) => void }[]
let settled: Order[]
let book: RunOrderBook

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 })
  let made = 0
  ;[sent, settled] = [[], []]
  book = openRunOrders({
    send: (ordered, opId, signal) =>
      new Promise((resolve, reject) => {
        const answer = (given: Answer) => (given instanceof Fault ? reject(given) : resolve(given))
        sent.push({ name: ordered.name, opId, signal, answer })
      }),
    makeId: () => `op-${(made += 1)}`,
    settled: (order) => settled.push(order),
  })
})
afterEach(() => {
  vi.useRealTimers()
})

const press = (pressed: RunButton) => book.press(pressed, orders[pressed])
const states = () => book.orders.value.map(({ pressed, state }) => `${pressed} ${state.is}`)
const names = () => sent.map(({ name }) => name)
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const silence = () => new Fault('timeout', 'Timeout Error')

describe('first-use W1: an abort', () => {
  test('first-use W1: is sent at once beside an order that nobody has answered, which ends in a word', async () => {
    press('SKIP')
    await pass(takeBackMs)
    expect(names()).toEqual(['SKIP'])
    expect(press('ABORT')).toBe(true)
    await pass(0)
    expect(names()).toEqual(['SKIP', 'ABORT'])
    expect(sent[0]?.signal.aborted).toBe(true)
    expect(states()).toEqual(['ABORT sending', 'SKIP overtaken'])
    sent[1]?.answer('ledger-1')
    await pass(0)
    expect(states()).toEqual(['ABORT sent', 'SKIP overtaken'])
    // Answer the other one late, which changes no word.
    sent[0]?.answer('ledger-0')
    await pass(0)
    expect(states()).toEqual(['ABORT sent', 'SKIP overtaken'])
  })

  test('first-use W1: drops an order that can still be taken back, which is never sent', async () => {
    press('EXTEND')
    press('ABORT')
    await pass(takeBackMs * 3)
    expect(names().filter((name) => name === 'EXTEND')).toEqual([])
    expect(book.orders.value[1]?.state).toEqual({ is: 'not_sent', why: 'aborted' })
  })

  test('first-use W1: is sent again under the same id until the service answers', async () => {
    press('ABORT')
    for (const tries of [0, 1, 2]) {
      sent[tries]?.answer(tries === 1 ? new Fault('offline', 'Offline') : silence())
      await pass(2000)
    }
    expect(names()).toEqual(['ABORT', 'ABORT', 'ABORT', 'ABORT'])
    expect(new Set(sent.map(({ opId }) => opId)).size).toBe(1)
    expect(book.orders.value[0]?.state).toMatchObject({ is: 'sending', tries: 4 })
    sent[3]?.answer('ledger')
    await pass(0)
    expect(states()).toEqual(['ABORT sent'])
  })

  test('first-use W1: a refusal ends it with its reason, and it can be pressed again', async () => {
    press('ABORT')
    sent[0]?.answer(new Fault('refused', 'No run', { reason: 'no_run' }))
    await pass(60_000)
    expect(states()).toEqual(['ABORT refused'])
    expect(names()).toEqual(['ABORT'])
    expect(press('ABORT')).toBe(true)
  })

  test.each([
    ['never left this machine', new Fault('offline', 'Offline'), 'not_sent'],
    ['may have arrived', silence(), 'unknown'],
  ] as const)('first-use W1: stopped after tries that %s it says so', async (_, answer, said) => {
    press('ABORT')
    sent[0]?.answer(answer)
    await pass(100)
    book.stop('op-1')
    expect(book.orders.value[0]?.state.is).toBe(said)
    await pass(60_000)
    expect(names()).toEqual(['ABORT'])
  })
})

describe('first-use H9: skip, and cycles more or fewer,', () => {
  test.each(['SKIP', 'EXTEND', 'SHORTEN'] as const)(
    'first-use H9: %s is held for five seconds, then sent as it was pressed',
    async (pressed) => {
      press(pressed)
      await pass(takeBackMs - 1)
      expect(sent).toEqual([])
      await pass(1)
      expect(names()).toEqual([orders[pressed].name])
    },
  )

  test('first-use H9: taken back it is never sent, and the word stays', async () => {
    press('SKIP')
    await pass(4900)
    book.takeBack('op-1')
    await pass(60_000)
    expect(sent).toEqual([])
    expect(book.orders.value[0]?.state).toEqual({ is: 'not_sent', why: 'taken_back' })
  })

  test('first-use H9: can be sent at once, and not taken back afterwards', async () => {
    press('SKIP')
    book.sendNow('op-1')
    book.takeBack('op-1')
    await pass(takeBackMs * 2)
    expect(names()).toEqual(['SKIP'])
    expect(states()).toEqual(['SKIP sending'])
  })

  test('first-use H9: leaving the page drops what is held and names it; what was sent goes on', async () => {
    press('SKIP')
    expect(book.leave().map(({ pressed }) => pressed)).toEqual(['SKIP'])
    await pass(60_000)
    expect(sent).toEqual([])
    press('ABORT')
    expect(book.leave()).toEqual([])
    sent[0]?.answer('ledger')
    await pass(0)
    expect(settled.at(-1)).toMatchObject({ pressed: 'ABORT', state: { is: 'sent' } })
  })

  test('first-use W1: without an answer it is not sent twice, and that nothing is known is said', async () => {
    press('SKIP')
    expect(press('EXTEND')).toBe(false)
    await pass(takeBackMs)
    sent[0]?.answer(silence())
    await pass(60_000)
    expect(names()).toEqual(['SKIP'])
    expect(states()).toEqual(['SKIP unknown'])
    expect(press('SKIP')).toBe(true)
  })
})

test('first-use W1: every order ends in a word, whatever is pressed and answered', async () => {
  const buttons = ['SKIP', 'EXTEND', 'ABORT', 'SHORTEN'] as const
  const answers = ['ledger', silence(), new Fault('refused', '', { reason: 'step_over' })]
  let pressed = 0
  for (let round = 0; round < 200; round += 1) {
    const button = buttons[(round * 7 + (round >> 2)) % 4] as RunButton
    if (press(button)) pressed += 1
    await pass([0, 300, 5000, 9000][round % 4] as number)
    if (round % 3 !== 0) sent.at(-1)?.answer(answers[round % 3] as Answer)
    await pass(0)
  }
  for (let i = 0; i < 20; i += 1) {
    await pass(10_000)
    sent.at(-1)?.answer('ledger')
    await pass(0)
  }
  expect(pressed).toBeGreaterThan(40)
  expect(settled).toHaveLength(pressed)
})
