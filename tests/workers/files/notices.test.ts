import { describe, expect, it } from 'vitest'
import { noticeCodes, NoticeList, severityOf } from '../../../workers/files/notices.ts'
import { nameRanges } from '../../../workers/files/plate.ts'
import { readOne } from './caught.ts'

type Code = Exclude<keyof typeof noticeCodes, 'more_of_the_same'>

/** Words of a sentence that says that something was lost; the rule of the errors. */
const loss =
  /\b(left out|not (read|taken|evaluated|written)|no curves?|the first was kept|nothing was read)\b/i
/** Kept apart by hand: a sentence that sounds like a loss and is none, with the reason. */
const noLoss: Readonly<Partial<Record<Code, string>>> = {
  number_not_finite:
    'the cell says itself that it holds no value; a gap is reported by cycles_missing',
  target_without_curve: 'the file says no result of it either',
  curve_without_target: 'light of wells that the instrument was not asked to evaluate',
  curve_without_well: 'light of wells that the file calls empty',
  channel_without_target: 'light of a channel that the instrument was not asked to evaluate',
  described_twice: 'both describe the same name',
  value_not_written: 'the format has no place for it, and the curves are whole',
  member_ignored: 'no table of wells',
  element_ignored: 'nothing that belongs to a curve or a well',
  run_ignored: 'a run without reactions',
  well_without_curve: 'a well of which nothing was measured',
  dyes_incomplete: 'the curves are taken from the other table',
}

describe('severity of notices', () => {
  it('issue 15: a notice of a loss is an error, and no other is', () => {
    const codes = (Object.keys(noticeCodes) as (Code | 'more_of_the_same')[]).filter(
      (code) => code !== 'more_of_the_same',
    )
    const doubtful: readonly Code[] = []
    for (const code of codes) {
      const says = loss.test(noticeCodes[code]) && !Object.hasOwn(noLoss, code)
      expect([code, severityOf(code) === 'error']).toEqual([code, says || doubtful.includes(code)])
    }
  })

  it('issue 15: a row that repeats another or a line below a table is no error', async () => {
    const table =
      '* Block Type = 96-Well Block\n\n[Results]\nWell\tWell Position\tTarget Name\tReporter\tCT\n' +
      '1\tA1\tGene\tFAM\t21\n1\tA1\tGene\tFAM\t21\n1\tA1\tGene\tFAM\t25\nAnalysis Type\tSingleplex\n'
    const { run } = await readOne(table)
    const told = run.notices.map(({ severity, code }) => `${severity} ${code}`)
    expect(told).toEqual(
      expect.arrayContaining(['info row_repeated', 'error target_twice', 'info line_ignored']),
    )
    expect(told).not.toContain('error row_ignored')
  })
})

describe('a list of notices', () => {
  it('issue 15: names the wells of all notices beyond the first fifty', () => {
    const notices = new NoticeList()
    for (let i = 0; i < 96; i++) {
      const well = `${'ABCDEFGH'[Math.floor(i / 12)]}${(i % 12) + 1}`
      notices.add('cycles_missing', { well, target: 'Gene A' })
    }
    expect(notices.list()).toHaveLength(51)
    expect(notices.list().at(-1)).toEqual({
      severity: 'warning',
      code: 'more_of_the_same',
      place: { target: 'Gene A', wells: 'E3–E12, F1:H12' },
      params: { code: 'cycles_missing', count: 46 },
    })
  })

  it('A29-92: names neighbours together as prints do, in the order of the plate', () => {
    expect(nameRanges(['B2', 'A10', 'A9', 'A1', 'B2', 'AA1', 'x'])).toBe('A1, A9–A10, B2, AA1, x')
    expect(nameRanges(['3', '1', '2', '10'])).toBe('1–3, 10')
  })
})
