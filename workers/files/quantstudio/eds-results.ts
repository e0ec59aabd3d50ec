import { eachLine } from '../each-line.ts'
import { memoryOf, type ReadingMemory } from '../reading-memory.ts'
import { keyOf } from '../tables/sheet.ts'
import { createResult, type EdsResult } from './eds-data.ts'
import { readDouble } from './eds-xml.ts'

/** Keys of the columns that are read: a table may have hundreds of others, whose cells are not kept. */
const keys = [
  'well',
  'detector',
  'targetname',
  'target',
  'samplename',
  'sample',
  'task',
  'ct',
  'cq',
  'ampstatus',
  'tm',
  'tm1',
] as const
type Key = (typeof keys)[number]

interface TextResult {
  cells: ReadonlyMap<Key, string>
  /** Lines below it such as `Rn values`, by key. */
  series: Map<string, number[]>
}

/**
 * Read `analysis_result.txt` and `meltcuve_result.txt` of an EDS 1.x archive: a header, a line for each well and target
 * that starts with the well's index, and lines of values below it that start with a name.
 */
function readLines(text: string, memory: ReadingMemory): TextResult[] {
  memory.takeText(text)
  let columns: [Key, number][] | null = null
  const results: TextResult[] = []
  for (const line of eachLine(text)) {
    const cells = line.split('\t').map((cell) => cell.trim())
    const [first = '', ...rest] = cells
    if (!columns) {
      if (keyOf(first) === 'well') columns = findColumns(cells)
    } else if (/^\d{1,6}$/.test(first)) {
      // Count each twice: with its cells, and as the result that is made of it.
      memory.take(2 * (memoryOf.group + memoryOf.member * columns.length))
      const named = columns.map(([key, column]) => [key, cells[column] ?? ''] as const)
      results.push({ cells: new Map(named), series: new Map() })
    } else if (first !== '') {
      memory.take(memoryOf.group + memoryOf.item * rest.length)
      results.at(-1)?.series.set(keyOf(first), rest.map(readDouble))
    }
  }
  return results
}

/** Find the columns that are read; of two with the same key the first. */
function findColumns(head: readonly string[]): [Key, number][] {
  const found = head.map(keyOf)
  return keys.flatMap((key): [Key, number][] => {
    const column = found.indexOf(key)
    return column < 0 ? [] : [[key, column]]
  })
}

/** Read the results of both files; the analysis writes "none" as a Cq of the last cycle or beyond. */
export function readTextResults(
  analysis: string,
  melt: string,
  memory: ReadingMemory,
): EdsResult[] {
  const melts = new Map(readLines(melt, memory).map((one) => [keyOfResult(one), one]))
  return readLines(analysis, memory)
    .map((one) => {
      const found = melts.get(keyOfResult(one))
      melts.delete(keyOfResult(one))
      return readResult(one, found)
    })
    .concat([...melts.values()].map((one) => readResult({ ...one, series: new Map() }, one)))
}

function keyOfResult({ cells }: TextResult): string {
  return `${cells.get('well')} ${targetOf(cells)}`
}

function targetOf(cells: TextResult['cells']): string {
  return cells.get('detector') || cells.get('targetname') || cells.get('target') || ''
}

function readResult({ cells, series }: TextResult, melt: TextResult | undefined): EdsResult {
  const rn = trimEnd(series.get('rnvalues') ?? [])
  const result = createResult(Number(cells.get('well')), targetOf(cells))
  const status = cells.get('ampstatus') ?? ''
  return {
    ...result,
    sample: cells.get('samplename') ?? cells.get('sample') ?? '',
    task: cells.get('task') ?? '',
    cq: readCq(cells.get('ct') ?? cells.get('cq') ?? '', rn.length),
    call: { '1': 'Amp', '0': 'Inconclusive', '-1': 'No Amp' }[status] ?? status,
    rn,
    tm: (melt?.cells.get('tm') ?? melt?.cells.get('tm1') ?? '')
      .split(/[,;]/)
      .map(readDouble)
      .filter((tm) => tm > 0),
    melt: melt ? readMelt(melt) : null,
  }
}

function readCq(cell: string, cycles: number): number | null {
  if (cell === '') return null
  const cq = readDouble(cell)
  return cq > 0 && !(cycles > 0 && cq >= cycles) ? cq : Number.NaN
}

function readMelt({ series }: TextResult): EdsResult['melt'] {
  const [temperatures, values] = [series.get('sampletemperatures'), series.get('rnvalues')]
  if (!temperatures || !values) return null
  const count = Math.min(trimEnd(temperatures).length, trimEnd(values).length)
  return { temperatures: temperatures.slice(0, count), values: values.slice(0, count) }
}

/** Drop the empty value at the end: lines end with a tab. */
function trimEnd(values: readonly number[]): number[] {
  return values.slice(0, values.findLastIndex(Number.isFinite) + 1)
}
