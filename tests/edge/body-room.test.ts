import { expect, it, vi } from 'vitest'
import { Fault } from '../../domain/fault.ts'
import { keepRoom, leaveRoom, openRoom, takeRoom } from '../../edge/requests/body-room.ts'
import { readBytes } from '../../edge/requests/read-bytes.ts'

const mebibyte = 2 ** 20

/** Open the room of a request of a person, for a form or for JSON. */
function ask(company: string, uuid: string, send?: 'multipart', body: BodyInit = 'x'): Request {
  const request = new Request('https://lab.example/', { method: 'POST', body })
  openRoom(request, { ...(send && { send }) }, { company, account: { uuid } })
  return request
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
  const [first, second] = [ask('a', '1', 'multipart'), ask('b', '2', 'multipart')]
  const third = ask('c', '3', 'multipart')
  takeRoom(first, 24 * mebibyte)
  takeRoom(second, 24 * mebibyte)
  expect(refusal(() => takeRoom(third, 24 * mebibyte))).toBe('overloaded')
  expect(refusal(() => takeRoom(third, mebibyte))).toBe('overloaded')
  // Let small ones go on.
  expect(refusal(() => takeRoom(third, 60_000))).toBeUndefined()
  leaveRoom(first)
  expect(refusal(() => takeRoom(third, 24 * mebibyte))).toBeUndefined()
  for (const one of [second, third]) leaveRoom(one)
})

it('issue 22: a body is never refused for its own size, and JSON counts with what is made of it', () => {
  const [one, other] = [ask('a', '1'), ask('a', '1')]
  takeRoom(one, 4 * mebibyte)
  expect(refusal(() => takeRoom(other, 3 * mebibyte))).toBe('overloaded')
  leaveRoom(one)
  expect(refusal(() => takeRoom(other, 20 * mebibyte))).toBeUndefined()
  leaveRoom(other)
})

it('issue 22: bodies that never end leave room for other people and other companies', () => {
  const slow = [ask('a', '1', 'multipart'), ask('a', '2')]
  const [first, second] = slow as [Request, Request]
  takeRoom(first, 24 * mebibyte)
  takeRoom(second, 2 * mebibyte)
  // Let neither one person nor one company fill the room.
  const [again, colleague, other] = [ask('a', '1', 'multipart'), ask('a', '3'), ask('b', '4')]
  expect(refusal(() => takeRoom(again, mebibyte))).toBe('overloaded')
  expect(refusal(() => takeRoom(colleague, mebibyte))).toBe('overloaded')
  expect(refusal(() => takeRoom(other, 4 * mebibyte))).toBeUndefined()
  for (const one of [...slow, again, colleague, other]) leaveRoom(one)
})

it('issue 22: a body that announces no size takes room as it comes, and one that is refused none', async () => {
  const others = [ask('b', '2', 'multipart'), ask('c', '3', 'multipart')]
  for (const one of others) takeRoom(one, 23 * mebibyte)
  const stream = (pieces: number) =>
    new ReadableStream({
      type: 'bytes',
      pull(controller) {
        if (pieces-- > 0) controller.enqueue(new Uint8Array(64 * 1024))
        else controller.close()
      },
    })
  const small = ask('a', '1', 'multipart', stream(8))
  expect(await readBytes(small, 4 * mebibyte)).toHaveLength(512 * 1024)
  leaveRoom(small)
  const large = ask('a', '1', 'multipart', stream(64))
  await expect(readBytes(large, 24 * mebibyte)).rejects.toMatchObject({ code: 'overloaded' })
  leaveRoom(large)
  const tooLarge = ask('a', '4', 'multipart', stream(64))
  await expect(readBytes(tooLarge, mebibyte)).rejects.toMatchObject({ code: 'invalid' })
  for (const one of [...others, tooLarge]) leaveRoom(one)
})

it('issue 22: a body that comes slowly keeps its room, and one that was cut off gives it back', () => {
  const [slow, gone, next] = [ask('a', '1', 'multipart'), ask('b', '2', 'multipart'), ask('c', '3')]
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    takeRoom(slow, 24 * mebibyte)
    takeRoom(gone, 24 * mebibyte)
    for (let at = 0; at < 3; at += 1) {
      vi.setSystemTime(Date.now() + 50_000)
      keepRoom(slow)
    }
    takeRoom(next, 6 * mebibyte)
    const again = ask('a', '1', 'multipart')
    expect(refusal(() => takeRoom(again, mebibyte))).toBe('overloaded')
    // Forget nothing because the clock was set back.
    vi.setSystemTime(Date.now() - 3_600_000)
    expect(refusal(() => takeRoom(again, mebibyte))).toBe('overloaded')
    leaveRoom(again)
  } finally {
    vi.useRealTimers()
    for (const one of [slow, gone, next]) leaveRoom(one)
  }
})
