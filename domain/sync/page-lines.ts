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

interface BarePage {
  records: readonly PulledRecord[]
  checkpoint: number
  newest?: number
  more: boolean
  generation: string
  kinds: string
}

export interface WrittenPage extends BarePage {
  scope: string
}

/** Pages of several streams in one answer; null for one that has to be asked for alone. */
export interface WrittenPages {
  pages: readonly (BarePage | null)[]
  scope: string
}

type Facts = [kind: string, uuid: string, seq: number, created_at: string]

/** Page without the bodies of its records. */
type Bare<Page> = Omit<Page, 'records'> & { records: Facts[] }

/** The first line: the envelope of every reply. */
export type PageHead = Bare<WrittenPage>

export interface PagesHead {
  pages: (Bare<BarePage> | null)[]
  scope: string
}

/** Write a page as its head and the bodies of its records, a line each. */
export function writePageLines(page: WrittenPage): string {
  return linesOf(headOf(page), [page])
}

/** Write several pages as one head, and the bodies of all their records in the same order. */
export function writePagesLines({ pages, scope }: WrittenPages): string {
  const there = pages.filter((page) => page !== null)
  return linesOf({ pages: pages.map((page) => page && headOf(page)), scope }, there)
}

function headOf<Page extends BarePage>({ records, ...rest }: Page): Bare<Page> {
  const facts = records.map(({ kind, uuid, seq, created_at }): Facts => [
    kind,
    uuid,
    seq,
    created_at,
  ])
  return { ...rest, records: facts }
}

function linesOf(data: PageHead | PagesHead, pages: readonly BarePage[]): string {
  const bodies = pages.flatMap(({ records }) => records)
  const lines = bodies.map(({ body }) => `${inOneLine(body ?? 'null')}\n`)
  return `${JSON.stringify({ ok: true, data })}\n${lines.join('')}`
}

/** Write a page as JSON, its bodies as they are stored. */
export function writePageJson({ records, ...rest }: BarePage): string {
  const written = records.map(({ kind, uuid, seq, body }) => {
    const facts = JSON.stringify({ kind, uuid, seq })
    return `${facts.slice(0, -1)},"body":${body ?? 'null'}}`
  })
  return `{"records":[${written.join(',')}],${JSON.stringify(rest).slice(1)}`
}

/** Write several pages as JSON. */
export function writePagesJson({ pages, scope }: WrittenPages): string {
  const written = pages.map((page) => (page ? writePageJson(page) : 'null'))
  return `{"pages":[${written.join(',')}],"scope":${JSON.stringify(scope)}}`
}

/**
 * Return a body as one line. It is written as one here, but a store filled by another program may have formatted it.
 */
function inOneLine(body: string): string {
  return body.includes('\n') ? JSON.stringify(JSON.parse(body)) : body
}
