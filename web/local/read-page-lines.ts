import { Fault } from '../../domain/fault.ts'
import { readReply } from '../../domain/reply.ts'
import type { PageHead, PagesHead } from '../../domain/sync/page-lines.ts'
import type { Page, PulledRecord } from '../sync/ports.ts'

const newLine = 10

/**
 * Read a page of changes from its lines. Bodies stay text until somebody looks into them.
 * @throws Fault of the envelope; `network` where the answer is not whole.
 */
export function readPageLines(bytes: Uint8Array): Page {
  const readLine = linesOf(bytes)
  return withBodies(readHead(readLine()) as PageHead, readLine)
}

/** Read several pages of changes from one answer (`readPageLines`); null for one that is to be asked for alone. */
export function readPagesLines(bytes: Uint8Array): {
  pages: (Omit<Page, 'scope'> | null)[]
  scope: string
} {
  const readLine = linesOf(bytes)
  const { pages, scope } = readHead(readLine()) as PagesHead
  return { pages: pages.map((page) => page && withBodies(page, readLine)), scope }
}

function linesOf(bytes: Uint8Array): () => string {
  const decoder = new TextDecoder()
  let at = 0
  return () => {
    const end = bytes.indexOf(newLine, at)
    if (end < 0) throw new Fault('network', 'The answer broke off')
    const text = decoder.decode(bytes.subarray(at, end))
    at = end + 1
    return text
  }
}

function readHead(line: string): unknown {
  let head: unknown
  try {
    head = JSON.parse(line)
  } catch {
    throw new Fault('network', 'The answer is not from this service')
  }
  return readReply(head)
}

function withBodies<Head extends { records: PageHead['records'] }>(
  { records, ...page }: Head,
  readLine: () => string,
) {
  return { ...page, records: records.map((facts) => recordOf(facts, readLine())) }
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
