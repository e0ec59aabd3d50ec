import { describe, expect, it } from 'vitest'
import { bendableFiles, bendFile } from '../../batteries/bent-files/bend-file.ts'
import { importFile } from '../../../workers/files/import.ts'
import { planImport } from '../../../workers/files/plan-import.ts'
import { writeXlsx } from '../../../workers/files/tidy/write-xlsx.ts'
import { bundledFiles, writtenFiles } from '../../support/file-fixtures.ts'
import { quantstudioSheets } from '../../support/quantstudio-file.ts'
import { uuidOf } from '../../support/uuid-of.ts'

type Sheets = ReturnType<typeof quantstudioSheets>

/** Read the made multiplex run with one of its sheets changed. */
async function readBent(change: (sheets: Sheets) => Sheets) {
  const file = await importFile('bent.xlsx', writeXlsx(change(quantstudioSheets())))
  const run = file.runs[0]!
  const curved = run.wells.map(({ name, targets }) =>
    [name, ...targets.filter(({ channel }) => channel !== null).map(({ target }) => target)].join(
      ' ',
    ),
  )
  return { run, curved, notices: [...file.notices, ...run.notices] }
}

function inSheet(name: string, rows: (rows: Sheets[0]['rows'], head: number) => Sheets[0]['rows']) {
  return (sheets: Sheets): Sheets =>
    sheets.map((sheet) => {
      if (sheet.name !== name) return sheet
      return {
        ...sheet,
        rows: rows(
          sheet.rows,
          sheet.rows.findIndex(([cell]) => cell === 'Well'),
        ),
      }
    })
}

function blank(name: string, column: string, isOwn: (row: (string | number)[]) => boolean) {
  return inSheet(name, (rows, head) => {
    const at = rows[head]!.indexOf(column)
    return rows.map((row, i) =>
      i > head && isOwn(row) ? row.map((cell, j) => (j === at ? '' : cell)) : row,
    )
  })
}

function without(name: string, column: string) {
  return inSheet(name, (rows, head) => {
    const at = rows[head]!.indexOf(column)
    return rows.map((row, i) => (i < head ? row : row.filter((_, j) => j !== at)))
  })
}

const whole = ['A1', 'A2', 'A3', 'B1', 'B2', 'B3']
  .map((well) => `${well} Gene A Gene B`)
  .concat('H11 Gene A Gene C', 'H12 Gene A Gene C')

describe('files with something taken away', () => {
  it('issue 15: bent files lose nothing without naming it', async () => {
    const files = await bendableFiles([...writtenFiles(), ...bundledFiles()])
    expect(new Set(files.map(({ kind }) => kind))).toEqual(
      new Set(['tables', 'rdml', 'eds', 'rex', 'blocks']),
    )
    const lost: string[] = []
    for (let seed = 1; seed <= 60; seed++) {
      const { name, bend, losses } = await bendFile(files, seed)
      if (losses.length > 0) lost.push(`${seed} ${name} (${bend}): ${losses[0]}`)
    }
    expect(lost).toEqual([])
  }, 120_000)

  it('issue 15: a dye column that is missing loses no curve: the normalised ones are taken', async () => {
    const { run, curved, notices } = await readBent(without('Multicomponent', 'VIC'))
    expect(curved).toEqual(whole)
    expect(run.amplification?.state).toBe('normalised')
    expect(notices).toContainEqual({
      severity: 'warning',
      code: 'dyes_incomplete',
      place: { target: 'Gene B', wells: 'A1:B3' },
      params: {},
    })
  })

  it('issue 15: without normalised curves the missing ones are named with their target', async () => {
    const { run, curved, notices } = await readBent((sheets) =>
      without('Multicomponent', 'VIC')(sheets).filter(({ name }) => name !== 'Amplification Data'),
    )
    expect(run.amplification?.state).toBe('compensated')
    expect(curved).toEqual(whole.map((line) => line.replace(' Gene B', '')))
    expect(notices).toContainEqual({
      severity: 'error',
      code: 'result_without_curve',
      place: { target: 'Gene B', wells: 'A1:B3' },
      params: { phase: 'amplification', count: 6 },
    })
  })

  it('issue 15: a target without a dye gets the only curve that is left, and that is said', async () => {
    const change = blank('Results', 'Reporter', (row) => row[3] === 'Gene C')
    const { curved, notices } = await readBent((sheets) =>
      without(
        'Multicomponent',
        'VIC',
      )(change(sheets))
        .filter(({ name }) => name !== 'Amplification Data')
        .map((sheet) => ({
          ...sheet,
          rows: sheet.rows.map((row) => (sheet.name === 'Multicomponent' ? row.slice(0, -1) : row)),
        })),
    )
    expect(curved.slice(6)).toEqual(['H11 Gene A Gene C', 'H12 Gene A Gene C'])
    expect(notices).toContainEqual({
      severity: 'warning',
      code: 'dye_assumed',
      place: { target: 'Gene C', path: 'CY5', wells: 'H11–H12' },
      params: { count: 2 },
    })
  })

  it('issue 15: a curve that could be of several targets is evaluated under its dye', async () => {
    const { curved, notices } = await readBent((sheets) =>
      blank(
        'Results',
        'Reporter',
        (row) => row[1] === 'A1',
      )(sheets).filter(({ name }) => name !== 'Amplification Data'),
    )
    expect(curved[0]).toBe('A1 FAM VIC CY5 TAMRA')
    const named = notices.filter(({ place }) => place.well === 'A1')
    expect(named.map(({ code, place }) => `${code} ${place.target ?? place.path}`)).toEqual([
      'curve_named_by_dye FAM',
      'curve_named_by_dye VIC',
      'curve_named_by_dye CY5',
      'curve_named_by_dye TAMRA',
      'result_without_curve Gene A',
      'result_without_curve Gene B',
    ])
  })

  it('issue 15: curves without names of targets are distinguished by their order', async () => {
    const { run, curved } = await readBent((sheets) =>
      without(
        'Amplification Data',
        'Target',
      )(sheets).filter(({ name }) => name === 'Amplification Data'),
    )
    expect(curved[0]).toBe('A1 unnamed unnamed (2)')
    expect(run.notices.map(({ code }) => code)).not.toContain('cycle_twice')
  })

  it('issue 15: cycles without a number in one table leave the curves of the other', async () => {
    const { curved, run } = await readBent(blank('Amplification Data', 'Cycle Number', () => true))
    expect(run.amplification?.state).toBe('compensated')
    expect(curved).toEqual(whole)
  })

  it('issue 15: a table of wells that is not understood is an error that names it', async () => {
    const rename = inSheet('Results', (rows, head) =>
      rows.with(
        head,
        rows[head]!.map(
          (cell) => ({ Target: 'Gene', Reporter: 'Label', Task: 'Use' })[cell] ?? cell,
        ),
      ),
    )
    const { notices } = await readBent(rename)
    expect(notices).toContainEqual({
      severity: 'error',
      code: 'table_ignored',
      place: { member: 'Results' },
      params: { name: 'Results' },
    })
  })

  it('issue 15: a task that is no word of the software or of a laboratory is named', async () => {
    const rename = (word: string) =>
      inSheet('Results', (rows, head) => {
        const at = rows[head]!.indexOf('Task')
        return rows.map((row) => (row[1] === 'A1' ? row.with(at, word) : row))
      })
    const typeOf = async (word: string) => {
      const { run, notices } = await readBent(rename(word))
      const told = notices.filter(({ code }) => code === 'sample_type_unknown')
      return [run.wells[0]?.sampleType, told.map(({ place }) => place.well)]
    }
    expect(await typeOf('Oddity')).toEqual(['unkn', ['A1', 'A1']])
    expect(await typeOf('Blank')).toEqual(['ntc', []])
    expect(await typeOf('Unbekannt')).toEqual(['unkn', []])
  })

  it('issue 15: standards without a quantity, or with two, are named', async () => {
    const give = (quantities: (number | string)[]) =>
      inSheet('Results', (rows, head) => {
        const task = rows[head]!.indexOf('Task')
        let n = 0
        return rows.map((row, i) => {
          if (i <= head) return i < head ? row : [...row, 'Quantity']
          if (row[1] !== 'A1') return [...row, '']
          return [...row.with(task, 'STANDARD'), quantities[n++] ?? '']
        })
      })
    const told = async (quantities: (number | string)[]) =>
      (await readBent(give(quantities))).notices
        .filter(({ code }) => /quantit/.test(code))
        .map(
          ({ severity, code, place }) => `${severity} ${code} ${place.well} ${place.target ?? ''}`,
        )
    expect(await told([1000, 1000])).toEqual([])
    expect(await told(['0.000', ''])).toEqual(['warning standard_without_quantity A1 '])
    expect(await told([1000, 10])).toEqual(['error quantities_differ A1 Gene B'])
  })

  it('issue 15: a target read in two channels is evaluated in both', async () => {
    const swap = inSheet('Results', (rows) =>
      rows.map((row) => (row[1] === 'H12' && row[3] === 'Gene C' ? row.with(3, 'Gene B') : row)),
    )
    const { run } = await readBent((sheets) =>
      swap(sheets).filter(({ name }) => name !== 'Amplification Data'),
    )
    let id = 0
    const plan = planImport(run, () => uuidOf(id++))
    const typeOf = (well: string) =>
      plan.samples.find(({ coordinates }) => coordinates.includes(well))?.well_type
    const rulesOf = (well: string) =>
      plan.evaluation.targets
        .filter(({ well_types: types }) => types?.includes(typeOf(well) ?? ''))
        .map(({ name, channel }) => `${name} ${channel}`)
    expect(rulesOf('A1')).toEqual(['Gene A FAM', 'Gene B VIC'])
    expect(rulesOf('H12')).toEqual(['Gene A FAM', 'Gene B (CY5) CY5'])
  })
})
