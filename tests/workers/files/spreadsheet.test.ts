import { strToU8, zipSync } from 'fflate'
import { writeXlsx } from '../../../workers/files/tidy/write-xlsx.ts'
import { describe, expect, it } from 'vitest'
import { openContent } from '../../../workers/files/file-content.ts'
import { type FileLimits, fileLimits } from '../../../workers/files/limits.ts'
import { findDateStyles, writeDate } from '../../../workers/files/spreadsheet/date-styles.ts'
import { openOldWorkbook } from '../../../workers/files/spreadsheet/open-old-workbook.ts'
import { openWorkbook } from '../../../workers/files/spreadsheet/open-workbook.ts'
import { importFile } from '../../../workers/files/import.ts'
import { readXml } from '../../../workers/files/read-xml.ts'
import { quantstudioSheets } from '../../support/quantstudio-file.ts'
import { writeCompoundFile, writeXls } from '../../support/write-xls.ts'
import { caught, refusal } from './caught.ts'

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
  return sheet && [...sheet.read()]
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
    expect(read(cells)).toEqual([[''], [''], ['', '1'], ['2', '', '3'], [''], [''], ['4']])
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

  it('refuses far cells, too many of them and invalid addresses', async () => {
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

describe('workbooks of Excel 97 to 2003', () => {
  const cells = [
    ['Probe ä', 'Cт', 'x', 12.25, 0.1 + 0.2, -7, 40, true],
    [],
    ['', { formula: 'Undetermined' }, { serial: 45_000.5 }, 1e-7, 99_999_999, 'a last text'],
  ] as const

  it('reads texts, numbers, truths, dates and formulas, also in small sectors', () => {
    const bytes = writeXls([
      { name: 'Größe', rows: cells },
      { name: 'Two', rows: [['B2']] },
    ])
    const sheets = openOldWorkbook(bytes, fileLimits)
    expect(sheets.map(({ name }) => name)).toEqual(['Größe', 'Two'])
    expect(sheets.map((sheet) => [...sheet.read()])).toEqual([
      [
        ['Probe ä', 'Cт', 'x', '12.25', '0.30000000000000004', '-7', '40', 'TRUE'],
        [''],
        ['', 'Undetermined', '2023-03-15T12:00:00', '1e-7', '99999999', 'a last text'],
      ],
      [['B2']],
    ])
  })

  it('reads an export as it reads the same one in a newer workbook, alone and in an archive', async () => {
    const sheets = quantstudioSheets()
    const [old, now] = [writeXls(sheets), writeXlsx(sheets)]
    expect(old.length).toBeGreaterThan(20_000)
    const read = async (bytes: Uint8Array) => (await importFile('run', bytes)).runs
    const wanted = await read(now)
    expect(await read(old)).toEqual(wanted)
    const archives = [old, now].map((bytes, i) => zipSync({ [`run.${i ? 'xlsx' : 'xls'}`]: bytes }))
    const [ofOld, ofNow] = await Promise.all(archives.map(read))
    expect(JSON.stringify(ofOld).replaceAll('run.xls:', 'run.xlsx:')).toBe(JSON.stringify(ofNow))
  })

  it('reads a text that software has named as a workbook', async () => {
    const text = quantstudioSheets()
      .map(({ name, rows }) => `[${name}]\n${rows.map((row) => row.join('\t')).join('\n')}\n\n`)
      .join('')
    const [plain, packed] = await Promise.all(
      [strToU8(text), zipSync({ 'run.xls': strToU8(text) })].map((bytes) =>
        importFile('run', bytes),
      ),
    )
    expect(packed?.runs[0]?.wells).toEqual(plain?.runs[0]?.wells)
  })

  it('refuses workbooks that are locked, older, damaged, or none', async () => {
    const whole = writeXls([{ name: 'One', rows: cells }])
    const reason = async (bytes: Uint8Array) => (await refusal(bytes)).reason
    expect(await reason(whole)).toBe('results_without_curves')
    expect(await reason(writeXls([{ name: 'One', rows: cells }], { locked: true }))).toBe(
      'file_old_excel',
    )
    expect(await reason(writeXls([{ name: 'One', rows: cells }], { version: 0x0500 }))).toBe(
      'file_old_excel',
    )
    expect(await reason(writeCompoundFile('Book', new Uint8Array(40)))).toBe('file_old_excel')
    expect(await reason(writeCompoundFile('Letter', new Uint8Array(40)))).toBe(
      'file_format_unknown',
    )
    expect(await reason(whole.subarray(0, 100))).toBe('workbook_damaged')
    expect(await reason(whole.subarray(0, 700))).toBe('workbook_damaged')
  })

  it('names what to do with a file of CFX, which is encrypted', async () => {
    expect((await refusal(zipSync({ 'datafile.pcrd': new Uint8Array(9) }))).reason).toBe(
      'file_pcrd',
    )
  })
})
