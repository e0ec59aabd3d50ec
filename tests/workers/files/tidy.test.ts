import { unzipSync } from 'fflate'
import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { curveOf } from '../../../workers/curves/readings.ts'
import { openContent } from '../../../workers/files/file-content.ts'
import { fileLimits } from '../../../workers/files/limits.ts'
import { openWorkbook } from '../../../workers/files/spreadsheet/open-workbook.ts'
import { tidyColumns, tidyRows } from '../../../workers/files/tidy/tidy-rows.ts'
import { writeTidy } from '../../../workers/files/tidy/write-tidy.ts'
import { writeWorkbook } from '../../../workers/files/tidy/write-workbook.ts'
import { nameSheets } from '../../../workers/files/tidy/write-xlsx.ts'
import { finishAtOnce, type Sliced } from '../../../workers/slices.ts'
import { createExportRun } from '../../support/export-run.ts'
import { caught } from './caught.ts'

const run = createExportRun({ wells: 4, cycles: 20, temperatures: 10 })
type Row = Record<(typeof tidyColumns)[number], string>

const tidyOf = (...given: Parameters<typeof writeTidy>) => finishAtOnce(writeTidy(...given))
const workbookOf = (...given: Parameters<typeof writeWorkbook>) =>
  finishAtOnce(writeWorkbook(...given))

describe('writeTidy', () => {
  const { bytes } = tidyOf(run)
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  const { data } = Papa.parse<Row>(text.slice(1), { header: true, skipEmptyLines: true })

  it('writes a row for each measured value, as exact as it is', () => {
    expect(text.startsWith(`\uFEFFRun,Well,`)).toBe(true)
    // Count four wells, three channels, twenty cycles and ten temperatures; one well misses one point.
    expect(data).toHaveLength(4 * 3 * (20 + 10) - 3 * 2)
    const first = run.amplification && curveOf(run.amplification.readings, 0, 0)
    expect(Number(data[0]?.Fluorescence)).toBe(first?.[0])
    expect(data[0]).toMatchObject({ Phase: 'amplification', Cycle: '1', Temperature: '' })
    expect(data.at(-1)).toMatchObject({ Phase: 'melt', Cycle: '', Normalised: '', Corrected: '' })
  })

  it('divides by the passive reference and subtracts the baseline', () => {
    const row = data.find(({ Cycle, Target }) => Cycle === '7' && Target === 'Gene A')
    const readings = run.amplification?.readings
    const [fam, rox] = [0, 2].map((channel) => (readings ? curveOf(readings, channel, 0)[6]! : 0))
    expect(Number(row?.Normalised)).toBe(fam! / rox!)
    expect(Number(row?.Corrected)).toBe(fam! / rox! - 1e-7 - (-1 / 3) * 7)
    expect(data.find(({ Channel }) => Channel === 'ROX')?.Normalised).toBe('')
  })

  it('gives no formula to a spreadsheet', () => {
    const own = structuredClone(run)
    for (const well of own.wells) well.sample = '=1+1'
    own.name = '-cmd'
    const written = new TextDecoder().decode(tidyOf(own).bytes)
    expect(written).toContain("'=1+1")
    expect(written).toContain("'-cmd")
    const negative = structuredClone(run)
    negative.amplification?.readings.values.fill(-1.5)
    expect(new TextDecoder().decode(tidyOf(negative).bytes)).toContain(',-1.5,raw,')
  })

  it('refuses a run without curves', async () => {
    const none = { ...run, amplification: null, melt: null }
    expect((await caught(() => tidyOf(none))).reason).toBe('export_empty')
  })
})

describe('writeWorkbook', () => {
  const written = workbookOf(run, [
    ['Engine', 'test 1.0'],
    ['Nothing', null],
  ])

  it('has results, plates, points and facts', () => {
    const content = openContent('test.xlsx', written.bytes, fileLimits)
    if (content.kind !== 'archive') throw new Error(content.kind)
    const sheets = openWorkbook(content.archive, fileLimits, content.notices)
    expect(sheets.map(({ name }) => name)).toEqual([
      'Results',
      'Cq Gene A',
      'Cq Gene B',
      'Points',
      'About',
    ])
    const [results, plate, , points, about] = sheets.map((sheet) => [...sheet.read()])
    expect(results).toHaveLength(1 + 8)
    expect(results?.[1]?.slice(0, 10)).toEqual(
      ['A1', 'Standard 1', 'std', '1500', 'Gene A', 'FAM', 'FAM', 'detected', '20'].concat(
        String(0.1 + 0.2),
      ),
    )
    expect(plate?.[0]?.slice(0, 3)).toEqual(['', '1', '2'])
    expect(plate?.[1]?.[1]).toBe('20')
    expect(
      plate
        ?.map(([name]) => name)
        .slice(1)
        .join(''),
    ).toBe('ABCDEFGH')
    expect(points?.[0]).toEqual([...tidyColumns])
    expect(points).toHaveLength(1 + 4 * 3 * (20 + 10) - 3 * 2)
    expect(about).toEqual([['Name', 'Value'], ['Engine', 'test 1.0'], ['Nothing']])
  })

  it('has numbers as numbers, no NaN and no formula, and is the same each time', () => {
    const text = new TextDecoder().decode(unzipSync(written.bytes)['xl/worksheets/sheet1.xml'])
    expect(text).toContain('<c r="I2"><v>20</v></c>')
    expect(text).not.toMatch(/NaN|<f/)
    const again = workbookOf(run, [
      ['Engine', 'test 1.0'],
      ['Nothing', null],
    ])
    expect(again.bytes).toEqual(written.bytes)
  })

  it('gives sheets names that Excel takes', () => {
    const names = nameSheets(["Cq a/b:c*?[x]'", 'CQ A B C   X', 'x'.repeat(40), 'x'.repeat(40), ''])
    expect(names.every((name) => name.length > 0 && name.length <= 31)).toBe(true)
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(5)
    expect(names[0]).not.toMatch(/[[\]:*?/\\]/)
  })
})

describe('fourth attack D6: the points of a large plate are written in slices', () => {
  /** Count its pauses. */
  function stopsOf<Value>(work: Sliced<Value>): { stops: number; value: Value } {
    for (let stops = 0; ; stops += 1) {
      const step = work.next()
      if (step.done) return { stops, value: step.value }
    }
  }
  const wells = Array.from({ length: 96 }, () => run.wells[0]!)
  const large = { ...run, wells }
  const points = tidyRows(run, run.wells[0]!).length * wells.length

  it('fourth attack D6: as tidy CSV', () => {
    const { stops, value } = stopsOf(writeTidy(large))
    expect(stops).toBe(96 / 16)
    expect(Buffer.compare(value.bytes, tidyOf(large).bytes)).toBe(0)
  })

  it('fourth attack D6: as a workbook', () => {
    const { stops, value } = stopsOf(writeWorkbook(large, []))
    // Count a cell at least for each column that every point has.
    expect(stops).toBeGreaterThan((points * 10) / 4100)
    expect(Buffer.compare(value.bytes, workbookOf(large, []).bytes)).toBe(0)
  })
})
