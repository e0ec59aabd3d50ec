import type { NoticeList } from '../notices.ts'
import type { XmlElement } from '../read-xml.ts'
import type { Place } from '../refuse-file.ts'

/**
 * Elements that are read, by their parent. All others are named once in a notice, so that nobody believes they were
 * read.
 */
const readChildren: Readonly<Record<string, readonly string[]>> = {
  rdml: ['dateMade', 'dateUpdated', 'id', 'dye', 'sample', 'target', 'experiment'].concat(
    'thermalCyclingConditions',
  ),
  sample: ['description', 'type', 'quantity'],
  target: ['type', 'dyeId', 'amplificationEfficiency'],
  experiment: ['run'],
  run: ['instrument', 'dataCollectionSoftware', 'thermalCyclingConditions', 'pcrFormat'].concat([
    'runDate',
    'react',
  ]),
  react: ['sample', 'data', 'partitions'],
  data: [
    'tar',
    'cq',
    'ampEff',
    'meltTemp',
    'excl',
    'note',
    'endPt',
    'bgFluor',
    'bgFluorSlp',
  ].concat('quantFluor'),
}

/** Add one notice for each kind of element that has content and is not read, with its count. */
export function noticeIgnored(
  root: XmlElement,
  notices: NoticeList,
  placeOf: (element: XmlElement, path: string) => Place,
): void {
  const found = new Map<string, { element: XmlElement; count: number }>()
  const walk = (element: XmlElement): void => {
    const known = readChildren[element.name]
    if (!known) return
    for (const child of element.children) {
      if (known.includes(child.name)) walk(child)
      else if (hasContent(child)) {
        const path = `${element.name}/${child.name}`
        const one = found.get(path) ?? { element: child, count: 0 }
        found.set(path, { ...one, count: one.count + 1 })
      }
    }
  }
  walk(root)
  for (const [path, { element, count }] of found) {
    notices.add('element_ignored', placeOf(element, path), { element: path, count })
  }
}

function hasContent(element: XmlElement): boolean {
  if (element.text || Object.keys(element.attributes).length > 0) return true
  return element.children.some(hasContent)
}
