import { namesOf, type RunSource } from '../imported-run.ts'
import type { NoticeList } from '../notices.ts'
import type { Facts } from '../tables/facts.ts'
import { readVendorDate } from '../tables/vendor-date.ts'

/** Read name and origin of the run from the lines above the tables; without a name there, take that of the file. */
export function readSource(
  facts: Facts,
  file: string,
  notices: NoticeList,
): { name: string; source: RunSource } {
  return {
    name: baseName(facts.get('file')) || baseName(file) || 'Rotor-Gene',
    source: {
      format: 'rotorgene',
      version: '',
      software: 'Rotor-Gene',
      softwareVersion: '',
      instrument: 'Rotor-Gene',
      ...namesOf({ serial: facts.get('machineserialno'), barcode: '' }),
      date: readDate(facts.get('date'), facts.get('time'), notices),
    },
  }
}

/** Return the name of a file without its folders and its ending. */
export function baseName(path: string): string {
  return path.replace(/^.*[/\\]/, '').replace(/\.[A-Za-z]{3,4}$/, '')
}

/**
 * Read the date of a run. The software writes it as the computer was set, so that `3/4/2021` is a day of March or of
 * April: such a date is left out with a notice.
 */
function readDate(date: string, time: string, notices: NoticeList): string | null {
  if (date === '') return null
  const [, first = '', sign = '', second = '', year = ''] =
    /^(\d{1,2})([-/.])(\d{1,2})[-/.](\d{4})$/.exec(date) ?? []
  const isLocal = year !== '' && sign !== '.'
  const isClear = !isLocal || first === second || Number(first) > 12 || Number(second) > 12
  const plain = sign === '.' ? `${year}-${second}-${first}` : date
  const read = isClear ? readVendorDate(`${plain} ${time}`.trim()) : null
  if (read === null) {
    notices.add('element_ignored', { path: 'Date' }, { element: `Date ${date}`, count: 1 })
  }
  return read
}
