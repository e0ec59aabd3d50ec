import { columnOfHeader, isTargetHeader } from '../../../domain/rules/list-words.ts'
import { readLabel } from '../curve-tables/curve-labels.ts'
import { dyeHead, isTotal, partHead, wellHead } from '../curve-tables/table-kinds.ts'
import type { NoticeList } from '../notices.ts'
import { findPoints, holdsValues, isAxis, isCycle, pointAt } from './axis.ts'
import { copyRows, restOf } from './copy-rows.ts'
import { keyOf, placeIn, type Sheet } from './sheet.ts'
import { cutAbove } from './split-blocks.ts'

/** Rows that are searched for a header, and rows of all copies: each group is copied with the places of all others. */
const [mostRows, mostCopied] = [200, 2_000_000]

/** A header with a column for each well, and with columns that say which dye or target a row is of. */
interface GroupHead {
  head: number
  axis: number
  /** Columns of the dye and the target; -1 for none. */
  dye: number
  target: number
  wells: number[]
}

/** Rows of one dye and target. */
interface Group {
  dye: string
  target: string
  rows: number[]
}

interface Groups {
  groups: Group[]
  broken: number[]
  end: number
}

/**
 * Split a table that has a row for each cycle and a column for each well, and a column with the dye or the target of each row (`Dye, Cycle, A1, A2`):
 * each becomes a sheet with its dye and target in rows above its wells. A dye that merged cells name once goes on while
 * the cycles rise. Rows keep their places.
 */
export function partGroups(whole: Sheet, notices: NoticeList): Sheet[] {
  const parts: Sheet[] = []
  for (let rest: Sheet | null = whole; rest;) {
    const sheet: Sheet = rest
    const head = findGroups(sheet)
    const found = head && groupRows(sheet, head)
    const copies = found && found.groups.map((group) => copyGroup(sheet, head, group))
    // Leave groups together that are too short for curves: each would lose its dye.
    if (!copies || !copies.every(({ rows }) => findPoints(rows, head.axis))) {
      parts.push(sheet)
      break
    }
    for (const row of found.broken) notices.add('row_ignored', placeIn(sheet, row, head.axis))
    const above = cutAbove(sheet, head.head)
    parts.push(...(above ? [above] : []), ...copies)
    rest = restOf(sheet, found.end)
    if (rest) nameLost(rest, head, notices)
  }
  return parts
}

/** Name the first row of curves that go on behind words, without a header of their own. */
function nameLost(rest: Sheet, { axis, wells }: GroupHead, notices: NoticeList): void {
  const { rows } = rest
  const at = rows.findIndex((row, i) => {
    const isCurve = Number.isFinite(pointAt(rows, i, axis)) && wells.some((column) => row[column])
    return isCurve || row.some(isAxis)
  })
  if (at < 0 || rows.row(at).some(isAxis)) return
  notices.add('table_ignored', placeIn(rest, at), { name: rest.name })
}

function findGroups({ rows }: Sheet): GroupHead | null {
  const end = Math.min(rows.length, mostRows)
  for (let head = 0; head < end; head++) {
    const cells = rows.row(head)
    const first = cells.find((cell) => cell.trim() !== '') ?? ''
    const isDye = (cell: string) => dyeHead.test(keyOf(cell))
    if (![isAxis, isDye, isTargetHeader].some((passes) => passes(first))) continue
    const cycle = cells.findIndex(isCycle)
    const found = {
      head,
      axis: cycle < 0 ? cells.findIndex(isAxis) : cycle,
      dye: cells.findIndex(isDye),
      target: cells.findIndex(isTargetHeader),
    }
    const isOther = cells.some((cell) => {
      const column = columnOfHeader(cell)?.column ?? ''
      const isWell =
        ['well', 'wellRow', 'wellColumn'].includes(column) || wellHead.test(keyOf(cell))
      return isWell || partHead.test(keyOf(cell))
    })
    const named = cells.flatMap((cell, column) => {
      const { position, number } = readLabel(cell, column)
      return position || number !== null ? [{ column, position }] : []
    })
    const others = cells.filter((cell) => cell.trim() !== '').length - named.length
    // Take numbers alone for tubes only where all curves have one.
    const facts = [found.axis, found.dye, found.target].filter((column) => column >= 0).length
    const areSure = named.some(({ position }) => position) || others === facts
    const wells = areSure ? named.map(({ column }) => column) : []
    const isGrouped = found.axis >= 0 && Math.max(found.dye, found.target) >= 0
    if (isGrouped && !isOther && wells.length > 0) return { ...found, wells }
  }
  return null
}

/** Put the rows below a header together by dye and target, up to a row of another kind; null for more than can be copied. */
function groupRows({ rows }: Sheet, { head, axis, dye, target, wells }: GroupHead): Groups | null {
  const groups = new Map<string, Group>()
  const broken: number[] = []
  const facts = [dye, target]
  let [end, last, own] = [head + 1, Number.NaN, ['', '']]
  for (let row = end; row < rows.length; row++) {
    const cells = rows.row(row)
    if (cells.every((cell) => cell.trim() === '')) continue
    const isReckoned = [axis, dye, target].some((column) => isTotal(rows.cell(row, column)))
    const isCurve = wells.some((column) => rows.cell(row, column).trim() !== '')
    const at = pointAt(rows, row, axis)
    if (Number.isFinite(at) && isCurve && !isReckoned) {
      const before = at > last ? own : ['', '']
      own = facts.map((column, i) => rows.cell(row, column).trim() || (before[i] ?? ''))
      const key = JSON.stringify(own)
      const group = groups.get(key) ?? { dye: own[0] ?? '', target: own[1] ?? '', rows: [] }
      group.rows.push(row)
      groups.set(key, group)
      if (groups.size * (row - head) > mostCopied) return null
      last = at
    } else if (!isReckoned) {
      const measured = cells.filter((_, column) => column !== axis && !facts.includes(column))
      if (!holdsValues(measured, -1)) break
      broken.push(row)
    }
    end = row + 1
  }
  return { groups: [...groups.values()], broken, end }
}

/** Write the rows of a group below its dye and its target, which are above each well; the rows of all others are empty. */
function copyGroup(sheet: Sheet, place: GroupHead, { dye, target, rows }: Group): Sheet {
  const { head, axis, wells } = place
  const titles = sheet.rows.row(head)
  const above = Object.entries({ Target: target, Dye: dye }).flatMap(([label, value]) => {
    const cells = titles.map((_, column) => (wells.includes(column) ? value : ''))
    return value === '' ? [] : [cells.with(axis, label)]
  })
  const own = new Set(rows)
  const to = (rows.at(-1) ?? head) + 1
  return copyRows(sheet, { from: head, to, above }, (cells, row) => {
    if (row > head && !own.has(row)) return []
    return cells.map((cell, column) =>
      column === place.dye || column === place.target ? '' : cell,
    )
  })
}
