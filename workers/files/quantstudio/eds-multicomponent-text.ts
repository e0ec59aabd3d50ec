import { childrenOf, childText, type XmlElement } from '../read-xml.ts'
import { eachLine } from '../each-line.ts'
import type { CollectionPoint, EdsSignals, WellSignals } from './eds-data.ts'
import { readDouble } from './eds-xml.ts'
import type { NoticeList } from '../notices.ts'
import { memoryOf, type ReadingMemory } from '../reading-memory.ts'

/** Limit of reading numbers: a larger one is not a reading of a run. */
const mostReadings = 10_000

/** Well, cycle, dye, its error and its light at the end of a line; some lines lack the line end before it. */
const signal = /(?:^|\t)(\d{1,6})\t(\d{1,6})\t([^\t]*[A-Za-z][^\t]*)\t[^\t]+\t([^\t]+)\t[^\t]*$/

/** Match lines that should be a reading: as many cells as one, or a word. Lines of the pure dyes hold only numbers. */
const told = /^-?\d+\t-?\d+\t.*\t.*\t.*\t|[A-DF-Za-df-z]/

const member = 'multicomponent_data.txt'

/** Facts from other parts of the file that the readings need. */
export interface SignalContext {
  /** The wells' temperatures at each picture; empty where there are none. */
  temperatures: string
  programme: XmlElement | undefined
  /** Name of a well by its index. */
  nameOf: (well: number) => string
  memory: ReadingMemory
  notices: NoticeList
}

/**
 * Read `multicomponent_data.txt` of StepOne and 7500 software (EDS 1.0 and 1.1): a line for each well, reading and dye,
 * counted from 0, with lines of the pure dyes between them. The programme shows which readings are cycles; those after
 * them are a melt, at the temperatures of `temperatures.txt`.
 */
export function readMulticomponentText(text: string, context: SignalContext): EdsSignals {
  const { temperatures, programme, nameOf, memory, notices } = context
  memory.takeText(text)
  const wells = new Map<number, Map<string, number[]>>()
  let count = 0
  let isBelowHead = false
  let at = -1
  for (const line of eachLine(text)) {
    at++
    const [, well = '', reading = '', dye = '', value = ''] = signal.exec(line) ?? []
    if (dye === '' || Number(reading) >= mostReadings) {
      if (isBelowHead && told.test(line)) notices.add('row_ignored', { member, line: at + 1 })
      isBelowHead ||= /^well\t/i.test(line)
      continue
    }
    isBelowHead = true
    const index = Number(reading)
    const place = { member, line: at + 1, well: nameOf(Number(well)), path: dye.trim() }
    const dyes = wells.get(Number(well)) ?? new Map<string, number[]>()
    wells.set(Number(well), dyes)
    const values = dyes.get(dye.trim()) ?? []
    if (values.length === 0) memory.take(memoryOf.group)
    if (values.length <= index) memory.take(memoryOf.reading * (index + 1 - values.length))
    dyes.set(dye.trim(), values)
    const read = readDouble(value)
    const before = values[index]
    if (!Number.isFinite(read)) {
      notices.add('number_unreadable', place, { value: value.slice(0, 40) })
      values[index] = before ?? read
    } else if (before === undefined || Number.isNaN(before)) values[index] = read
    else
      notices.add(before === read ? 'cycle_repeated' : 'cycle_twice', place, { cycle: index + 1 })
    count = Math.max(count, index + 1)
  }
  const points = readPoints(programme, count)
  memory.takeText(temperatures)
  memory.take((memoryOf.item * temperatures.length) / 2)
  const read = readTemperatures(temperatures, count)
  return {
    points,
    wells: new Map(
      [...wells].map(([index, dyes]): [number, WellSignals] => [
        index,
        {
          dyes: [...dyes].map(([name, values]) => ({
            name,
            values: fill(values, count, memory),
          })),
          temperatures: read.map((wellsOf) => wellsOf[index] ?? Number.NaN),
        },
      ]),
    ),
  }
}

function fill(values: readonly number[], count: number, memory: ReadingMemory): number[] {
  memory.take(memoryOf.item * count)
  return Array.from({ length: count }, (_, i) => values[i] ?? Number.NaN)
}

/**
 * Place the readings of the cycling stages, one per repetition and measuring step; the rest is one more stage. Empty without a programme
 * that fits: then every reading is a cycle.
 */
function readPoints(programme: XmlElement | undefined, count: number): CollectionPoint[] {
  const points: CollectionPoint[] = []
  const stages = programme ? childrenOf(programme, 'TCStage') : []
  for (const [i, stage] of stages.entries()) {
    if (childText(stage, 'StageFlag') !== 'CYCLING') continue
    const steps = childrenOf(stage, 'TCStep').flatMap((step, at) =>
      childText(step, 'CollectionFlag') === '1' ? [at + 1] : [],
    )
    const cycles = Math.min(10_000, Number(childText(stage, 'NumOfRepetitions')) || 0)
    for (let cycle = 1; cycle <= cycles; cycle++) {
      for (const step of steps) points.push({ stage: i + 1, cycle, step, point: 1 })
      if (points.length > count) return []
    }
  }
  if (points.length === 0) return []
  for (let point = 1; points.length < count; point++) {
    points.push({ stage: stages.length + 1, cycle: 1, step: 1, point })
  }
  return points
}

/** Read `0=60.0,60.0,...`: the wells' temperatures at each picture, of which a reading has one for each filter. */
function readTemperatures(text: string, count: number): number[][] {
  const lines = text.split(/\r\n|\r|\n/).flatMap((line) => /^\d+=(.*)$/.exec(line)?.[1] ?? [])
  const filters = count > 0 ? lines.length / count : 0
  if (!Number.isInteger(filters) || filters < 1) return []
  return Array.from({ length: count }, (_, i) =>
    (lines[i * filters] ?? '').split(',').map(readDouble),
  )
}
