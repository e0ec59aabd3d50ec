import { Fault } from '../../domain/fault.ts'
import { readReply } from '../../domain/reply.ts'
import type { PageHead } from '../../domain/sync/page-lines.ts'
import type { Page, PulledRecord } from '../sync/ports.ts'

const newLine = 10

/**
 * Reads a page of changes from its lines. Bodies stay text until somebody looks into them.
 * @throws Fault of the envelope; `network` where the answer is not whole.
 */
export function readPageLines(bytes: Uint8Array): Page {
  const decoder = new TextDecoder()
  let at = 0
  const readLine = () => {
    const end = bytes.indexOf(newLine, at)
    if (end < 0) throw new Fault('network', 'The answer broke off')
    const text = decoder.decode(bytes.subarray(at, end))
    at = end + 1
    return text
  }
  const { records, ...page } = readHead(readLine())
  return { ...page, records: records.map((facts) => recordOf(facts, readLine())) }
}

function readHead(line: string): PageHead {
  let head: unknown
  try {
    head = JSON.parse(line)
  } catch {
    throw new Fault('network', 'The answer is not from this service')
  }
  return readReply(head) as PageHead
}

function recordOf(
  [kind, uuid, seq, created_at]: PageHead['records'][number],
  text: string,
): PulledRecord {
  if (text === 'null') return { kind, uuid, seq, body: null }
  let body: PulledRecord['body'] | undefined
  return {
    kind,
    uuid,
    seq,
    created_at,
    text,
    get body() {
      return (body ??= JSON.parse(text) as PulledRecord['body'])
    },
  } as PulledRecord
}
