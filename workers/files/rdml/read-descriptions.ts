import { type ImportedSampleType, importedSampleTypes, type Quantity } from '../imported-run.ts'
import type { NoticeList } from '../notices.ts'
import { childOf, childrenOf, childText, type XmlElement } from '../read-xml.ts'
import type { Place } from '../refuse-file.ts'
import type { DocumentNumbers } from './document-numbers.ts'

export interface RdmlSample {
  name: string
  /** By target id; '' for all targets. */
  types: ReadonlyMap<string, ImportedSampleType>
  quantities: ReadonlyMap<string, Quantity>
}

export interface RdmlTarget {
  name: string
  type: 'toi' | 'ref'
  dye: string
  efficiency: number | null
}

/** Samples and targets that a document describes once, by the id with which its runs refer to them. */
export interface Descriptions {
  samples: ReadonlyMap<string, RdmlSample>
  targets: ReadonlyMap<string, RdmlTarget>
}

type PlaceOf = (element: XmlElement, path: string) => Place

const quantityUnits = ['cop', 'fold', 'dil', 'ng', 'nMol', 'other'] as const
const machineId = /^\{?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\}?$/i

/** Read samples and targets of a document by id. */
export function readDescriptions(
  root: XmlElement,
  numbers: DocumentNumbers,
  notices: NoticeList,
  placeOf: PlaceOf,
): Descriptions {
  const twice = (element: XmlElement, id: string) => {
    notices.add('described_twice', placeOf(element, element.name), { id })
  }
  const samples = new Map<string, RdmlSample>()
  for (const element of childrenOf(root, 'sample')) {
    const id = idOf(element)
    if (samples.has(id)) twice(element, id)
    else samples.set(id, readSample(id, element, numbers, notices, placeOf))
  }
  const targets = new Map<string, RdmlTarget>()
  for (const element of childrenOf(root, 'target')) {
    const id = idOf(element)
    if (targets.has(id)) twice(element, id)
    else targets.set(id, readTarget(id, element, numbers))
  }
  shortenNames(targets)
  return { samples, targets }
}

/** Return the id of an element or of its reference; RDML 1.0 wrote some of them as text. */
export function idOf(element: XmlElement | undefined): string {
  return element?.attributes['id'] ?? element?.text ?? ''
}

function readSample(
  id: string,
  element: XmlElement,
  numbers: DocumentNumbers,
  notices: NoticeList,
  placeOf: PlaceOf,
): RdmlSample {
  const types = new Map<string, ImportedSampleType>()
  for (const one of childrenOf(element, 'type')) {
    const word = one.text.toLowerCase()
    const type = importedSampleTypes.find((known) => known === word)
    if (!type && word) {
      notices.add('sample_type_unknown', placeOf(one, 'sample/type'), {
        sample: id,
        found: word.slice(0, 40),
      })
    }
    types.set(one.attributes['targetId'] ?? '', type ?? 'unkn')
  }
  const quantities = new Map<string, Quantity>()
  for (const one of childrenOf(element, 'quantity')) {
    const value = numbers.read(childText(one, 'value'), one, 'sample/quantity/value')
    const unit = quantityUnits.find((known) => known === childText(one, 'unit')) ?? 'other'
    if (value === value) quantities.set(one.attributes['targetId'] ?? '', { value, unit })
  }
  const description = childText(element, 'description')
  // Prefer the description, in which some instruments that number their samples keep the name that people gave.
  const name = machineId.test(id) && description ? description : id
  return { name, types, quantities }
}

function readTarget(id: string, element: XmlElement, numbers: DocumentNumbers): RdmlTarget {
  const efficiency = numbers.read(
    childText(element, 'amplificationEfficiency'),
    element,
    'target/amplificationEfficiency',
  )
  return {
    name: id,
    type: childText(element, 'type').toLowerCase() === 'ref' ? 'ref' : 'toi',
    dye: idOf(childOf(element, 'dyeId')),
    efficiency: efficiency > 0 ? efficiency : null,
  }
}

/** Shorten names such as `FAM@ACTB` of LightCycler 96 to the target's own name, if that stays unique. */
function shortenNames(targets: Map<string, RdmlTarget>): void {
  const short = (target: RdmlTarget) => {
    const own = target.name.startsWith(`${target.dye}@`)
      ? target.name.slice(target.dye.length + 1)
      : ''
    return own && !machineId.test(own) ? own : target.name
  }
  const counts = new Map<string, number>()
  for (const target of targets.values()) {
    counts.set(short(target), (counts.get(short(target)) ?? 0) + 1)
  }
  for (const target of targets.values()) {
    const name = short(target)
    if (counts.get(name) === 1) target.name = name
  }
}
