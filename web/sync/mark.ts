import type { PageAsk } from '../../domain/sync/asks.ts'
import type { MarkPlace, Page, StreamMark } from './ports.ts'
import type { Stream } from './streams.ts'

/** A page, or what was found out about one that cannot be had. */
export type Taken = Omit<Page, 'scope'> & { aside?: StreamMark['aside'] }

/**
 * A request for the next page. `first`: what is older than all pulled so far, in falling order. `new`: what has changed
 * since that began. `all`: everything after the mark.
 */
export type Ask =
  | { of: 'first'; after: number; before: number }
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
  const isSameFirst =
    one.first?.newest === other.first?.newest && one.first?.below === other.first?.below
  return one.seq === other.seq && isSameFirst
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
 * @param mark after the page. @param isHinted something new was announced meanwhile.
 */
export function goOn(mark: StreamMark, ask: Ask, got: Taken, isHinted: boolean): Ask | null {
  const { seq, first } = mark
  if (!first) return got.more || !isLast(ask, got) ? { of: 'all', after: seq } : null
  const isBehind = ask.of === 'first' ? isHinted : got.more
  if (isBehind) return { of: 'new', after: first.newest }
  return { of: 'first', after: 0, before: first.below }
}

/** Return the mark after a page. */
export function markAfter(mark: StreamMark, ask: Ask, got: Taken, stream: Stream, now: number) {
  const place = placeAfter(mark, ask, got)
  const isWhole = !got.more && !place.first && isLast(ask, got)
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
 * knows no falling order, then pulls everything, and not only what is new.
 */
function placeAfter(mark: StreamMark, ask: Ask, got: Taken): MarkPlace {
  const { checkpoint } = got
  if (ask.of === 'new' && mark.first)
    return { seq: 0, first: { ...mark.first, newest: checkpoint } }
  if (!falls(ask, got)) return { seq: checkpoint }
  const newest = mark.first?.newest ?? got.newest ?? 0
  if (!got.more) return { seq: newest }
  const since = changedAt(got) ?? mark.first?.since ?? ''
  return { seq: 0, first: { newest, below: checkpoint, since } }
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
export function askOf({ kinds, home }: Stream, ask: Ask): PageAsk {
  const { after } = ask
  return { kinds, after, home, ...(ask.of === 'first' && { before: ask.before }) }
}
