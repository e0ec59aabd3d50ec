import { expect, it } from 'vitest'
import { inImportRoom } from '../../edge/import-room.ts'

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
  const second = expect(read[1]).rejects.toThrow('bent')
  // A turn of the clock, in which the second one looks for its place.
  await new Promise((resolve) => setTimeout(resolve, 0))
  expect(begun).toEqual(['first'])
  first.resolve('done')
  await expect(read[0]).resolves.toBe('done')
  await second
  await expect(work('third', Promise.resolve('done'))).resolves.toBe('done')
  expect(begun).toEqual(['first', 'second', 'third'])
})
