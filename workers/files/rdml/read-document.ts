import type { FileLimits } from '../limits.ts'
import type { NoticeList } from '../notices.ts'
import { childrenOf, childText, readXml, type XmlElement } from '../read-xml.ts'
import { refuseFile, type Place } from '../refuse-file.ts'
import { DocumentNumbers } from './document-numbers.ts'
import type { Lc96Results } from './lightcycler96.ts'
import { PointStore } from './point-store.ts'
import { idOf, readDescriptions, type Descriptions } from './read-descriptions.ts'

export interface RdmlRun {
  element: XmlElement
  experiment: string
}

/** An RDML document, with its data points apart from the tree. */
export interface RdmlDocument extends Descriptions {
  version: string
  root: XmlElement
  runs: RdmlRun[]
  points: PointStore
  /** Thermal programmes by id. */
  conditions: ReadonlyMap<string, XmlElement>
  numbers: DocumentNumbers
  /** Calls and exclusions of LightCycler 96 software; empty for a document of any other. */
  lc96: Lc96Results
  limits: FileLimits
  /** Place of an element, with the member it is in. */
  placeOf(element: XmlElement, path: string): Place
}

export interface DocumentOptions {
  limits: FileLimits
  notices: NoticeList
  member?: string | undefined
}

const namespace = 'http://www.rdml.org'
const knownVersions = ['1.0', '1.1', '1.2', '1.3', '1.4']

/** Read the XML of an RDML file. Throws `xml_*`, `number_*`, `rdml_root` and `rdml_version` faults. */
export function readDocument(text: string, options: DocumentOptions): Omit<RdmlDocument, 'lc96'> {
  const { limits, notices, member } = options
  const placeOf = (element: XmlElement, path: string): Place => ({
    ...(member !== undefined && { member }),
    line: element.line,
    path,
  })
  const numbers = new DocumentNumbers(notices, placeOf)
  const points = new PointStore(limits.memory)
  const root = readXml(text, {
    limits,
    member,
    onClose: (element, parent) => takePoint(element, parent, points, numbers),
  })
  const version = checkRoot(root, notices, placeOf(root, 'rdml'))
  const descriptions = readDescriptions(root, numbers, notices, placeOf)
  const runs = childrenOf(root, 'experiment').flatMap((experiment) =>
    childrenOf(experiment, 'run').map((element) => ({
      element,
      experiment: experiment.attributes['id'] ?? '',
    })),
  )
  if (runs.length > limits.runs) {
    throw refuseFile('runs_too_many', placeOf(root, 'rdml'), {
      found: runs.length,
      limit: limits.runs,
    })
  }
  const conditions = new Map(
    childrenOf(root, 'thermalCyclingConditions').map((element) => [idOf(element), element]),
  )
  return { version, root, runs, points, conditions, numbers, limits, placeOf, ...descriptions }
}

/** Move an `adp` or `mdp` out of the tree; false when it was one. */
function takePoint(
  element: XmlElement,
  parent: XmlElement,
  points: PointStore,
  numbers: DocumentNumbers,
): boolean {
  const { name } = element
  if (name !== 'adp' && name !== 'mdp') return true
  const read = (child: string) =>
    numbers.read(childText(element, child), element, `data/${name}/${child}`)
  points.add(parent, name, (name === 'adp' ? ['cyc', 'tmp', 'fluor'] : ['tmp', 'fluor']).map(read))
  return false
}

function checkRoot(root: XmlElement, notices: NoticeList, place: Place): string {
  if (root.name !== 'rdml') throw refuseFile('rdml_root', place, { found: root.name.slice(0, 80) })
  const version = (root.attributes['version'] ?? '').trim()
  if (/^\d/.test(version) && !/^1(\.|$)/.test(version)) {
    throw refuseFile('rdml_version', place, { found: version.slice(0, 20) })
  }
  if (!knownVersions.includes(version)) {
    notices.add('version_unknown', place, { version: version.slice(0, 20) })
  }
  const declared = Object.entries(root.attributes).some(
    ([name, value]) => name.startsWith('xmlns') && value === namespace,
  )
  if (!declared) notices.add('namespace_missing', place)
  return version
}
