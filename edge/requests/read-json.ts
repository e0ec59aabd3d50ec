import { checkJsonType, notJson, parseJson } from '../../domain/scan-json.ts'
import { readBytes } from './read-bytes.ts'

/** Largest JSON body: a full plate with names is some 20 kB, fifty readings of 96 wells 300 kB. */
export const jsonLimit = 4 * 1024 * 1024

/**
 * Largest JSON body of a call that needs no sign-in: its texts are short, and its memory is taken before anybody is known, for as
 * long as the body takes to come.
 */
export const strangerLimit = 64 * 1024

/**
 * Read the JSON of a request; undefined when its body is empty.
 * @throws Fault `invalid` with a reason: `too_large`, `not_json`, and what `parseJson` refuses.
 */
export async function readJson(request: Request, limit = jsonLimit): Promise<unknown> {
  const text = await readText(request, limit)
  if (text === '') return undefined
  checkJsonType(request.headers.get('content-type'))
  return parseJson(text)
}

/**
 * Read the text of a request. Refuses bytes that are no UTF-8: with a replacement character it would be another text
 * than was sent.
 */
async function readText(request: Request, limit: number): Promise<string> {
  const bytes = await readBytes(request, limit)
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes)
  } catch {
    throw notJson()
  } finally {
    bytes.buffer.transfer(0)
  }
}
