import type { PageAsk } from '../../domain/sync/asks.ts'
import type { FirstPull, MarkPlace, Page, StreamMark } from './ports.ts'
import type { Stream } from './streams.ts'

/** A page, or what was found out about one that cannot be had. */
export type Taken = Omit<Page, 'scope'> & { aside?: StreamMark['aside'] }

/**
 * A request for the next page. `first`: what is older than all pulled so far, in falling order. `open`: what has not ended below
 * the window, and corrections. `new`: what has changed since that began. `all`: everything after the mark.
 */
export type Ask =
  | { of: 'first' | 'open'; after: number; before: number }
  | { of: 'new' | 'all'; after: number }

/** Above every `seq` there is. */
export const aboveAll = 999_999_999_999_999

/** Time between two full refreshes (spec §9), and until a mark is written again though nothing is new. */
export const fullRefreshEveryMs = 30_000

/** Return true if something of the stream has been pulled. */
export function isBegun({ seq, first }: MarkPlace): boolean {
  return seq > 0 || first !== undefined
}

/** Return true if two marks are of the same place in the stream: a page that follows one follows the other. */
export function isSamePlace(one: MarkPlace, other: MarkPlace): boolean {
  const fields = ['newest', 'below', 'most', 'open'] as const
  return (
    one.seq === other.seq && fields.every((field) => one.first?.[field] === other.first?.[field])
  )
}

/** Return true where a first pull ends before the oldest: its newest records are here, and with them what is needed of the rest. */
export function isWindow(first: FirstPull | undefined): boolean {
  return first !== undefined && isFull(first) && first.open === 0
}

function isFull({ taken = 0, most }: FirstPull): boolean {
  return most !== undefined && taken >= most
}

/** Return the mark of a window that takes so many more; null where the first pull has not ended at one. */
export function widen(mark: StreamMark, by: number): StreamMark | null {
  const { first } = mark
  if (!first || !isWindow(first)) return null
  return { ...mark, first: { ...first, most: (first.taken ?? 0) + by } }
}

/**
 * Return what a pull asks for at its begin. An unfinished first pull looks for changes before it goes on: what is new is
 * wanted sooner than what is old.
 * @param onlyRises the service knows no falling order, or a record cannot be read.
 */
export function beginAt({ seq, first }: StreamMark, onlyRises: boolean): Ask {
  if (seq > 0 || onlyRises) return { of: 'all', after: seq }
  return first ? { of: 'new', after: first.newest } : { of: 'first', after: 0, before: aboveAll }
}

/**
 * Return what follows a page; null at the end.
 * @param mark after the page. @param isHinted something new was announced meanwhile. @param window records after which a first
 *   pull ends; undefined: at the oldest.
 */
export function goOn(
  { seq, first }: MarkPlace,
  ask: Ask,
  got: Taken,
  { isHinted, window }: { isHinted: boolean; window: number | undefined },
): Ask | null {
  if (!first) return got.more || !isLast(ask, got) ? { of: 'all', after: seq } : null
  const { newest, below, open } = first
  const isBehind = ask.of === 'new' ? got.more : isHinted
  if (isBehind) return { of: 'new', after: newest }
  if (window === undefined || !isFull(first)) return { of: 'first', after: 0, before: below }
  if (open !== 0) return { of: 'open', after: 0, before: open ?? below }
  return ask.of === 'new' ? null : { of: 'new', after: newest }
}

/** Return the mark after a page. */
export function markAfter(
  mark: StreamMark,
  ask: Ask,
  got: Taken,
  { stream, window, now }: { stream: Stream; window: number | undefined; now: number },
) {
  const place = placeAfter(mark, ask, got, window)
  const isWhole = goOn(place, ask, got, { isHinted: false, window }) === null
  return {
    ...place,
    refreshed: isWhole ? now : mark.refreshed,
    pulledAt: isWhole ? now : mark.pulledAt,
    generation: got.generation ?? mark.generation ?? '',
    kinds: kindsOf(stream, got),
    aside: [...mark.aside, ...(got.aside ?? [])],
  } satisfies StreamMark
}

/**
 * Return the place after a page. A first pull keeps its place beside `seq`, which stays 0: an older version of the page, which
 * knows no falling order, then pulls everything, and not only what is new; so does one that knows no window.
 */
function placeAfter(
  { first }: StreamMark,
  ask: Ask,
  got: Taken,
  window: number | undefined,
): MarkPlace {
  const { checkpoint, more } = got
  if (ask.of === 'new' && first) return { seq: 0, first: { ...first, newest: checkpoint } }
  if (ask.of === 'open' && first)
    return { seq: 0, first: { ...first, open: more ? checkpoint : 0 } }
  if (!falls(ask, got)) return { seq: checkpoint }
  const newest = first?.newest ?? got.newest ?? 0
  if (!more) return { seq: newest }
  const since = changedAt(got) ?? first?.since ?? ''
  const place = { newest, below: checkpoint, since }
  if (window === undefined) return { seq: 0, first: place }
  const { taken = 0, most = window } = first ?? {}
  const open = first?.open === undefined ? {} : { open: first.open }
  return { seq: 0, first: { ...place, taken: taken + got.records.length, most, ...open } }
}

/** Return true unless what changed during the first pull is still to be asked for. */
function isLast(ask: Ask, got: Taken): boolean {
  return !falls(ask, got) || (ask.of === 'first' && ask.before === aboveAll)
}

/** Return false for an answer that names no `newest`: it is of a service that reads in rising order whatever is asked. */
function falls({ of }: Ask, { newest }: Taken): boolean {
  return of === 'first' && newest !== undefined
}

/** Return the time of the last change of the oldest record of a page. */
function changedAt({ records }: Taken): string | null {
  const at = records.findLast(({ body }) => body !== null)?.body?.['updated_at']
  return typeof at === 'string' ? at : null
}

/** Return true for another generation of the edge's store than the one pulled so far. */
export function isOtherLife(mark: StreamMark, got: Taken): boolean {
  if (!isBegun(mark) || got.generation === undefined) return false
  return got.generation !== (mark.generation ?? '')
}

export function kindsOf({ kinds }: Stream, got: Pick<Page, 'kinds'>): string {
  return got.kinds ?? kinds.toSorted().join(',')
}

/**
 * Return true if a newer page or edge reads kinds that were not pulled so far: some of their records are below the
 * mark.
 */
export function hasMoreKinds(stream: Stream, mark: StreamMark, got: Taken): boolean {
  if (!isBegun(mark) || mark.kinds === undefined) return false
  const known = mark.kinds.split(',')
  return kindsOf(stream, got)
    .split(',')
    .some((kind) => kind !== '' && !known.includes(kind))
}

/** Return what a request asks the service for. */
export function askOf({ kinds, home }: Stream, ask: Ask): PageAsk & { open?: true } {
  const { after } = ask
  const place = 'before' in ask ? { before: ask.before } : {}
  return { kinds, after, home, ...place, ...(ask.of === 'open' && { open: true }) }
}
