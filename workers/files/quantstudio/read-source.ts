import { namesOf, type RunSource } from '../imported-run.ts'
import type { Facts } from '../tables/facts.ts'
import { readVendorDate } from '../tables/vendor-date.ts'

/** Read name and origin of the run from the preamble; without a name there, take that of the file. */
export function readSource(facts: Facts, file: string): { name: string; source: RunSource } {
  const base = (path: string) => path.replace(/^.*[/\\]/, '').replace(/\.[^.]*$/, '')
  const given = facts.get('filename', 'experimentfilename')
  const software = facts.get('softwarenameandversion')
  const [, program = software, version = ''] = /^(.*\S|)\s+v?(\d[\w.]*)$/.exec(software) ?? []
  const kind = facts.get('instrumenttype')
  const serial = facts.get('instrumentserialnumber', 'instrumentname')
  return {
    name: facts.get('experimentname') || base(given) || base(file) || 'QuantStudio',
    source: {
      format: 'quantstudio',
      version: '',
      software: program,
      softwareVersion: version,
      instrument: [kind, serial].filter(Boolean).join(' '),
      ...namesOf({
        serial: facts.get('instrumentserialnumber'),
        barcode: facts.get('experimentbarcode', 'barcode', 'platebarcode'),
      }),
      date: readVendorDate(
        facts.get('runstartdatetime', 'experimentrunstarttime', 'runenddatatime') ||
          facts.get('runenddatetime', 'experimentrunendtime', 'datecreated'),
      ),
    },
  }
}

/** Return the dye of the passive reference, null when the run has none. */
export function passiveDye(name: string): string | null {
  return /^(|none|null|n\/?a)$/i.test(name.trim()) ? null : name.trim()
}
