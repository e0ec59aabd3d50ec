import type { SyncRecord } from '../calls/sync.ts'

/**
 * A page of changes as lines: its head with what each record is, then the bodies, one in each line, as they are stored.
 * Send records as lines of text, as both edge and browser store them, without parsing them on the way. A client requests it
 * by `Accept`; all others get the same page as JSON. Its content type is plain text, which proxies compress as they do JSON.
 */
export const pageLinesType = 'text/plain;form=lines'

/** A record as it is stored: its body is JSON. */
export interface PulledRecord extends Omit<SyncRecord, 'body'> {
  created_at: string
  body: string | null
}

export interface WrittenPage {
  records: readonly PulledRecord[]
  checkpoint: number
  newest?: number
  more: boolean
  scope: string
  generation: string
  kinds: string
}

type Facts = [kind: string, uuid: string, seq: number, created_at: string]

/** The first line: the envelope of every reply. */
export interface PageHead extends Omit<WrittenPage, 'records'> {
  records: Facts[]
}

export function writePageLines({ records, ...rest }: WrittenPage): string {
  const facts = records.map(({ kind, uuid, seq, created_at }): Facts => [
    kind,
    uuid,
    seq,
    created_at,
  ])
  const data: PageHead = { ...rest, records: facts }
  const bodies = records.map(({ body }) => `${inOneLine(body ?? 'null')}\n`)
  return `${JSON.stringify({ ok: true, data })}\n${bodies.join('')}`
}

export function writePageJson({ records, ...rest }: WrittenPage): string {
  const written = records.map(({ kind, uuid, seq, body }) => {
    const facts = JSON.stringify({ kind, uuid, seq })
    return `${facts.slice(0, -1)},"body":${body ?? 'null'}}`
  })
  return `{"records":[${written.join(',')}],${JSON.stringify(rest).slice(1)}`
}

/**
 * Return a body as one line. It is written as one here, but a store filled by another program may have formatted it.
 */
function inOneLine(body: string): string {
  return body.includes('\n') ? JSON.stringify(JSON.parse(body)) : body
}
