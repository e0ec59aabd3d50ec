import { expect } from 'vitest'
import { Fault } from '../../../domain/fault.ts'
import { importFile } from '../../../workers/files/import.ts'
import type { FileLimits } from '../../../workers/files/limits.ts'
import { checkImport } from '../../support/check-import.ts'

/** Return the first detail of the fault that a piece of work throws. */
export async function caught(work: () => unknown) {
  try {
    await work()
  } catch (error) {
    if (error instanceof Fault) return error.first
    throw error
  }
  throw new Error('Nothing was thrown')
}

/** Return the refusal of a file. */
export function refusal(content: Uint8Array | string, limits: Partial<FileLimits> = {}) {
  return caught(() => importFile('test', toBytes(content), limits))
}

/** Read the only run of a file, which must be complete. */
export async function readOne(content: Uint8Array | string) {
  const file = await importFile('test', toBytes(content))
  const run = file.runs[0]
  expect(checkImport(file)).toEqual([])
  if (!run || file.runs.length > 1) throw new Error(`${file.runs.length} runs`)
  return { file, run, codes: [...file.notices, ...run.notices].map(({ code }) => code) }
}

function toBytes(content: Uint8Array | string): Uint8Array {
  return typeof content === 'string' ? new TextEncoder().encode(content) : content
}
