import type { FileLimits } from '../limits.ts'
import type { NoticeList } from '../notices.ts'
import { readPlain } from '../read-numbers.ts'
import { memoryOf } from '../reading-memory.ts'
import type { Section } from './split-sections.ts'

/** Light of all tubes in one cycle, dye and exposure. */
interface Measurement {
  /** Row of the file. */
  row: number
  dye: string
  /** Part of the programme whose cycles are counted. */
  block: string
  cycle: number
  exposure: number
  background: number
  /** As the camera gave it, tube by tube. */
  light: readonly number[]
}

/** Measurements of one dye in the block of the amplification, by their cycles. */
export interface DyeLight {
  dye: string
  long: readonly Measurement[]
  /** The same as `long` where there is one exposure only. */
  short: readonly Measurement[]
}

export interface Measurements {
  measurements: DyeLight[]
  /** Tubes of the block. */
  tubes: number
}

/** Fewest cycles that are an amplification: a programme may measure one before it. */
const fewestCycles = 5

/**
 * Read lines such as `Fam_ 0 4 2 0 1000 130 362 324 …`: dye, number, filters, block, cycle from 0, exposure in ms, its background, light of
 * each tube. A dye that was not measured has the exposure 0. Rows of another length and other blocks are named as lost.
 */
export function readMeasurements(
  lines: Section['lines'],
  limits: FileLimits,
  notices: NoticeList,
): Measurements {
  const all = lines.flatMap((line): Measurement[] => {
    const found = readLine(line, notices)
    if (found) limits.memory.take(memoryOf.number * found.light.length, { row: line.row })
    return found ? [found] : []
  })
  const counts = new Map<number, number>()
  for (const { light } of all) counts.set(light.length, (counts.get(light.length) ?? 0) + 1)
  const [tubes] = [...counts].reduce((most, one) => (one[1] > most[1] ? one : most), [0, 0])
  const whole = all.filter(({ row, light }) => {
    if (light.length !== tubes)
      notices.add('row_ignored', { row }, { found: light.length, expected: tubes })
    return light.length === tubes && tubes > 0
  })
  const measured = whole.filter(({ exposure }) => exposure > 0)
  const dyes = [...new Set(whole.map(({ dye }) => dye))]
  const measurements = dyes.map((dye) => {
    const own = measured.filter((one) => one.dye === dye)
    const kept = chooseBlock(own, notices)
    const exposures = kept.map(({ exposure }) => exposure)
    const [shortest, longest] = [Math.min(...exposures), Math.max(...exposures)]
    return {
      dye,
      long: kept.filter(({ exposure }) => exposure === longest),
      short: kept.filter(({ exposure }) => exposure === shortest),
    }
  })
  return { measurements: measured.length === 0 ? [] : measurements, tubes }
}

function readLine(
  { row, text }: Section['lines'][number],
  notices: NoticeList,
): Measurement | null {
  const [dye = '', , , block = '', ...cells] = text.trim().split(/\s+/)
  const numbers = cells.map((cell, i) => {
    const value = readPlain(cell)
    if (value === null)
      notices.add('number_unreadable', { row, column: i + 5 }, { value: cell.slice(0, 40) })
    return value ?? Number.NaN
  })
  const [cycle = Number.NaN, exposure = Number.NaN, background = Number.NaN, ...light] = numbers
  if (![cycle, exposure, background].every(Number.isFinite)) {
    notices.add('row_ignored', { row })
    return null
  }
  return { row, dye: dye.replace(/_$/, ''), block, cycle, exposure, background, light }
}

/** Keep the first block with cycles enough; all others, such as a melt without temperatures, are named. */
function chooseBlock(own: readonly Measurement[], notices: NoticeList): readonly Measurement[] {
  const blocks = [...new Set(own.map(({ block }) => block))]
  if (blocks.length < 2) return own
  const cyclesOf = (block: string) =>
    new Set(own.filter((one) => one.block === block).map(({ cycle }) => cycle)).size
  const most = Math.max(...blocks.map(cyclesOf))
  const kept = blocks.find((block) => cyclesOf(block) >= Math.min(fewestCycles, most))
  for (const block of blocks) {
    const [first] = own.filter((one) => one.block === block)
    if (block === kept || !first) continue
    notices.add('table_ignored', { row: first.row, path: first.dye }, { name: block })
  }
  return own.filter(({ block }) => block === kept)
}
