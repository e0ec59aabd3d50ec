import { isDyeWord, channelOfDye } from '../../../domain/catalog/dyes.ts'
import { readLabel } from '../curve-tables/curve-labels.ts'
import { valueHead, wellHead } from '../curve-tables/table-kinds.ts'
import { mxproKind } from '../mxpro/table-kinds.ts'
import type { NoticeList } from '../notices.ts'
import { findPoints, isAxis, pointAt } from './axis.ts'
import { copyRows, restOf } from './copy-rows.ts'
import { keyOf, placeIn, type Sheet } from './sheet.ts'

/** Rows that are searched for a header, rows above it and to the first cycle, and blocks that may be sheets of their own. */
const [mostRows, mostHeads, mostApart] = [200, 8, 32]

/** Curves with cycles or temperatures of their own: the columns up to those of the next block. */
interface Block {
  axis: number
  end: number
  isMelt: boolean
  /** The only cell above it; empty for none, and for several. */
  title: string
  /** Names of its curves by their columns. */
  names: Map<number, string>
}

/** Blocks below one header. */
interface Blocks {
  /** First row of the titles, the header, and the first row behind the curves. */
  top: number
  head: number
  end: number
  blocks: Block[]
}

/**
 * Split tables that are side by side, each with cycles or temperatures of its own and maybe a dye above it. Where the cycles are the
 * same and the curves are called differently (`X, A1: Liver, X, B1: Water`), they become one table, else each becomes a sheet that is called by
 * its title. Cells keep their places; titles that are no dyes are named as lost, since they may be targets.
 */
export function partBlocks(whole: Sheet, notices: NoticeList): Sheet[] {
  const parts: Sheet[] = []
  for (let rest: Sheet | null = whole; rest;) {
    const found = findBlocks(rest)
    if (!found) {
      parts.push(rest)
      break
    }
    const sheet: Sheet = rest
    nameTitles(sheet, found, notices)
    if (areOne(sheet, found)) parts.push(join(sheet, found))
    else parts.push(...found.blocks.map((_, i) => cut(sheet, found, i)))
    rest = restOf(sheet, found.end)
  }
  return parts
}

function findBlocks(sheet: Sheet): Blocks | null {
  const { rows } = sheet
  const last = Math.min(rows.length, mostRows)
  for (let head = 0; head < last; head++) {
    const cells = rows.row(head)
    const first = cells.find((cell) => cell.trim() !== '') ?? ''
    const isStart = keyOf(first) === 'x' ? (cell: string) => keyOf(cell) === 'x' : isAxis
    if (!isStart(first)) continue
    const axes = cells.flatMap((cell, column) => (isStart(cell) ? [column] : []))
    const keys = cells.map(keyOf)
    if (axes.length < 2 || mxproKind(keys) === 'plots' || keys.some((key) => wellHead.test(key))) {
      continue
    }
    const found = openBlocks(sheet, head, axes)
    if (found && (found.blocks.length <= mostApart || areOne(sheet, found))) return found
  }
  return null
}

/** Open the blocks below a header; null where one of them has no curves, or no cycles or temperatures. */
function openBlocks({ rows }: Sheet, head: number, axes: readonly number[]): Blocks | null {
  const cells = rows.row(head)
  const filled = (row: number) => rows.row(row).some((cell) => cell.trim() !== '')
  let top = head
  while (top > 0 && head - top < mostHeads && filled(top - 1)) top--
  let behind = head + 1
  const blocks: Block[] = []
  for (const [i, axis] of axes.entries()) {
    const end = axes[i + 1] ?? cells.length
    const names = new Map(
      cells.flatMap((cell, column) =>
        column > axis && column < end && cell.trim() !== '' ? [[column, cell.trim()] as const] : [],
      ),
    )
    const points = names.size === 0 ? null : findPoints(rows, axis, head + 1)
    if (!points || (points.points[0] ?? 0) > head + mostHeads) return null
    behind = Math.max(behind, points.end)
    const above = rows.row(head - 1).slice(axis, Math.max(end, axes[i + 1] ?? Infinity))
    const titles = above.map((cell) => cell.trim()).filter((cell) => cell !== '')
    const title = top < head && titles.length === 1 ? (titles[0] ?? '') : ''
    // Look for the well of a single curve above its block.
    const [only, other] = [...names]
    const isLight = only && !other && valueHead.test(keyOf(only[1]))
    if (isLight && readLabel(title, 0).position) names.set(only[0], title)
    blocks.push({ axis, end, isMelt: points.isMelt, title, names })
  }
  return { top, head, end: behind, blocks }
}

/** Return true where all blocks have the same cycles, and no two curves the same name: they are one table. */
function areOne({ rows }: Sheet, { head, end, blocks }: Blocks): boolean {
  const names = blocks.flatMap((block) => [...block.names.values()])
  const [first] = blocks
  const isOther = blocks.some(({ isMelt, title }) => isMelt !== first?.isMelt || namesDye(title))
  if (isOther || new Set(names.map(keyOf)).size < names.length) return false
  for (let row = head + 1; row < end; row++) {
    let known = Number.NaN
    for (const { axis } of blocks) {
      const at = pointAt(rows, row, axis)
      if (known - at !== 0 && Number.isFinite(known) && Number.isFinite(at)) return false
      if (Number.isFinite(at)) known = at
    }
  }
  return true
}

function namesDye(title: string): boolean {
  return channelOfDye(title) !== null || title.split(/[\s_:()[\]-]+/).some(isDyeWord)
}

/** Name the titles of which nothing is known; one alone is that of the whole sheet. */
function nameTitles(sheet: Sheet, { head, blocks }: Blocks, notices: NoticeList): void {
  const titles = blocks.map(({ title, names }) => {
    const isKnown = namesDye(title) || [...names.values()].includes(title)
    return isKnown ? '' : title
  })
  const lost = titles.filter((title) => title !== '')
  if (lost.length < 2) return
  notices.add('row_ignored', placeIn(sheet, head - 1), { found: lost.join(', ').slice(0, 40) })
}

const axisName = ({ isMelt }: Block) => (isMelt ? 'Temperature' : 'Cycle')

/** Join the blocks to one table with the cycles of the first of them. */
function join(sheet: Sheet, { head, end, blocks }: Blocks): Sheet {
  const [first] = blocks
  const axes = blocks.map(({ axis }) => axis)
  const areTitled = blocks.filter(({ title }) => title !== '').length > 1
  return copyRows(sheet, { from: 0, to: end }, (cells, row) => {
    if (areTitled && row === head - 1) return []
    if (row < head || !first) return cells
    const own = [...cells]
    const at = axes.map((axis) => own[axis] ?? '').find((cell) => cell.trim() !== '') ?? ''
    for (const axis of axes) if (axis < own.length) own[axis] = ''
    own[first.axis] = at
    if (row > head) return own
    own[first.axis] = axisName(first)
    for (const { names } of blocks) for (const [column, name] of names) own[column] = name
    return own
  })
}

/** Cut one block out; the first one keeps what is above all of them. */
function cut(sheet: Sheet, { top, head, end, blocks }: Blocks, index: number): Sheet {
  const block = blocks[index]
  if (!block) return sheet
  const copied = copyRows(sheet, { from: index === 0 ? 0 : top, to: end }, (cells, row) => {
    if (row < top) return cells
    const next = blocks[index + 1]?.axis ?? Infinity
    const own = cells.map((cell, column) => (column >= block.axis && column < next ? cell : ''))
    if (row === head) {
      own[block.axis] = axisName(block)
      for (const [column, name] of block.names) own[column] = name
    }
    return own
  })
  return { ...copied, name: block.title || sheet.name }
}
