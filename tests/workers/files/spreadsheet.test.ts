import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { openContent } from '../../../workers/files/file-content.ts'
import { type FileLimits, fileLimits } from '../../../workers/files/limits.ts'
import { findDateStyles, writeDate } from '../../../workers/files/spreadsheet/date-styles.ts'
import { openWorkbook } from '../../../workers/files/spreadsheet/open-workbook.ts'
import { readXml } from '../../../workers/files/read-xml.ts'
import { caught } from './caught.ts'

const workbook =
  '<workbook><sheets><sheet name="One" sheetId="1" r:id="rId1" xmlns:r="r"/></sheets></workbook>'
const relations =
  '<Relationships><Relationship Id="rId1" Target="/xl/worksheets/sheet1.xml"/></Relationships>'
const styles =
  '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="yyyy\\-mm\\-dd"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs></styleSheet>'

function read(cells: string, more: Record<string, string> = {}, limits: Partial<FileLimits> = {}) {
  const members = {
    'xl/workbook.xml': workbook,
    'xl/_rels/workbook.xml.rels': relations,
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${cells}</sheetData></worksheet>`,
    ...more,
  }
  const packed = Object.entries(members).map(([name, text]) => [name, strToU8(text)] as const)
  const bytes = zipSync(Object.fromEntries(packed))
  const content = openContent('test', bytes, { ...fileLimits, ...limits })
  if (content.kind !== 'archive') throw new Error(content.kind)
  const [sheet] = openWorkbook(content.archive, content.limits, content.notices)
  return sheet?.read()
}

describe('reading a sheet', () => {
  it('reads numbers, shared and rich text, booleans, dates and formulas', () => {
    const cells =
      '<row r="1"><c r="A1" t="s"><v>1</v></c><c r="B1" t="inlineStr"><is><t>in</t></is></c><c r="C1"><v>1.0E-3</v></c><c r="D1" t="b"><v>1</v></c><c r="E1" s="1"><v>45000.5</v></c><c r="F1" t="str"><f>A1</f><v>made</v></c><c r="G1" t="e"><v>#N/A</v></c></row>'
    const strings =
      '<sst><si><t>zero</t></si><si><r><t>ri</t></r><r><t>ch</t></r><rPh><t>no</t></rPh></si></sst>'
    const rows = read(cells, { 'xl/sharedStrings.xml': strings, 'xl/styles.xml': styles })
    expect(rows).toEqual([['rich', 'in', '1.0E-3', 'TRUE', '2023-03-15T12:00:00', 'made', '#N/A']])
  })

  it('keeps the place of sparse rows and cells, with and without addresses', () => {
    const cells =
      '<row r="3"><c r="B3"><v>1</v></c></row><row><c><v>2</v></c><c/><c><v>3</v></c></row><row r="7"><c><v>4</v></c></row>'
    expect(read(cells)).toEqual([[], [], ['', '1'], ['2', '', '3'], [], [], ['4']])
  })

  it('tells dates from amounts', () => {
    const format = (code: string) =>
      findDateStyles(
        readXml(
          `<s><numFmts><numFmt numFmtId="170" formatCode='${code}'/></numFmts><cellXfs><xf numFmtId="170"/></cellXfs></s>`,
          { limits: fileLimits },
        ),
      ).size
    expect(['m/d/yy', 'hh:mm', '0.00', '#,##0 "days"', 'General', '[Red]0'].map(format)).toEqual([
      1, 1, 0, 0, 0, 0,
    ])
    expect(writeDate(1, false)).toBe('1900-01-01T00:00:00')
    expect(writeDate(0, true)).toBe('1904-01-01T00:00:00')
  })

  it('refuses far cells, too many of them and addresses that are none', async () => {
    const refuse = async (cells: string, limits: Partial<FileLimits> = {}) =>
      (await caught(() => read(cells, {}, limits))).reason
    expect(await refuse('<row><c r="A9999999"><v>1</v></c></row>')).toBe('table_too_large')
    expect(await refuse('<row><c r="XFD2"><v>1</v></c></row>', { cells: 100 })).toBe(
      'table_too_large',
    )
    expect(await refuse('<row><c r="1A"><v>1</v></c></row>')).toBe('sheet_damaged')
    expect((await caught(() => read('', { 'xl/workbook.xml': '<workbook/>' }))).reason).toBe(
      'sheet_missing',
    )
  })
})
