import type { FileContent } from '../file-content.ts'
import type { FileFormat } from '../file-format.ts'
import type { ImportedFile } from '../imported-run.ts'
import type { FileLimits } from '../limits.ts'
import { NoticeList } from '../notices.ts'
import { nameOfPosition } from '../plate.ts'
import { decideStyle, readNumber } from '../read-numbers.ts'
import { memoryOf } from '../reading-memory.ts'
import { refuseFile } from '../refuse-file.ts'
import { RunDraft } from '../tables/run-draft.ts'
import { finishMxpro } from './read-mxpro.ts'
import { addReadings, type Series } from './read-readings.ts'
import { positionOf } from './table-kinds.ts'

const heading = /^\s*Segment\s+(\d+)\s+(Plateau|Ramp)\s+(\d+)\s+Well\s+(\d+)\s*$/i

/**
 * MxPro's readings as a block for each well: `Segment  2 Plateau  1 Well  1`, a line of headers, then a line for each
 * reading whose second value is the light and whose third is the temperature. The first value is taken for the cycle.
 * The dye is nowhere. Layout: SPC-Facility-EMBL-Hamburg/eSPC_biophysics_platform, `load_Agilents_MX3005P_qPCR_txt`.
 */
export const mxproBlocks: FileFormat = {
  name: 'mxpro blocks',
  recognise: (content) =>
    content.kind === 'text' &&
    content.decoded.text
      .slice(0, 64_000)
      .split(/\r\n|\r|\n/)
      .some((line) => heading.test(line)),
  read: readBlocks,
}

/** A block of the file with the name of its part of the programme. */
interface Block {
  part: string
  well: string
  line: number
  /** Numbers of the lines of its readings, from 0. */
  readings: number[]
}

function readBlocks(content: FileContent): ImportedFile {
  if (content.kind !== 'text') throw refuseFile('file_format_unknown')
  const notices = new NoticeList()
  const draft = new RunDraft(notices, content.limits)
  const lines = splitLines(content.decoded.text, content.limits)
  const blocks = splitBlocks(lines, notices, content.limits)
  const readings = blocks.flatMap((block) => block.readings)
  const cells = function* () {
    for (const line of readings) yield* cellsOf(lines[line]).slice(1, 3)
  }
  const style = decideStyle(cells(), (i) => ({ line: (readings[Math.floor(i / 2)] ?? -1) + 1 }))
  const parts = new Map<string, Series[]>()
  for (const { part, well, line, readings: own } of blocks) {
    const position = positionOf(well)
    if (!position) {
      notices.add('row_ignored', { line }, { well: well.slice(0, 40) })
      continue
    }
    const number = (at: number) =>
      own.map((i) => readNumber(cellsOf(lines[i])[at] ?? '', style) ?? Number.NaN)
    const place = { line, well: nameOfPosition(position) }
    const [cycles, values, temperatures] = [number(0), number(1), number(2)]
    content.limits.memory.take(memoryOf.reading * values.length, place)
    const series = { position, name: '', place, cycles, values, temperatures }
    const known = parts.get(part)
    if (known) known.push(series)
    else parts.set(part, [series])
  }
  const found = [...parts].map(([name, series]) => ({ name, series }))
  addReadings(found, draft)
  return finishMxpro(draft, lines.slice(0, 3), content)
}

/** Split a text into lines. Throws `table_too_large` before it takes their memory. */
function splitLines(text: string, { rows, memory }: FileLimits): string[] {
  const lines = text.split(/\r\n|\r|\n/, rows + 1)
  if (lines.length > rows) throw refuseFile('table_too_large', {}, { what: 'rows', limit: rows })
  memory.takeText(text)
  memory.take(memoryOf.line * lines.length)
  return lines
}

/** Return the three values of a line. They are cut out of it whenever they are asked for. */
function cellsOf(line = ''): string[] {
  return line.trim().split(/\s+/, 3)
}

/** Split the lines into blocks; lines that are neither headers nor readings are named. */
function splitBlocks(
  lines: readonly string[],
  notices: NoticeList,
  { memory }: FileLimits,
): Block[] {
  const blocks: Block[] = []
  for (const [i, text] of lines.entries()) {
    const [, segment, kind = '', number, well = ''] = heading.exec(text) ?? []
    const block = blocks.at(-1)
    if (segment !== undefined) {
      memory.take(memoryOf.group, { line: i + 1 })
      const part = `Segment ${segment} ${/^r/i.test(kind) ? 'Ramp' : 'Plateau'} ${number}`
      blocks.push({ part, well, line: i + 1, readings: [] })
    } else if (text.trim() !== '') {
      const isReading = cellsOf(text).filter((cell) => /^-?[\d.,]+$/.test(cell)).length === 3
      const isOwn = block ? i !== block.line : isReading
      if (block && isReading) block.readings.push(i)
      else if (isOwn)
        notices.add('row_ignored', { line: i + 1 }, { found: text.trim().slice(0, 40) })
    }
  }
  return blocks
}
