import type { IncomingMessage } from 'node:http'
import * as v from 'valibot'
import { Fault } from '../../domain/fault.ts'
import { scanJson } from '../../domain/scan-json.ts'

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
  if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '')) throw notJson()
  const text = await readText(request)
  scanJson(text)
  const parsed = v.safeParse(Body, readJson(text))
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

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw notJson()
  }
}

function notJson(): Fault {
  return new Fault('invalid', 'The request is not valid JSON', { reason: 'not_json' })
}
