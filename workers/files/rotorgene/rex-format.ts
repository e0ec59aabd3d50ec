import type { FileContent } from '../file-content.ts'
import type { FileFormat } from '../file-format.ts'
import type { ImportedFile } from '../imported-run.ts'
import { NoticeList } from '../notices.ts'
import { childOf, childrenOf, childText, readXml, type XmlElement } from '../read-xml.ts'
import { refuseFile } from '../refuse-file.ts'
import { RunDraft } from '../tables/run-draft.ts'
import { readVendorDate } from '../tables/vendor-date.ts'
import { namesOf, type RunSource } from '../imported-run.ts'
import type { PlateShape } from '../plate.ts'
import { baseName } from './read-source.ts'
import { addChannels } from './read-rex-channels.ts'
import { readRexSamples } from './read-rex-samples.ts'

/**
 * Run files of Rotor-Gene 6000 and Rotor-Gene Q (`.rex`, XML): samples by their tube, raw light of every channel, and
 * no result. Not taken, and named: the thermal profile and the groups of samples, of which nothing says that they are
 * targets.
 *
 * Layout, which three public readers agree on: openreadout/openreadout, crates/openreadout-qpcr/src/rex.rs ("REX 3.15");
 * kablag/RDML, `fromRotorGene`; Biothermodynamics-and-Drug-Design/Thermott, `Parse_CorbettQGene_Rex`.
 */
export const rex: FileFormat = {
  name: 'rex',
  recognise: isRex,
  read: readRex,
}

function isRex(content: FileContent): boolean {
  if (content.kind !== 'xml') return false
  const begin = content.decoded.text.slice(0, 8000)
  return /<Experiment[\s>]/.test(begin) && /<RexHeader[\s>]/.test(begin)
}

function readRex(content: FileContent): ImportedFile {
  if (content.kind !== 'xml') throw refuseFile('file_format_unknown')
  const root = readXml(content.decoded.text, { limits: content.limits })
  const notices = new NoticeList()
  const draft = new RunDraft(notices, content.limits)
  const samples = readRexSamples(root, draft)
  addChannels(root, samples, draft, content.limits)
  for (const name of ['Profile', 'Groups']) {
    const element =
      name === 'Groups' ? childOf(childOf(root, 'Samples') ?? root, name) : childOf(root, name)
    if (element && element.children.length > 0) {
      notices.add(
        'element_ignored',
        { path: name },
        { element: name, count: element.children.length },
      )
    }
  }
  const run = draft.finish({
    name: childText(root, 'RunId') || baseName(content.name) || 'Rotor-Gene',
    source: sourceOf(root),
    plate: rotorOf(root) ?? 'rotor',
    states: { amplification: 'raw', melt: 'raw' },
    passiveReference: null,
    wantsAll: true,
  })
  return { name: content.name, format: 'rotorgene', runs: [run], notices: content.notices.list() }
}

function sourceOf(root: XmlElement): RunSource {
  return {
    format: 'rotorgene',
    version: childText(root, 'RexHeader'),
    software: 'Rotor-Gene',
    softwareVersion: '',
    instrument: 'Rotor-Gene',
    ...namesOf({ serial: fieldOf(root, 'Machine Serial No'), barcode: '' }),
    date: readVendorDate(childText(root, 'StartTime')),
  }
}

/** Return the rotor that the record of the run names, such as `72-Well Rotor`; null for another text. */
function rotorOf(root: XmlElement): PlateShape | null {
  const [, count = ''] = /^(\d{1,3})[\s-]/.exec(fieldOf(root, 'Rotor Type')) ?? []
  return Number(count) > 0 ? { rows: Number(count), columns: 1, labels: 'numbers' } : null
}

/** Return the value of a field of the run's record; empty when there is none of that name. */
function fieldOf(root: XmlElement, name: string): string {
  const record = childOf(root, 'Record')
  const fields = record ? childrenOf(record, 'Field') : []
  return childText(
    fields.find((field) => childText(field, 'Name') === name),
    'Value',
  )
}
