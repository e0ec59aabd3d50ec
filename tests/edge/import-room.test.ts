// Replaces timers: a request that was cut off cannot be made in a test, and nobody waits 15 s for one.
import { afterEach, expect, it, vi } from 'vitest'
import { inImportRoom } from '../../edge/requests/import-room.ts'

afterEach(() => {
  // Restore the mock over the fake timers first, or it would put them back.
  vi.restoreAllMocks()
  vi.useRealTimers()
})

it('issue 22: one file is read at a time in a process, and the next one when it has ended', async () => {
  const first = Promise.withResolvers<string>()
  const bent = Promise.reject(new Error('bent'))
  bent.catch(() => {})
  const begun: string[] = []
  const work = (name: string, end: Promise<string>) =>
    inImportRoom(() => {
      begun.push(name)
      return end
    })
  const read = [work('first', first.promise), work('second', bent)]
  // Wait a turn of the clock, in which the second one looks for its place.
  await new Promise((resolve) => setTimeout(resolve, 0))
  expect(begun).toEqual(['first'])
  first.resolve('done')
  const ends = await Promise.allSettled(read)
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  await expect(work('third', Promise.resolve('done'))).resolves.toBe('done')
  expect(begun).toEqual(['first', 'second', 'third'])
})

it('issue 22: files are read in the order in which they came', async () => {
  const begun: number[] = []
  const turn = () => new Promise<void>((resolve) => setTimeout(resolve, 3))
  const all = Array.from({ length: 6 }, async (_, at) => {
    for (let step = 0; step < at; step += 1) await turn()
    await inImportRoom(async () => {
      begun.push(at)
      await turn()
    })
  })
  await Promise.all(all)
  expect(begun).toEqual([0, 1, 2, 3, 4, 5])
})

it('issue 22: an import that storage holds up keeps its place, and the next one is refused in the end', async () => {
  vi.useFakeTimers()
  const slow = Promise.withResolvers<string>()
  const first = inImportRoom(() => slow.promise)
  await vi.advanceTimersByTimeAsync(30_000)
  let hasBegun = false
  const second = inImportRoom(async () => {
    hasBegun = true
  })
  const refusal = second.catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await refusal).toMatchObject({ code: 'overloaded' })
  expect(hasBegun).toBe(false)
  slow.resolve('done')
  await expect(first).resolves.toBe('done')
})

it('issue 22: an import whose request was cut off loses its place', async () => {
  vi.useFakeTimers()
  // Lose a timer: those of a request that was cut off end, and what it waited for never comes.
  vi.spyOn(globalThis, 'setTimeout').mockImplementationOnce(() => 0 as never)
  void inImportRoom(() => new Promise<never>(() => {}))
  await vi.advanceTimersByTimeAsync(1000)
  const second = inImportRoom(() => Promise.resolve('done'))
  await vi.advanceTimersByTimeAsync(10_000)
  await expect(second).resolves.toBe('done')
})
