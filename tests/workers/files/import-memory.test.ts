import { describe, expect, test } from 'vitest'
import { fullRuns } from '../../batteries/import-memory/full-runs.ts'
import { readInLittle } from '../../batteries/import-memory/read-files.ts'
import { worstFiles } from '../../batteries/import-memory/worst-files.ts'

/** MB: 64 for the file, and 8 of the reader's own code. Before the memory was counted, each of these files needed more. */
const heapMb = 72

describe('files at the service, in a process with the memory of a Worker', () => {
  test('issue 22: the worst files of each way to read them end as a run or with a reason', async () => {
    const wanted: Readonly<Record<string, [bytes: number, end: string]>> = {
      'table of CFX': [3_000_000, 'read'],
      'table of merged wells': [4_000_000, 'file_takes_memory'],
      'table of joined wells': [6_000_000, 'file_takes_memory'],
      'table of curves below facts': [6_000_000, 'file_takes_memory'],
      'RDML of deep elements': [4_000_000, 'file_takes_memory'],
      'RDML of elements': [4_000_000, 'file_takes_memory'],
      'EDS of numbers': [3_000_000, 'file_takes_memory'],
      'EDS of nested lists': [3_000_000, 'file_takes_memory'],
      'EDS of results': [8_000_000, 'file_takes_memory'],
    }
    const files = Object.entries(wanted).map(([kind, [bytes]]) => {
      const { name, make } = worstFiles.find((one) => one.kind === kind)!
      return { name, bytes: make(bytes) }
    })
    const ends = (await readInLittle(files, heapMb)).map(({ end }) => end)
    expect(ends).toEqual(Object.values(wanted).map(([, end]) => end))
  }, 300_000)

  test('issue 22: runs as large as instruments measure them are read', async () => {
    const files = fullRuns.slice(2).map(({ name, make }) => ({ name, bytes: make() }))
    const ends = (await readInLittle(files, heapMb)).map(({ end }) => end)
    expect(ends).toEqual(files.map(() => 'read'))
  }, 300_000)
})
