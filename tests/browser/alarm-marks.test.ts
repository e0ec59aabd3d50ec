// No service runs beside these tests: `fetch` is replaced by one that keeps who acknowledged what.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Alarm } from '../../domain/entities/alarm.ts'
import { keepSessionWith } from '../../web/client/call.ts'
import { acknowledgeAlarm, alarmMarks, followAlarmMarks } from '../../web/state/alarm-marks.ts'
import { account, endSession, refreshSession, session, signIn } from '../../web/state/session.ts'
import { operatorAccount } from '../support/operator-account.ts'

const [olga, marco] = ['olga', 'marco'].map((username) => ({
  ...operatorAccount,
  uuid: crypto.randomUUID(),
  username,
})) as [typeof operatorAccount, typeof operatorAccount]
const alarm = {
  uuid: crypto.randomUUID(),
  name: 'bGATE away',
  updated_at: '2026-11-27T06:00:00.000Z',
} as Alarm

let state: 'away' | 'lapsed' | 'busy' | 'there'
let acknowledged: (string | null)[]

const refuse = (status: number, code: string) =>
  Response.json({ ok: false, errors: [{ code, message: code }] }, { status })

async function serve(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init)
  const { pathname } = new URL(request.url)
  if (request.method === 'POST' && pathname.endsWith('/session/login')) {
    const { username } = (await request.json()) as { username: string }
    state = 'there'
    return Response.json({ ok: true, data: username === 'olga' ? olga : marco })
  }
  if (state === 'away') throw new TypeError('Failed to fetch')
  if (state === 'lapsed') return refuse(401, 'session_expired')
  if (state === 'busy') return refuse(429, 'too_many')
  if (pathname.includes('/alarms/acknowledge/')) {
    acknowledged.push(request.headers.get('X-Account'))
  }
  return Response.json({ ok: true, data: alarm })
}

beforeEach(async () => {
  acknowledged = []
  keepSessionWith({ refresh: refreshSession, who: () => account.peek()?.uuid ?? null })
  vi.spyOn(globalThis, 'fetch').mockImplementation(serve)
  await signIn('olga', 'a secret')
})
afterEach(() => {
  endSession({ stay: false })
  vi.restoreAllMocks()
  localStorage.clear()
})

test('eleventh attack A11-7: an acknowledgement that waits is not lost with the session, when somebody else signs in', async () => {
  state = 'away'
  expect(await acknowledgeAlarm(alarm, 'seen', crypto.randomUUID())).toBe('kept')
  state = 'lapsed'
  followAlarmMarks()
  await vi.waitFor(() => expect(session.peek().state).toBe('locked'), 10_000)
  await signIn('marco', 'a secret')
  expect(alarmMarks.value).toEqual([])
  await vi.waitFor(() => expect(localStorage.getItem(`alarm-marks-${olga.uuid}`)).toContain('seen'))
  await signIn('olga', 'a secret')
  await vi.waitFor(() => expect(alarmMarks.value).toEqual([]), 10_000)
  expect(acknowledged).toEqual([olga.uuid])
})

test('eleventh attack A11-7: it waits too while the service takes no more calls', async () => {
  state = 'busy'
  expect(await acknowledgeAlarm(alarm, 'seen', crypto.randomUUID())).toBe('kept')
  expect(alarmMarks.value).toHaveLength(1)
})
