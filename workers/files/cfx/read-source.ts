import { namesOf, type RunSource } from '../imported-run.ts'
import type { Facts } from '../tables/facts.ts'
import { readVendorDate } from '../tables/vendor-date.ts'

/** Words that the export adds to the name of the run in its file names. */
const suffix =
  /(?<![\s_-])[\s_-]*(all data sheets|quantification|melt curve|end ?point|allelic discrimination|run information|standard curve|gene expression|anova|qc)\b.*$/is

/** Read name and origin of the run from the sheet "Run Information"; without a name there, take that of the file. */
export function readSource(facts: Facts, file: string): { name: string; source: RunSource } {
  const base = file.replace(/^.*[/\\]/, '').replace(/\.[^.]*$/, '')
  const given = facts
    .get('filename')
    .replace(/^.*[/\\]/, '')
    .replace(/\.[^.]*$/, '')
  const serial = facts.get('baseserialnumber', 'instrumentserialnumber')
  const version = facts.get('cfxmaestroversion', 'cfxmanagerversion', 'softwareversion')
  return {
    name: given || base.replace(suffix, '').trim() || base || 'CFX',
    source: {
      format: 'cfx',
      version: '',
      software: softwareOf(facts),
      softwareVersion: version.replace(/\.$/, ''),
      instrument: serial,
      ...namesOf({ serial, barcode: facts.get('id', 'plateid', 'barcode') }),
      date: readVendorDate(facts.get('runstarted', 'runended')),
    },
  }
}

/** Name the software if the export does: the tables of both programs are alike. */
function softwareOf(facts: Facts): string {
  if (facts.get('cfxmaestroversion')) return 'CFX Maestro'
  return facts.get('cfxmanagerversion') ? 'CFX Manager' : ''
}
