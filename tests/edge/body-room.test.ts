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

it('issue 22: bodies that come at once never take the memory of the process', () => {
  const forms = [announce(24 * mebibyte), announce(24 * mebibyte), announce(24 * mebibyte)]
  const [first, second, third] = forms as [Request, Request, Request]
  takeRoom(first, form)
  takeRoom(second, form)
  expect(refusal(() => takeRoom(third, form))).toBe('overloaded')
  expect(refusal(() => takeRoom(announce(mebibyte), {}))).toBe('overloaded')
  // Small ones go on.
  expect(refusal(() => takeRoom(announce(60_000), {}))).toBeUndefined()
  leaveRoom(first)
  expect(refusal(() => takeRoom(third, form))).toBeUndefined()
  for (const one of forms) leaveRoom(one)
})

it('issue 22: a body is never refused for its own size, and JSON counts with what is made of it', () => {
  const large = announce(4 * mebibyte)
  const others = [large, announce(4 * mebibyte), announce(4 * mebibyte)]
  for (const one of others) takeRoom(one, {})
  expect(refusal(() => takeRoom(announce(100_000), {}))).toBe('overloaded')
  for (const one of others) leaveRoom(one)
  const whole = announce(24 * mebibyte)
  expect(refusal(() => takeRoom(whole, {}))).toBeUndefined()
  leaveRoom(whole)
})
