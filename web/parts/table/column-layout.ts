/** Layout of the columns of a table, as a person chose it. */
export interface ColumnLayout {
  /** Ids in the order chosen; a column that is not named is put after the one that it follows by default. */
  order: readonly string[]
  hidden: ReadonlySet<string>
  /** Widths in pixels of the columns that were sized; the others take what suits their content. */
  widths: Readonly<Record<string, number>>
}

interface Arranged {
  id: string
  fixed?: boolean
}

export const standardLayout: ColumnLayout = { order: [], hidden: new Set(), widths: {} }

/** Least and greatest width of a column that is sized, in pixels. */
const [least, most] = [48, 1200]

/** Return the columns in the order chosen, also those that are hidden. */
export function arrangeColumns<One extends Arranged>(
  columns: readonly One[],
  { order }: ColumnLayout,
): readonly One[] {
  if (order.length === 0) return columns
  const named = order.flatMap((id) => columns.find((one) => one.id === id) ?? [])
  const arranged = [...named]
  columns.forEach((column, at) => {
    if (named.includes(column)) return
    const before = columns[at - 1]
    arranged.splice(before ? arranged.indexOf(before) + 1 : 0, 0, column)
  })
  return arranged
}

/** Return the columns on show, in the order chosen: all of them rather than none. */
export function shownColumns<One extends Arranged>(
  columns: readonly One[],
  layout: ColumnLayout,
): readonly One[] {
  const arranged = arrangeColumns(columns, layout)
  if (layout.hidden.size === 0) return arranged
  const shown = arranged.filter(({ id, fixed }) => fixed || !layout.hidden.has(id))
  return shown.length > 0 ? shown : arranged
}

/** Move a column to the place of another one. */
export function moveColumn(
  columns: readonly Arranged[],
  layout: ColumnLayout,
  id: string,
  to: string,
): ColumnLayout {
  const order = arrangeColumns(columns, layout).map((column) => column.id)
  const [from, at] = [order.indexOf(id), order.indexOf(to)]
  if (from < 0 || at < 0) return layout
  return { ...layout, order: order.toSpliced(from, 1).toSpliced(at, 0, id) }
}

export function hideColumn(layout: ColumnLayout, id: string, isHidden: boolean): ColumnLayout {
  const hidden = new Set(layout.hidden)
  if (isHidden) hidden.add(id)
  else hidden.delete(id)
  return { ...layout, hidden }
}

/** Give a column a width in pixels; null for what suits its content. */
export function sizeColumn(layout: ColumnLayout, id: string, width: number | null): ColumnLayout {
  const { [id]: _before, ...others } = layout.widths
  if (width === null) return { ...layout, widths: others }
  const kept = Math.round(Math.min(most, Math.max(least, width)))
  return { ...layout, widths: { ...others, [id]: kept } }
}

/** Write a layout for an address: `name*220,-status,created_at`; empty for the standard one. */
export function writeLayout(columns: readonly Arranged[], layout: ColumnLayout): string {
  const arranged = arrangeColumns(columns, layout)
  const isMoved = arranged.some((column, at) => column !== columns[at])
  const parts = arranged.map(({ id }) => {
    const width = layout.widths[id]
    const text = `${layout.hidden.has(id) ? '-' : ''}${id}${width ? `*${width}` : ''}`
    return isMoved || text !== id ? text : ''
  })
  return parts.filter(Boolean).join(',')
}

/** Read a layout from an address. A column that no longer exists does no harm. */
export function readLayout(text: string): ColumnLayout {
  if (text === '') return standardLayout
  const parts = text.split(',').flatMap((part) => {
    const [, minus, id, width] = /^(-?)([^*,]+)(?:\*(\d{1,4}))?$/.exec(part) ?? []
    return id ? [{ id, isHidden: minus === '-', width: width && Number(width) }] : []
  })
  const widths = parts.flatMap(({ id, width }) =>
    width ? [[id, Math.min(most, Math.max(least, width))] as const] : [],
  )
  return {
    order: parts.map(({ id }) => id),
    hidden: new Set(parts.flatMap(({ id, isHidden }) => (isHidden ? [id] : []))),
    widths: Object.fromEntries(widths),
  }
}
