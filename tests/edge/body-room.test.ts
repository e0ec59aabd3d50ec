import { expect, it } from 'vitest'
import { Fault } from '../../domain/fault.ts'
import { leaveRoom, takeRoom } from '../../edge/body-room.ts'

const form = { send: 'multipart' } as const
const mebibyte = 2 ** 20

/** Make a request that announces a body of a size. */
function announce(bytes: number): Request {
  const headers = { 'Content-Length': String(bytes) }
  return new Request('https://lab.example/', { method: 'POST', body: 'x', headers })
}

function refusal(take: () => void): string | undefined {
  try {
    take()
    return undefined
  } catch (error) {
    if (error instanceof Fault) return error.code
    throw error
  }
}

/** Name a person of a company. */
const person = (company: string, uuid: string) => ({ company, account: { uuid } })

it('issue 22: bodies that come at once never take the memory of the process', () => {
  const forms = [announce(24 * mebibyte), announce(24 * mebibyte), announce(24 * mebibyte)]
  const [first, second, third] = forms as [Request, Request, Request]
  takeRoom(first, form, person('a', '1'))
  takeRoom(second, form, person('b', '2'))
  expect(refusal(() => takeRoom(third, form, person('c', '3')))).toBe('overloaded')
  expect(refusal(() => takeRoom(announce(mebibyte), {}, person('c', '3')))).toBe('overloaded')
  // Small ones go on.
  expect(refusal(() => takeRoom(announce(60_000), {}, person('c', '3')))).toBeUndefined()
  leaveRoom(first)
  expect(refusal(() => takeRoom(third, form, person('c', '3')))).toBeUndefined()
  for (const one of forms) leaveRoom(one)
})

it('issue 22: a body is never refused for its own size, and JSON counts with what is made of it', () => {
  const one = announce(4 * mebibyte)
  takeRoom(one, {}, person('a', '1'))
  expect(refusal(() => takeRoom(announce(3 * mebibyte), {}, person('a', '1')))).toBe('overloaded')
  leaveRoom(one)
  const whole = announce(24 * mebibyte)
  expect(refusal(() => takeRoom(whole, form, person('a', '1')))).toBeUndefined()
  leaveRoom(whole)
})

it('issue 22: bodies that never end leave room for other people and other companies', () => {
  const slow = [announce(24 * mebibyte), announce(2 * mebibyte)]
  const [first, second] = slow as [Request, Request]
  takeRoom(first, form, person('a', '1'))
  // Neither one person nor one company can fill the room.
  expect(refusal(() => takeRoom(announce(mebibyte), form, person('a', '1')))).toBe('overloaded')
  takeRoom(second, {}, person('a', '2'))
  expect(refusal(() => takeRoom(announce(mebibyte), {}, person('a', '3')))).toBe('overloaded')
  const other = announce(4 * mebibyte)
  expect(refusal(() => takeRoom(other, {}, person('b', '4')))).toBeUndefined()
  for (const one of [...slow, other]) leaveRoom(one)
})

it('issue 22: what is refused unread takes no room: a stranger announces as much as they like', () => {
  for (let at = 0; at < 20; at += 1) takeRoom(announce(20 * mebibyte), { caller: 'anyone' }, {})
  takeRoom(announce(100 * mebibyte), form, person('a', '1'))
  const one = announce(24 * mebibyte)
  expect(refusal(() => takeRoom(one, form, person('b', '2')))).toBeUndefined()
  leaveRoom(one)
})
