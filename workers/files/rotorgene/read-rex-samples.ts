import { childOf, childrenOf, childText, type XmlElement } from '../read-xml.ts'
import type { ImportedSampleType } from '../imported-run.ts'
import type { RunDraft } from '../tables/run-draft.ts'
import { tubeOf } from './table-kinds.ts'

/** Types of samples by the numbers of the file; others have no documented meaning. */
const types = new Map(
  Object.entries<ImportedSampleType>({
    '1': 'std',
    '2': 'unkn',
    '3': 'ntc',
    '5': 'pos',
  }),
)

/**
 * Read the samples that have a name into the wells of their tubes. Return the concentrations that the file gives of
 * standards, by tube; their unit is nowhere.
 */
export function readRexSamples(root: XmlElement, draft: RunDraft): Map<number, number> {
  const standards = new Map<number, number>()
  const list = childOf(root, 'Samples')
  for (const page of list ? childrenOf(list, 'Page') : []) {
    for (const sample of childrenOf(page, 'Sample')) {
      const name = childText(sample, 'Name')
      if (name === '') continue
      const position = childText(sample, 'TubePosition')
      const tube = tubeOf(position)
      const place = { line: sample.line, path: 'Sample', well: position.slice(0, 40) }
      if (tube === null) {
        draft.notices.add('row_ignored', place, { well: name.slice(0, 40) })
        continue
      }
      const well = draft.openWell({ row: tube - 1, column: 0 })
      draft.nameSample(well, name, place)
      const code = childText(sample, 'Type')
      const type = types.get(code)
      if (type) draft.setType(well, type, place)
      else if (code !== '')
        draft.notices.add('sample_type_unknown', place, { found: code.slice(0, 40) })
      const given = Number(childText(sample, 'GivenConc').replace(',', '.') || Number.NaN)
      if (type === 'std' && given > 0 && Number.isFinite(given)) standards.set(tube, given)
    }
  }
  return standards
}
