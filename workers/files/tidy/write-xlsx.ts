import { finishAtOnce, type Sliced } from '../../slices.ts'
import { attribute, escapeXml } from '../rdml/xml-text.ts'
import { writeNumber } from '../write-number.ts'
import { zipParts } from '../zip-parts.ts'

/** NaN, null and an empty text are empty cells. Text is always text: a formula cannot come of it. */
export type WorkbookCell = string | number | null

export interface WorkbookSheet {
  name: string
  /** The first one is the header: bold, and kept in sight. */
  rows: Iterable<readonly WorkbookCell[]>
}

// oxlint-disable-next-line no-control-regex
const forbidden = /[[\]:*?/\\\u0000-\u001f]/g
/** Longest text of a cell, of Excel's own. */
const longestText = 32_767
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/**
 * Write a workbook (Office Open XML, ECMA-376) with text and numbers, the numbers at full precision. No library is
 * used, because those build all cells of all sheets before they pack the first: 70,000 rows of points took several
 * times the memory that a Worker has.
 */
export function writeXlsx(sheets: readonly WorkbookSheet[]): Uint8Array<ArrayBuffer> {
  return finishAtOnce(writeXlsxSliced(sheets))
}

/** Write a workbook in slices of some milliseconds: the points of a chip of 2,304 wells take twelve seconds. */
export function writeXlsxSliced(sheets: readonly WorkbookSheet[]): Sliced<Uint8Array<ArrayBuffer>> {
  const names = nameSheets(sheets.map(({ name }) => name))
  const members = [
    { name: '[Content_Types].xml', parts: [writeTypes(sheets.length)] },
    { name: '_rels/.rels', parts: [writeRelations([['officeDocument', 'xl/workbook.xml']])] },
    { name: 'xl/workbook.xml', parts: [writeWorkbook(names)] },
    {
      name: 'xl/_rels/workbook.xml.rels',
      parts: [
        writeRelations([
          ...names.map((_, i): [string, string] => ['worksheet', `worksheets/sheet${i + 1}.xml`]),
          ['styles', 'styles.xml'],
        ]),
      ],
    },
    { name: 'xl/styles.xml', parts: [styles] },
    ...sheets.map(({ rows }, i) => ({
      name: `xl/worksheets/sheet${i + 1}.xml`,
      parts: writeSheet(rows),
    })),
  ]
  return zipParts(members)
}

/** Return names that Excel takes: at most 31 letters, none of `[]:*?/\`, each once whatever its case. */
export function nameSheets(names: readonly string[]): string[] {
  const used = new Set<string>()
  return names.map((name) => {
    const clean = name
      .replaceAll(forbidden, ' ')
      .replaceAll(/^'+|(?<!')'+$/g, '')
      .trim()
    let given = (clean || 'Sheet').slice(0, 31).trim()
    for (let n = 2; used.has(given.toLowerCase()); n++) {
      given = `${(clean || 'Sheet').slice(0, 26).trim()} (${n})`
    }
    used.add(given.toLowerCase())
    return given
  })
}

/** Cells that are written between two stops. */
const sliceCells = 4000

/** Write a sheet row by row; cells without an address follow each other. */
function* writeSheet(rows: WorkbookSheet['rows']): Generator<string> {
  yield `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`
  let buffer: string[] = []
  let number = 0
  for (const row of rows) {
    number++
    const style = number === 1 ? ' s="1"' : ''
    buffer.push(`<row r="${number}">`)
    row.forEach((cell, column) =>
      buffer.push(writeCell(cell, `${columnName(column)}${number}`, style)),
    )
    buffer.push('</row>')
    if (buffer.length < sliceCells) continue
    yield buffer.join('')
    buffer = []
  }
  yield `${buffer.join('')}</sheetData></worksheet>`
}

function writeCell(cell: WorkbookCell, address: string, style: string): string {
  if (cell === null || cell === '') return ''
  if (typeof cell === 'number') {
    return Number.isFinite(cell) ? `<c r="${address}"${style}><v>${writeNumber(cell)}</v></c>` : ''
  }
  // Escape `_x000D_` and the like, which would be read as the letter of that code.
  const text = cell.slice(0, longestText).replaceAll(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
  return `<c r="${address}"${style} t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`
}

/** Name a column: `A` for 0, `AA` for 26. */
function columnName(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26))
  return column < 26 ? letter : columnName(Math.floor(column / 26) - 1) + letter
}

function writeTypes(sheets: number): string {
  const part = (name: string, type: string) =>
    `<Override${attribute('PartName', name)}${attribute('ContentType', `${types}.${type}+xml`)}/>`
  const own = Array.from({ length: sheets }, (_, i) =>
    part(`/xl/worksheets/sheet${i + 1}.xml`, 'worksheet'),
  )
  return `${head}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part('/xl/workbook.xml', 'sheet.main')}${part('/xl/styles.xml', 'styles')}${own.join('')}</Types>`
}

function writeRelations(relations: readonly (readonly [type: string, target: string])[]): string {
  const own = relations.map(
    ([type, target], i) =>
      `<Relationship Id="rId${i + 1}" Type="${office}/${type}"${attribute('Target', target)}/>`,
  )
  return `${head}<Relationships xmlns="${packages}/relationships">${own.join('')}</Relationships>`
}

function writeWorkbook(names: readonly string[]): string {
  const own = names.map(
    (name, i) => `<sheet${attribute('name', name)} sheetId="${i + 1}" r:id="rId${i + 1}"/>`,
  )
  return `${head}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${own.join('')}</sheets></workbook>`
}

const styles = `${head}<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs></styleSheet>`
