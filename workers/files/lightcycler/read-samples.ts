import { nameOfPosition, parseWell } from '../plate.ts'
import type { RunDraft } from '../tables/run-draft.ts'
import type { Table } from '../tables/table.ts'
import type { TableNumbers } from '../tables/table-numbers.ts'

/**
 * Read the sheet of samples: a row for each well and pair of filters, with the sample, the target, what it is
 * (`Standard`, or `Target Negative` and `Ref Unknown` of a relative quantification) and its concentration. Layout:
 * NPhogat/RTqPCR, inst/exData/LC480_Example_SampleInfo.txt.
 */
export function readSamples(table: Table, draft: RunDraft, numbers: TableNumbers): void {
  for (const row of table.rows) {
    const name = table.text(row, 'generalpos')
    const position = parseWell(name)
    const place = { ...table.place(row, table.column('generalpos')), well: name.slice(0, 40) }
    if (!position) {
      draft.notices.add(table.countFilled(row) <= 2 ? 'line_ignored' : 'row_ignored', place)
      continue
    }
    place.well = nameOfPosition(position)
    const well = draft.openWell(position)
    draft.nameSample(well, table.text(row, 'generalsamplename'), place)
    const filter = table.text(row, 'generalfiltcomb').replaceAll(' ', '')
    const target = draft.openTarget(well, table.text(row, 'generaltargetname'), filter)
    const combined = table.text(row, 'relquantcombinedsampletargettype')
    if (/^ref\b/i.test(combined)) target.type = 'ref'
    const word = table.text(row, 'absquantsampletype') || combined.replace(/^(target|ref)\s+/i, '')
    const type = draft.readType(well, word, place)
    const value = numbers.maybe(table, row, 'absquantconcentration')
    if (type === 'standard' && value !== null && value > 0) {
      target.quantity = { value, unit: 'other' }
    }
    const efficiency = numbers.maybe(table, row, 'relquantefficiency')
    if (efficiency !== null && efficiency > 1) target.efficiency = efficiency
  }
}
