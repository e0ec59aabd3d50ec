import { expose, transfer } from 'comlink'
import { Fault, type FaultDetail } from '../domain/fault.ts'
import { jobs, type JobName } from './jobs.ts'

/** Comlink keeps only the text of an error, so that a Fault travels as its details. */
export type Reply = { ok: true; value: unknown } | { ok: false; faults: readonly FaultDetail[] }

/** The whole surface of the worker: run one job of the table. Buffers of its answer change hands. */
export interface WorkerSurface {
  run: (name: JobName, args: readonly unknown[]) => Reply | Promise<Reply>
}

const surface: WorkerSurface = {
  async run(name, args) {
    try {
      const job = jobs[name] as (...given: readonly unknown[]) => unknown
      const value = await job(...args)
      return transfer({ ok: true, value }, findBuffers(value))
    } catch (error) {
      if (error instanceof Fault) return { ok: false, faults: error.details }
      throw error
    }
  },
}

/** Buffers of the typed arrays that stand in an answer or in its fields. */
function findBuffers(value: unknown, depth = 2, found = new Set<ArrayBuffer>()): ArrayBuffer[] {
  if (ArrayBuffer.isView(value)) {
    if (value.buffer instanceof ArrayBuffer) found.add(value.buffer)
  } else if (depth > 0 && typeof value === 'object' && value !== null && !Array.isArray(value)) {
    for (const field of Object.values(value)) findBuffers(field, depth - 1, found)
  }
  return [...found]
}

expose(surface)
