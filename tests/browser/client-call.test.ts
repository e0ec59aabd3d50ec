// Replace `fetch` to see the requests and to be offline: no service runs beside these tests.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as v from 'valibot'
import { get, post, search } from '../../domain/call.ts'
import { sessionCalls } from '../../domain/calls/session.ts'
import { Fault } from '../../domain/fault.ts'
import { version } from '../../package.json'
import { call, keepSessionWith } from '../../web/client/call.ts'
import { errorTexts } from '../../web/i18n/faults.ts'
import { answerLifeMs, dropAnswers } from '../../web/client/kept-answers.ts'

const read = get('/about/locales', { needs: null, data: v.unknown() })
const write = post('/users/create', {
  needs: null,
  body: v.looseObject({}),
  data: v.unknown(),
})
const list = search('/analysis/search', {
  needs: null,
  body: v.looseObject({}),
  data: v.unknown(),
  offline: 'cached',
})

let sent: Request[] = []
let answer: (request: Request) => Promise<Response>
let who = 'olga'

beforeEach(async () => {
  sent = []
  who = 'olga'
  answer = async () => Response.json({ ok: true, data: { from: 'the service' } })
  keepSessionWith({ refresh: async () => false, who: () => who })
  for (const one of ['olga', 'marco']) await dropAnswers(one)
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const request = new Request(input, init)
    sent.push(request)
    return answer(request)
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

describe('a list', () => {
  const pages = search('/certificates/search', {
    needs: null,
    body: v.looseObject({}),
    data: v.object({ data: v.array(v.unknown()), total: v.number() }),
  })
  const counts = get('/certificates/status', { needs: null, data: v.array(v.unknown()) })

  it.each([
    ['a page of nothing', pages, { total: 0 }],
    ['a page of something else', pages, { data: { 0: 'one' }, total: 1 }],
    ['no page at all', pages, null],
    ['an object', counts, { status: 'Issued' }],
  ])('[ERR-035] that comes as %s is shown to be none', async (_, row, data) => {
    answer = async () => Response.json({ ok: true, data })
    const error: unknown = await call(
      row as typeof pages,
      row === pages ? { body: {} } : ({} as never),
    ).catch((one) => one)
    expect(error).toBeInstanceOf(Fault)
    expect(errorTexts(error)).toEqual(['Response data is not an array'])
  })

  it('comes as it is where it is one', async () => {
    answer = async () => Response.json({ ok: true, data: [] })
    expect(await call(counts, {})).toEqual([])
    answer = async () => Response.json({ ok: true, data: { data: [1], total: 1 } })
    expect(await call(pages, { body: {} })).toMatchObject({ data: [1] })
  })
})

describe('a service without room', () => {
  const full = (again: number) =>
    Response.json(
      {
        ok: false,
        errors: [{ code: 'overloaded', message: '', params: { retry_after_s: again } }],
      },
      { status: 503 },
    )

  it('scale: is asked again after the time that it says, also for a write with an operation id', async () => {
    let last = 0
    const waits: number[] = []
    answer = async () => {
      const now = performance.now()
      if (last > 0) waits.push(now - last)
      last = now
      return sent.length === 2 ? Response.json({ ok: true, data: 'done' }) : full(1)
    }
    expect(await call(write, { body: {} }, { opId: 'op-12345' })).toBe('done')
    expect(waits[0]).toBeGreaterThanOrEqual(490)
    expect(sent.map((request) => request.headers.get('Operation-Id'))).toEqual([
      'op-12345',
      'op-12345',
    ])
  })

  it('scale: is said in words where it stays so, and a kept answer is shown instead', async () => {
    await call(list, { body: {} })
    answer = async () => full(0)
    expect(await call(list, { body: {} })).toEqual({ from: 'the service' })
    const error: unknown = await call(write, { body: {} }).catch((one) => one)
    expect(errorTexts(error)).toEqual([
      'The service has more work than it can do at the moment. Nothing you typed is lost; try again in a few seconds.',
    ])
  })
})

const unreachable = () => Promise.reject(new TypeError('no network'))

async function faultOf(made: Promise<unknown>): Promise<string> {
  try {
    await made
  } catch (error) {
    if (error instanceof Fault) return error.code
  }
  throw new Error('no fault')
}

describe('the headers of every call', () => {
  it('[TRANS-012] the cookies of its own origin, and to no other', async () => {
    await call(read, {})
    expect(sent[0]?.credentials).toBe('same-origin')
    expect(new URL(sent[0]?.url ?? '').origin).toBe(location.origin)
  })

  it('[TRANS-011] under the version of the API', async () => {
    await call(read, {})
    expect(new URL(sent[0]?.url ?? '').pathname).toBe('/v3/about/locales')
  })

  it('the account of the page, also when somebody else has signed in meanwhile; not where that is asked', async () => {
    answer = async () => {
      who = 'marco'
      return Response.json(
        { ok: false, errors: [{ code: 'not_signed_in', message: '' }] },
        { status: 401 },
      )
    }
    keepSessionWith({ refresh: async () => true, who: () => who })
    expect(await faultOf(call(write, { body: {} }))).toBe('not_signed_in')
    await faultOf(call(sessionCalls.me, {}, { ownLapse: true }))
    expect(sent.map(({ headers }) => headers.get('X-Account'))).toEqual(['olga', 'olga', null])
  })

  it('[TRANS-013] [TRANS-015] X-Requested-With, and the application with version and mobile marker', async () => {
    await call(read, {})
    await call(write, { body: {} })
    for (const { headers } of sent) {
      expect(headers.get('X-Requested-With')).toBe('XMLHttpRequest')
      const mobile = matchMedia('(pointer: coarse)').matches ? 1 : 0
      expect(headers.get('Application')).toBe(`bApp/${version}; mobile=${mobile}`)
    }
  })

  it('[TRANS-014] JSON, and says so', async () => {
    await call(write, { body: { name: 'Olga' } })
    expect(sent[0]?.headers.get('Content-Type')).toBe('application/json')
    expect(await sent[0]?.json()).toEqual({ name: 'Olga' })
  })
})

describe('a call that is not answered', () => {
  it('[TRANS-016] [CONST-028] is given up after 30 s', async () => {
    const waited = vi.spyOn(AbortSignal, 'timeout')
    await call(read, {})
    expect(waited).toHaveBeenCalledWith(30_000)
  })

  it('[TRANS-016] is given up for real when its time is over', async () => {
    answer = (request) =>
      new Promise((_, reject) => {
        request.signal.addEventListener('abort', () => reject(request.signal.reason as Error))
      })
    const patient = post('/users/create', { needs: null, data: v.unknown(), timeout: 60 })
    const began = performance.now()
    expect(await faultOf(call(patient, {}))).toBe('timeout')
    expect(performance.now() - began).toBeLessThan(3000)
    expect(sent).toHaveLength(1)
  })

  it('[TRANS-017] [CONST-029] is tried three times more when it only reads, or when it may be repeated', async () => {
    answer = unreachable
    expect(await faultOf(call(read, {}))).toBe('network')
    expect(sent).toHaveLength(4)
    sent = []
    expect(await faultOf(call(write, { body: {} }, { opId: 'the-same-one' }))).toBe('network')
    expect(sent.map(({ headers }) => headers.get('Operation-Id'))).toEqual(
      Array.from({ length: 4 }, () => 'the-same-one'),
    )
  })

  it('[TRANS-017] is not tried again when it writes and could write twice', async () => {
    answer = unreachable
    expect(await faultOf(call(write, { body: {} }))).toBe('network')
    expect(sent).toHaveLength(1)
  })

  it('[TRANS-017] is answered by the first try that comes through', async () => {
    answer = () =>
      sent.length < 3 ? unreachable() : Promise.resolve(Response.json({ ok: true, data: 7 }))
    expect(await call(read, {})).toBe(7)
    expect(sent).toHaveLength(3)
  })

  it('is not tried again when the service has refused it', async () => {
    answer = async () =>
      Response.json({ ok: false, errors: [{ code: 'not_found', message: 'no' }] })
    expect(await faultOf(call(read, {}))).toBe('not_found')
    expect(sent).toHaveLength(1)
  })
})

describe('answers', () => {
  const find = (text: string) => call(list, { body: { search: text } })
  const rows = (name: string) => async () => Response.json({ ok: true, data: [name] })
  const offline = () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  /** The answer is kept beside the way of the call. */
  const kept = (count: number) =>
    vi.waitFor(async () => {
      const cache = await caches.open(`answers-${who}`)
      expect(await cache.keys()).toHaveLength(count)
    }, 10_000)

  it('[TRANS-018] are kept, those of a POST that reads by its body, and are used without network', async () => {
    answer = rows('plate A')
    await find('A')
    answer = rows('plate B')
    await find('B')
    await kept(2)
    offline()
    expect(await find('A')).toEqual(['plate A'])
    expect(await find('B')).toEqual(['plate B'])
    expect(await faultOf(find('C'))).toBe('offline')
    expect(sent).toHaveLength(2)
  })

  it('[TRANS-018] are those of the service whenever it answers', async () => {
    answer = rows('old')
    await find('A')
    await kept(1)
    answer = rows('new')
    expect(await find('A')).toEqual(['new'])
    offline()
    await vi.waitFor(async () => expect(await find('A')).toEqual(['new']))
  })

  it('[TRANS-018] of writes are never kept', async () => {
    answer = rows('written')
    await call(write, { body: {} })
    offline()
    expect(await faultOf(call(write, { body: {} }))).toBe('offline')
  })

  it('[TRANS-018] of one account are never another one’s, and go with its sign-out', async () => {
    answer = rows('of Olga')
    await find('A')
    await kept(1)
    offline()
    who = 'marco'
    expect(await faultOf(find('A'))).toBe('offline')
    who = 'olga'
    expect(await find('A')).toEqual(['of Olga'])
    await dropAnswers('olga')
    expect(await faultOf(find('A'))).toBe('offline')
  })

  it('that come back after the sign-out are not kept', async () => {
    let arrive: (response: Response) => void = () => undefined
    answer = () => new Promise((resolve) => (arrive = resolve))
    const made = find('A')
    await vi.waitFor(() => expect(sent).toHaveLength(1), 10_000)
    await dropAnswers('olga')
    arrive(Response.json({ ok: true, data: ['late'] }))
    expect(await made).toEqual(['late'])
    offline()
    expect(await faultOf(find('A'))).toBe('offline')
  })

  it('that the service has taken back are gone', async () => {
    answer = rows('plate A')
    await find('A')
    await kept(1)
    answer = async () =>
      Response.json({ ok: false, errors: [{ code: 'forbidden', message: 'no' }] })
    expect(await faultOf(find('A'))).toBe('forbidden')
    offline()
    expect(await faultOf(find('A'))).toBe('offline')
  })

  it('[CONST-048] are gone a day after they were made when nothing asked for them', async () => {
    expect(answerLifeMs).toBe(86_400_000)
    const clock = vi.spyOn(Date, 'now')
    const start = 1_800_000_000_000
    clock.mockReturnValue(start)
    answer = rows('plate A')
    await find('A')
    await kept(1)
    offline()
    clock.mockReturnValue(start + answerLifeMs + 1)
    expect(await faultOf(find('A'))).toBe('offline')
  })

  it('[CACHE-008] [CONST-048] are gone a day after their last use', async () => {
    const clock = vi.spyOn(Date, 'now')
    const start = 1_800_000_000_000
    clock.mockReturnValue(start)
    answer = rows('plate A')
    await find('A')
    await kept(1)
    offline()
    clock.mockReturnValue(start + answerLifeMs - 1)
    expect(await find('A')).toEqual(['plate A'])
    clock.mockReturnValue(start + 2 * answerLifeMs - 2)
    expect(await find('A')).toEqual(['plate A'])
    clock.mockReturnValue(start + 3 * answerLifeMs)
    expect(await faultOf(find('A'))).toBe('offline')
  })
})
