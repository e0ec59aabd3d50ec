type Body = Record<string, unknown>

/** A row before and after a change; null where it is not in the list. */
export interface RowChange {
  before: Body | null
  after: Body | null
}

/**
 * Change some rows of a sorted list. Look only at the places of the changes, because sorting tens of thousands of rows
 * again is slow.
 */
export function changeRows(rows: readonly Body[], changes: Iterable<RowChange>): readonly Body[] {
  const next = rows.slice()
  const gone: number[] = []
  const added: Body[] = []
  for (const { before, after } of changes) {
    const at = before ? placeOf(rows, before) : -1
    if (before && after && newestFirst(before, after) === 0) next[at] = after
    else {
      if (at >= 0) gone.push(at)
      if (after) added.push(after)
    }
  }
  return insertRows(removeRows(next, gone), added.sort(newestFirst))
}

export function newestFirst(one: Body, other: Body): number {
  return compare(text(other['created_at']), text(one['created_at'])) || compareIds(one, other)
}

function compareIds(one: Body, other: Body): number {
  return compare(text(one['uuid']), text(other['uuid']))
}

/**
 * Return the index of the first row from `from` on that does not come before this one: its own place, or the one to
 * insert it.
 */
function placeOf(rows: readonly Body[], row: Body, from = 0): number {
  let [low, high] = [from, rows.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (newestFirst(rows[middle] as Body, row) < 0) low = middle + 1
    else high = middle
  }
  return low
}

function removeRows(rows: Body[], gone: readonly number[]): Body[] {
  if (gone.length === 0) return rows
  const places = new Set(gone)
  return rows.filter((_, at) => !places.has(at))
}

function insertRows(rows: Body[], added: readonly Body[]): Body[] {
  if (added.length === 0) return rows
  const next: Body[] = []
  let at = 0
  for (const row of added) {
    const place = placeOf(rows, row, at)
    for (; at < place; at += 1) next.push(rows[at] as Body)
    next.push(row)
  }
  for (; at < rows.length; at += 1) next.push(rows[at] as Body)
  return next
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
