import type { IncomingMessage } from 'node:http'
import * as v from 'valibot'
import { Fault } from '../../domain/fault.ts'
import { checkJsonType, notJson, parseJson } from '../../domain/scan-json.ts'

/** Largest body: a whole plate ordered is some 12 kB. */
const mostBytes = 128 * 1024

const Body = v.strictObject({
  command: v.pipe(v.string(), v.maxLength(40)),
  params: v.optional(v.looseObject({}), {}),
})

export interface LanBody {
  /** As it came: this is what was signed. */
  text: string
  command: string
  params: unknown
}

/** @throws Fault `invalid`: `too_large`, `not_json`, and what the scan of JSON refuses. */
export async function readBody(request: IncomingMessage): Promise<LanBody> {
  checkJsonType(request.headers['content-type'])
  const text = await readText(request)
  const parsed = v.safeParse(Body, parseJson(text))
  if (parsed.success) return { text, ...parsed.output }
  throw new Fault('invalid', 'Send {command, params}', { reason: 'not_an_object' })
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > mostBytes) {
      throw new Fault('invalid', 'The request is too large', {
        reason: 'too_large',
        params: { limit: mostBytes },
      })
    }
    chunks.push(chunk)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks))
  } catch {
    throw notJson()
  }
}
