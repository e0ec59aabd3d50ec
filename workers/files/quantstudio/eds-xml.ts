import type { PlateShape } from '../plate.ts'
import { childOf, childText, childrenOf, type XmlElement } from '../read-xml.ts'
import { memoryOf, type ReadingMemory } from '../reading-memory.ts'
import { passiveDye } from './read-source.ts'
import type { CollectionPoint, EdsSetup, EdsSignals, EdsWell, WellSignals } from './eds-data.ts'
import { plateOfBlock } from './well-finder.ts'

/** Read `plate_setup.xml` of an EDS 1.x archive. */
export function readPlateSetup(root: XmlElement): EdsSetup {
  const wells = new Map<number, EdsWell>()
  const open = (index: number) => {
    const well = wells.get(index) ?? { samples: [], omitted: false, targets: [] }
    wells.set(index, well)
    return well
  }
  for (const map of childrenOf(root, 'FeatureMap')) {
    const feature = childText(childOf(map, 'Feature'), 'Id').toLowerCase()
    for (const value of childrenOf(map, 'FeatureValue')) {
      const index = readIndex(childText(value, 'Index'))
      const item = childOf(value, 'FeatureItem')
      if (index === null || !item) continue
      if (feature === 'sample') open(index).samples.push(childText(childOf(item, 'Sample'), 'Name'))
      if (feature === 'detector-task') {
        open(index).targets.push(...readTasks(childOf(item, 'DetectorTaskList')))
      }
      if (feature === 'marker-task') {
        open(index).targets.push(...readMarkers(childOf(item, 'MarkerTaskList') ?? item))
      }
    }
  }
  const omitted = childOf(root, 'Wells')
  for (const well of omitted ? childrenOf(omitted, 'Well') : []) {
    const index = readIndex(childText(well, 'Index'))
    if (index !== null && /^true$/i.test(childText(well, 'IsOmit'))) open(index).omitted = true
  }
  const passive = childText(root, 'PassiveReferenceDye')
  return { plate: readPlate(root), passive: passiveDye(passive), wells }
}

function readPlate(root: XmlElement): PlateShape | null {
  const [rows, columns] = [Number(childText(root, 'Rows')), Number(childText(root, 'Columns'))]
  if (Number.isInteger(rows) && Number.isInteger(columns) && rows > 0 && columns > 0) {
    return { rows, columns, labels: 'letters' }
  }
  return plateOfBlock(childText(childOf(root, 'PlateKind'), 'Type'))
}

function readTasks(list: XmlElement | undefined): EdsWell['targets'] {
  return (list ? childrenOf(list, 'DetectorTask') : []).flatMap((task) => {
    const detector = childOf(task, 'Detector')
    const name = childText(detector, 'Name')
    if (name === '') return []
    const quantity = Number(childText(task, 'Concentration') || Number.NaN)
    return [
      {
        name,
        dye: childText(detector, 'Reporter'),
        task: childText(task, 'Task'),
        quantity: quantity > 0 && Number.isFinite(quantity) ? quantity : null,
      },
    ]
  })
}

/** Read the two alleles of a SNP assay, each with its reporter. */
function readMarkers(list: XmlElement): EdsWell['targets'] {
  return childrenOf(list, 'MarkerTask').flatMap((task) => {
    const marker = childOf(task, 'Marker')
    return ['Allele1', 'Allele2'].flatMap((side, i) => {
      const allele = marker && childOf(marker, side)
      if (!allele) return []
      const name = `${childText(marker, 'Name')}-${childText(allele, 'Name') || `Allele ${i + 1}`}`
      const dye = childText(allele, 'Reporter')
      return [{ name, dye, task: childText(task, 'Task'), quantity: null }]
    })
  })
}

/** Read `multicomponentdata.xml` of an EDS 1.x archive: lists of numbers in brackets. */
export function readMulticomponent(root: XmlElement, memory: ReadingMemory): EdsSignals {
  const points = readPoints(root, memory)
  const count = points.length || Number(childText(root, 'CycleCount')) || 0
  const temperatures = readList(childText(root, 'SampleTemperatures'), memory)
  const dyes = new Map<number, string[]>()
  for (const data of childrenOf(root, 'DyeData')) {
    const index = readIndex(data.attributes['WellIndex'] ?? '')
    const list = childText(data, 'DyeList').replaceAll(/^\[|\]$/g, '')
    memory.take(memoryOf.group + 2 * list.length)
    if (index !== null && !dyes.has(index))
      dyes.set(
        index,
        list.split(',').map((name) => name.trim()),
      )
  }
  const wells = new Map<number, WellSignals>()
  const twice: number[] = []
  for (const data of childrenOf(root, 'SignalData')) {
    const index = readIndex(data.attributes['WellIndex'] ?? '')
    if (index === null) continue
    if (wells.has(index)) {
      twice.push(index)
      continue
    }
    const names = dyes.get(index) ?? []
    wells.set(index, {
      dyes: childrenOf(data, 'CycleData').flatMap(({ text }, i) =>
        names[i] ? [{ name: names[i], values: readList(text, memory) }] : [],
      ),
      temperatures: count > 0 ? temperatures.slice(index * count, (index + 1) * count) : [],
    })
  }
  return { points, wells, twice }
}

/** Read `[Stg:2 Cyc:1 Stp:2 Pt:1]` of each reading; if a file has only the stage, count the cycles. */
function readPoints(root: XmlElement, memory: ReadingMemory): CollectionPoint[] {
  const given = childText(root, 'CollectionPoints')
  const points: CollectionPoint[] = []
  const told = /Stg:\s*(\d+)\s+Cyc:\s*(\d+)\s+Stp:\s*(\d+)\s+Pt:\s*(\d+)/g
  for (const [, stage, cycle, step, point] of given.matchAll(told)) {
    memory.take(memoryOf.container)
    points.push({
      stage: Number(stage),
      cycle: Number(cycle),
      step: Number(step),
      point: Number(point),
    })
  }
  if (points.length > 0) return points
  const cycles = new Map<number, number>()
  return readList(childText(root, 'TCStageFlags'), memory).map((stage) => {
    memory.take(memoryOf.container)
    const cycle = (cycles.get(stage) ?? 0) + 1
    cycles.set(stage, cycle)
    return { stage, cycle, step: 1, point: 1 }
  })
}

function readIndex(text: string): number | null {
  return /^\d{1,6}$/.test(text.trim()) ? Number(text) : null
}

/** Read numbers between commas, tabs or blanks, NaN for what is none. */
function readList(text: string, memory: ReadingMemory): number[] {
  const inside = text.trim().replaceAll(/^\[|\]$/g, '')
  if (inside.trim() === '') return []
  const values: number[] = []
  let from = 0
  // Read one after another: a list of all texts takes several times the memory of the numbers.
  for (const { 0: separator, index } of inside.matchAll(/\s*,\s*|\s+/g)) {
    memory.take(memoryOf.item)
    values.push(readDouble(inside.slice(from, index)))
    from = index + separator.length
  }
  values.push(readDouble(inside.slice(from)))
  return values
}

export function readDouble(text: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text)
  return Number.isFinite(value) ? value : Number.NaN
}
