import { openContent } from '../../workers/files/file-content.ts'
import { fileLimits } from '../../workers/files/limits.ts'
import { collectSheets } from '../../workers/files/tables/collect-sheets.ts'
import { writeXlsx } from '../../workers/files/tidy/write-xlsx.ts'
import type { FileFixture } from './file-fixture.ts'
import type { Random } from './seeded-random.ts'

/** A sheet of an export, as text. */
export interface BentSheet {
  name: string
  rows: string[][]
}

/** Content of a sheet about one well: a curve, or a result of one. */
export interface TableFact {
  sheet: string
  well: string
  /** Empty where the sheet does not say. */
  target: string
  dye: string
  curve: boolean
}

/** Return the sheets of an export of any software whose tables are read; null for any other file. */
export function sheetsOf({ name, bytes }: FileFixture): BentSheet[] | null {
  try {
    const sheets = collectSheets(openContent(name, bytes, fileLimits))
    return sheets
      .filter(({ rows }) => rows.length > 1)
      .map((sheet, i) => ({
        name: titleOf(sheet.name || sheet.file, i),
        rows: [...sheet.rows].map((row) => [...row]),
      }))
  } catch {
    return null
  }
}

/** Return a title of 31 letters, Excel's limit, keeping the end of the name with the dye. */
function titleOf(name: string, i: number): string {
  const base = name.replace(/^.*[/\\]/, '').replace(/\.[A-Za-z]{3,4}$/, '')
  return base.slice(-31).replaceAll(/[[\]:*?/\\]/g, ' ') || `Sheet ${i + 1}`
}

export function packSheets(sheets: readonly BentSheet[]): Uint8Array {
  return writeXlsx(sheets)
}

const plain = (cell: string) => cell.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
const wellName = /^([A-P])0?([1-9]\d?)$/i

const wellKeys = ['well', 'wellposition', 'samplepos', 'pos']

/** Return the row of the header: the first that names wells beside other columns, or has them as columns. */
function headOf({ rows }: BentSheet): number {
  return rows.slice(0, 100).findIndex((row) => {
    const keys = row.map(plain)
    if (keys.filter((key) => key !== '').length < 3) return false
    if (isRotorHead(row) || isTubes(keys)) return true
    const matrix = keys.includes('cycle') || keys.includes('temperature')
    return (
      keys.some((key) => wellKeys.includes(key)) ||
      (matrix && row.some((cell) => wellName.test(cell.trim())))
    )
  })
}

/** Recognise the header of a table with a column for each tube of a rotor. */
function isRotorHead([first = '', second = '']: readonly string[]): boolean {
  return plain(first) === 'id' && /^\d+$/.test(second.trim())
}

/** Recognise the header of a table with a row for each tube of a rotor. */
function isTubes(keys: readonly string[]): boolean {
  return ['no', 'name', 'ct'].every((key) => keys.includes(key))
}

function columnOf(keys: readonly string[], ...names: string[]): number {
  return keys.findIndex((key) => names.includes(key))
}

const notDyes =
  /^(|well|wellposition|samplepos|prog|seg|temp|cycle|cyclenumber|stage|stagenumber|step|stepnumber|point|pointnumber|sample|samplename|omit|temperature|reading|readingnumber|time|timestamp)$/
const filters = /^(x\d+m\d+|[a-f]|\d{1,2})$/

/** Return all facts of the sheets about their wells, taken from the cells by rules of its own. */
export function factsOf(sheets: readonly BentSheet[]): TableFact[] {
  const facts = new Map<string, TableFact>()
  const passive = sheets
    .flatMap(({ rows }) => rows.slice(0, 60))
    .find(([name = '']) => plain(name) === 'passivereference')?.[1]
  const add = (fact: TableFact) => {
    // Leave out the passive reference: other dyes are divided by it, and it is no curve of anything.
    if (fact.dye === '' || fact.dye !== passive) facts.set(JSON.stringify(fact), fact)
  }
  for (const sheet of sheets) {
    const head = headOf(sheet)
    if (head < 0 || /raw data|deriv/i.test(sheet.name)) continue
    const keys = (sheet.rows[head] ?? []).map(plain)
    const names = (sheet.rows[head] ?? []).map((cell) => cell.trim())
    const cycle = columnOf(keys, 'cycle', 'cyclenumber')
    const named = columnOf(keys, 'wellposition')
    const well = named >= 0 ? named : columnOf(keys, 'well', 'samplepos', 'pos')
    const target = columnOf(keys, 'target', 'targetname')
    const dye = columnOf(keys, 'reporter', 'fluor')
    const rows = sheet.rows.slice(head + 1)
    const measured = rows.filter(([first = '']) => !/^page/i.test(first))
    const isNumber = (cell: string | undefined) =>
      cell !== undefined && cell.trim() !== '' && Number.isFinite(Number(cell.replaceAll(',', '')))
    if (isRotorHead(sheet.rows[head] ?? []) || isTubes(keys)) {
      for (const fact of factsOfTubes(sheet, keys, measured, isNumber)) add(fact)
      continue
    }
    if (keys.includes('fluorescence') && keys.includes('segment')) {
      const [light, own] = [keys.indexOf('fluorescence'), columnOf(keys, 'dye')]
      for (const row of rows) {
        const number = Number(row[well])
        if (!(number >= 1 && number <= 96) || !isNumber(row[light])) continue
        const letter = 'ABCDEFGH'[Math.floor((number - 1) / 12)] ?? ''
        const name = `${letter}${((number - 1) % 12) + 1}`
        const dye = row[own]?.trim() ?? ''
        add({ sheet: sheet.name, well: name, target: '', dye, curve: true })
      }
      continue
    }
    if (well < 0 && cycle >= 0) {
      for (const [column, name] of names.entries()) {
        if (!wellName.test(name) || !rows.some((row) => isNumber(row[column]))) continue
        add({ sheet: sheet.name, well: tidy(name), target: '', dye: '', curve: true })
      }
      continue
    }
    if (well < 0) continue
    const ratios = keys.flatMap((key, i) => (/^(rn|deltarn|drn)$/.test(key) ? [i] : []))
    const results = keys.flatMap((key, i) => (/^(cq|ct|cт|cp)$/.test(key) ? [i] : []))
    const dyes =
      cycle >= 0 && ratios.length === 0 && target < 0
        ? keys.flatMap((key, i) => (notDyes.test(key) ? [] : [i]))
        : []
    if (dyes.length > 0 && dyes.every((i) => filters.test(keys[i] ?? ''))) continue
    for (const row of rows) {
      const name = tidy(row[well]?.trim() ?? '')
      if (name === '') continue
      const common = { sheet: sheet.name, well: name }
      const of = row[target]?.trim() ?? ''
      for (const i of dyes) {
        if (isNumber(row[i])) add({ ...common, target: '', dye: names[i] ?? '', curve: true })
      }
      if (cycle >= 0 && ratios.some((i) => isNumber(row[i]))) {
        add({ ...common, target: of, dye: '', curve: true })
      }
      if (
        cycle < 0 &&
        results.some((i) => isNumber(row[i])) &&
        (of !== '' || row[dye] || keys.includes('cp'))
      ) {
        add({ ...common, target: of, dye: row[dye]?.trim() ?? '', curve: false })
      }
    }
  }
  return [...facts.values()]
}

/** Return the curves or results of the tubes of a rotor; channel and target are in the name of the sheet. */
function factsOfTubes(
  sheet: BentSheet,
  keys: readonly string[],
  rows: readonly string[][],
  isNumber: (cell: string | undefined) => boolean,
): TableFact[] {
  const [, dye = '', target = ''] = /\.(\w+)(?: \((.*)\))?$/.exec(sheet.name) ?? []
  const common = { sheet: sheet.name, dye }
  if (!isTubes(keys)) {
    return keys.flatMap((well, i): TableFact[] => {
      const isLit = /^\d+$/.test(well) && rows.some((row) => isNumber(row[i]))
      return isLit ? [{ ...common, well, target: '', curve: true }] : []
    })
  }
  const [tube, cq] = [keys.indexOf('no'), keys.indexOf('ct')]
  return rows.flatMap((row): TableFact[] => {
    const well = row[tube]?.trim() ?? ''
    return /^\d+$/.test(well) && isNumber(row[cq])
      ? [{ ...common, well, target, curve: false }]
      : []
  })
}

/** Write `A01` as `A1`; empty for anything that is no well. */
function tidy(name: string): string {
  const [, row, column] = wellName.exec(name) ?? []
  return row && column ? `${row.toUpperCase()}${Number(column)}` : ''
}

/** Take one column, sheet, dye, target or well away; says what. */
export function bendSheets(
  sheets: readonly BentSheet[],
  random: Random,
): { sheets: BentSheet[]; bend: string } {
  const copy = sheets.map(({ name, rows }) => ({ name, rows: rows.map((row) => [...row]) }))
  const tables = copy.filter((sheet) => headOf(sheet) >= 0)
  const sheet = random.pick(tables.length > 0 ? tables : copy)
  const head = headOf(sheet)
  const width = Math.max(1, sheet.rows[Math.max(0, head)]?.length ?? 1)
  const column = random.below(width)
  const title = sheet.rows[Math.max(0, head)]?.[column] ?? ''
  const kind = random.below(6)
  if (kind === 0 && copy.length > 1) {
    return { sheets: copy.filter((one) => one !== sheet), bend: `sheet ${sheet.name} away` }
  }
  if (kind <= 1) {
    for (const row of sheet.rows.slice(Math.max(0, head))) row.splice(column, 1)
    return { sheets: copy, bend: `column ${title} of ${sheet.name} away` }
  }
  if (kind === 2) {
    for (const row of sheet.rows.slice(head + 1)) if (column < row.length) row[column] = ''
    return { sheets: copy, bend: `column ${title} of ${sheet.name} empty` }
  }
  const keys = (sheet.rows[head] ?? []).map(plain)
  const of =
    kind === 3
      ? columnOf(keys, 'reporter', 'fluor', 'dye')
      : kind === 4
        ? columnOf(keys, 'target', 'targetname')
        : columnOf(keys, 'wellposition', 'well', 'samplepos', 'pos', 'no')
  const values = [...new Set(sheet.rows.slice(head + 1).map((row) => row[of] ?? ''))]
  if (of < 0 || values.length === 0) {
    sheet.name = `Table ${copy.indexOf(sheet) + 1}`
    return { sheets: copy, bend: `name of a sheet away` }
  }
  const value = random.pick(values)
  const isOwn = (row: string[], i: number) => i > head && row[of] === value
  const what = `${keys[of]} ${value} of ${sheet.name}`
  if (random.below(2) === 0 && kind !== 5) {
    sheet.rows.forEach((row, i) => {
      if (isOwn(row, i)) row[of] = ''
    })
    return { sheets: copy, bend: `${what} empty` }
  }
  sheet.rows = sheet.rows.filter((row, i) => !isOwn(row, i))
  return { sheets: copy, bend: `rows of ${what} away` }
}
