import { transfer } from 'comlink'
import { Fault, type FaultDetail } from '../domain/fault.ts'

/** Comlink keeps only the text of an error, so that a Fault travels as its details. */
export type Reply = { ok: true; value: unknown } | { ok: false; faults: readonly FaultDetail[] }

/** Do a piece of work and pack its outcome up for the page. Buffers of the answer change hands. */
export async function reply(work: () => unknown): Promise<Reply> {
  try {
    const value = await work()
    return transfer({ ok: true, value }, findBuffers(value))
  } catch (error) {
    if (error instanceof Fault) return { ok: false, faults: error.details }
    throw error
  }
}

/** Return the value of a reply, or throw its Fault. */
export function unpack(answer: Reply): unknown {
  if (answer.ok) return answer.value
  throw new Fault(answer.faults as ConstructorParameters<typeof Fault>[0] & object)
}

/** Return the buffers of the typed arrays in an answer or in its fields. */
function findBuffers(value: unknown, depth = 2, found = new Set<ArrayBuffer>()): ArrayBuffer[] {
  if (ArrayBuffer.isView(value)) {
    if (value.buffer instanceof ArrayBuffer) found.add(value.buffer)
  } else if (depth > 0 && typeof value === 'object' && value !== null && !Array.isArray(value)) {
    for (const field of Object.values(value)) findBuffers(field, depth - 1, found)
  }
  return [...found]
}
