import { Fault } from '../../domain/fault.ts'
import { keepRoom, takeRoom } from './body-room.ts'

const pieceSize = 64 * 1024
/** A body of which nothing comes for so long is given up, with its memory. */
const stalledMs = 45_000
/**
 * Most of a body that is read and dropped: who gets an answer before all is sent may take the connection for broken, and the
 * answer is lost.
 */
const mostDropped = 4 * 1024 * 1024

/**
 * Read the bytes of a request into one piece of memory, of the announced size, or growing if none is announced. A body
 * that announces too many bytes is not read; one that announces nothing is stopped at the same limit.
 * @throws Fault `invalid`, reason `too_large`; `overloaded` where other bodies take the memory (body-room.ts); `timeout` where it stops coming.
 */
export async function readBytes(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const { body, headers } = request
  const announced = Number(headers.get('content-length') ?? 0) || 0
  try {
    if (announced > limit) throw tooLarge(limit)
    takeRoom(request, announced)
  } catch (error) {
    if (body && announced <= mostDropped) await drop(body)
    throw error
  }
  if (!body) return new Uint8Array()
  const reader = body.getReader({ mode: 'byob' })
  let whole = new Uint8Array(announced || pieceSize)
  let size = 0
  // Read all pieces into the same memory: left behind one by one, they would stay until they are collected.
  let memory = new ArrayBuffer(pieceSize)
  for (;;) {
    const { done, value } = await readPiece(reader, memory)
    keepRoom(request)
    if (done) return whole.subarray(0, size)
    const needed = size + value.byteLength
    if (needed > whole.byteLength) {
      try {
        if (needed > limit) throw tooLarge(limit)
        takeRoom(request, Math.min(2 * needed, limit))
      } catch (error) {
        await reader.cancel()
        throw error
      }
      whole = enlarge(whole, Math.min(2 * needed, limit))
    }
    whole.set(value, size)
    size = needed
    memory = value.buffer as ArrayBuffer
  }
}

/** @throws Fault `timeout` where nothing comes. */
async function readPiece(
  reader: ReadableStreamBYOBReader,
  memory: ArrayBuffer,
): Promise<ReadableStreamReadResult<Uint8Array>> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stalled = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Fault('timeout', 'The request did not come whole')),
      stalledMs,
    )
  })
  try {
    return await Promise.race([reader.read(new Uint8Array(memory)), stalled])
  } catch (error) {
    reader.cancel().catch(() => {})
    throw error
  } finally {
    clearTimeout(timer)
  }
}

async function drop(body: ReadableStream<Uint8Array>): Promise<void> {
  const reader = body.getReader({ mode: 'byob' })
  let memory = new ArrayBuffer(pieceSize)
  for (;;) {
    // Read the next piece into the memory of the one before.
    // oxlint-disable-next-line no-await-in-loop
    const { done, value } = await reader.read(new Uint8Array(memory))
    if (done) return
    memory = value.buffer as ArrayBuffer
  }
}

function enlarge(bytes: Uint8Array<ArrayBuffer>, size: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(size)
  larger.set(bytes)
  bytes.buffer.transfer(0)
  return larger
}

export function tooLarge(limit: number): Fault {
  return new Fault('invalid', 'The request is too large', {
    reason: 'too_large',
    params: { limit },
  })
}
