import { Fault } from '../domain/fault.ts'
import { scanJson } from './scan-json.ts'

/** Largest JSON body: a full plate with names is some 20 kB, fifty readings of 96 wells 300 kB. */
export const jsonLimit = 4 * 1024 * 1024

/**
 * The JSON of a request; undefined when its body is empty.
 * @throws Fault `invalid` with a reason: `too_large`, `not_json`, and what `scanJson` refuses.
 */
export async function readJson(request: Request): Promise<unknown> {
  const text = await readText(request)
  if (text === '') return undefined
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? '')) {
    throw new Fault('invalid', 'Send JSON', { reason: 'not_json' })
  }
  return parseJson(text)
}

/** Parses a text after `scanJson` has looked through it. */
export function parseJson(text: string): unknown {
  scanJson(text)
  try {
    return JSON.parse(text)
  } catch {
    throw notJson()
  }
}

function notJson(): Fault {
  return new Fault('invalid', 'The request is not valid JSON', { reason: 'not_json' })
}

async function readText(request: Request): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })
  let text = ''
  await readPieces(request, jsonLimit, (piece) => {
    text += decode(decoder, piece)
  })
  return text + decode(decoder)
}

/** Bytes that are no UTF-8 are refused: replaced by a sign they would be another text than was sent. */
function decode(decoder: TextDecoder, piece?: Uint8Array): string {
  try {
    return piece ? decoder.decode(piece, { stream: true }) : decoder.decode()
  } catch {
    throw notJson()
  }
}

/**
 * Reads a body piece by piece: one that says it is too large is not read at all, and one that does not announce its
 * length is stopped at the same limit.
 */
export async function readPieces(
  { body, headers }: Request,
  limit: number,
  take: (piece: Uint8Array<ArrayBuffer>) => void | Promise<void>,
): Promise<void> {
  const tooLarge = () =>
    new Fault('invalid', 'The request is too large', { reason: 'too_large', params: { limit } })
  if (Number(headers.get('content-length') ?? 0) > limit) throw tooLarge()
  let size = 0
  for await (const piece of body ?? []) {
    size += piece.byteLength
    if (size > limit) throw tooLarge()
    await take(piece as Uint8Array<ArrayBuffer>)
  }
}
