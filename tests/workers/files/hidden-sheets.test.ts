import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { writeXlsx } from '../../../workers/files/tidy/write-xlsx.ts'
import { tableCycles, tableLight } from '../../support/curve-tables.ts'
import { writeXls } from '../../support/write-xls.ts'
import { readOne } from './caught.ts'

type Rows = (string | number)[][]
const curves = (wells: readonly string[], first: number): Rows => [
  ['Cycle', ...wells],
  ...tableCycles.map((cycle) => [cycle, ...wells.map((_, i) => tableLight(first + i, cycle))]),
]
const layout: Rows = [
  ['Well', 'Sample', 'Target'],
  ['A1', 'Liver', 'GAPDH'],
  ['A2', 'Water', 'GAPDH'],
]

/** Write a workbook whose last sheet nobody sees. */
function writeHidden(sheets: { name: string; rows: Rows }[], state: string): Uint8Array {
  const parts = unzipSync(writeXlsx(sheets))
  const last = sheets.at(-1)?.name ?? ''
  const text = strFromU8(parts['xl/workbook.xml']!)
  const hidden = text.replace(`name="${last}"`, `name="${last}" state="${state}"`)
  expect(hidden).not.toBe(text)
  return zipSync({ ...parts, 'xl/workbook.xml': strToU8(hidden) })
}

const old = (sheets: { name: string; rows: Rows }[]) =>
  writeXls(sheets.map((sheet, i) => ({ ...sheet, isHidden: i === sheets.length - 1 })))

describe('hidden sheets of a workbook', () => {
  const shown = { name: 'FAM', rows: curves(['A1', 'A2'], 0) }
  const draft = { name: 'Draft', rows: curves(['A1', 'A2'], 2) }

  it.each([
    ['hidden', writeHidden([shown, draft], 'hidden')],
    ['hidden from all but macros', writeHidden([shown, draft], 'veryHidden')],
    ['hidden in Excel 97', old([shown, draft])],
  ])('issue 15: curves of a sheet that is %s are no second dye, and are named', async (_, file) => {
    const { run, file: read } = await readOne(file)
    expect(run.amplification?.readings.channels).toEqual(['FAM'])
    const lost = [...read.notices, ...run.notices].filter(({ severity }) => severity === 'error')
    expect(lost.map(({ code, place }) => [code, place.member])).toEqual([['sheet_hidden', 'Draft']])
  })

  it('issue 15: curves that are on a hidden sheet alone are read, and so is what it says of the wells', async () => {
    const plate = { name: 'Plate', rows: layout }
    const onlyHidden = await readOne(writeHidden([plate, shown], 'hidden'))
    const { run } = await readOne(writeHidden([shown, plate], 'hidden'))
    for (const { wells, amplification } of [onlyHidden.run, run]) {
      expect(amplification?.readings.channels).toEqual(['FAM'])
      expect(wells.map(({ sample }) => sample)).toEqual(['Liver', 'Water'])
    }
  })
})
