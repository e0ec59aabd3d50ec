import type { NoticeList } from '../notices.ts'
import { readPlain } from '../read-numbers.ts'
import { nameOfPosition } from '../plate.ts'
import type { RunDraft } from '../tables/run-draft.ts'
import type { Section } from './split-sections.ts'
import type { DyeLight, Measurements } from './read-measurements.ts'

/** A test of the run: its name, and the names of its channels in the order of the dyes. */
interface Test {
  name: string
  channels: readonly string[]
}

interface Tube {
  row: number
  /** Null for a tube of no test. */
  test: Test | null
  /** Digits for the dyes that the test reads, the first dye last; 0 for one that it does not. */
  dyes: string
  sample: string
}

/** Fields behind the name of a test, the last of which are its channels. */
const factsOfTest = 5
/** Light from which the camera is at its end and the short exposure counts, and light of a tube that was not measured. */
const [overload, unmeasured] = [15_000, 1]

/**
 * Add the curve of each tube and dye. Tubes of a test are wells with a target for each dye that the test reads: its name, with that of the
 * channel where it reads several. All other curves are left to the account of all curves.
 */
export function addTubes(
  lines: Readonly<Record<'tests' | 'tubes' | 'standards', Section['lines']>>,
  { measurements, tubes: count }: Measurements,
  draft: RunDraft,
): void {
  const tests = readTests(lines.tests)
  const tubes = readTubes(lines.tubes, tests, count, draft.notices)
  const standards = readStandards(lines.standards, count, draft.notices)
  const columns = count === 96 ? 12 : count === 384 ? 24 : 1
  for (let at = 0; at < count; at++) {
    const position = { row: Math.floor(at / columns), column: at % columns }
    const name = columns === 1 ? String(at + 1) : nameOfPosition(position)
    const tube = tubes.get(at)
    const isUsed = tube !== undefined && (tube.test !== null || tube.sample !== '')
    const well = isUsed ? draft.openWell(position) : null
    if (well && tube) draft.nameSample(well, tube.sample, { row: tube.row, well: name })
    const wanted = tube ? dyesOf(tube, measurements) : []
    for (const one of measurements) {
      const [first] = one.long
      if (!first) continue
      const place = { row: first.row, path: one.dye, well: name }
      const { cycles, values } = curveOf(one, at, draft.notices, name)
      if (!values.some(Number.isFinite)) continue
      draft.addCurve('amplification', {
        position,
        channel: one.dye,
        at: cycles,
        values,
        place,
      })
      if (!well || !wanted.includes(one)) continue
      const target = draft.openTarget(
        well,
        targetOf(tube?.test ?? null, one, measurements, wanted.length),
        one.dye,
      )
      target.channel = one.dye
      const value = standards.get(at)
      if (value === undefined) continue
      draft.setType(well, 'std', place)
      target.quantity = { value, unit: 'other' }
    }
  }
}

/** Read ` 1 Cancer_predictor_fast 0 1 a00000014524ec 100 Fam~Hex~Rox~Cy5~Cy5.5`: number, name, …, dyes, names of channels. */
function readTests(lines: Section['lines']): Map<string, Test> {
  return new Map(
    lines.flatMap(({ text }) => {
      const [number = '', ...rest] = text.trim().split(/\s+/)
      const channels = rest.at(-1) ?? ''
      const isWhole = rest.length > factsOfTest && channels.includes('~')
      const name = rest.slice(0, isWhole ? -factsOfTest : rest.length).join(' ')
      return /^\d+$/.test(number)
        ? [[number, { name, channels: channels.split('~') }] as const]
        : []
    }),
  )
}

/** Read `0 2 100 1 120 c0 1 CD53_1`: number of the tube from 0, …, its dyes, …, its test and its sample. */
function readTubes(
  lines: Section['lines'],
  tests: ReadonlyMap<string, Test>,
  count: number,
  notices: NoticeList,
): Map<number, Tube> {
  const tubes = new Map<number, Tube>()
  for (const { row, text } of lines) {
    const [, number = '', dyes = '', test = '', name = ''] =
      /^\s*(\d+)\s+\S+\s+(\S+)(?:\s+\S+){3}\s+(-?\d+)\s*(.*)$/.exec(text) ?? []
    const at = Number(number || Number.NaN)
    if (!(at < count)) {
      notices.add('row_ignored', { row }, { well: text.trim().slice(0, 40) })
      continue
    }
    const sample = name.trim() === '-' ? '' : name.trim()
    tubes.set(at, { row, test: tests.get(test) ?? null, dyes, sample })
  }
  return tubes
}

/** Read the concentrations of standards, `0 1 1000`: number of the tube from 0, …, its concentration. Tubes without one are no standards. */
function readStandards(
  lines: Section['lines'],
  count: number,
  notices: NoticeList,
): Map<number, number> {
  const standards = new Map<number, number>()
  for (const { row, text } of lines) {
    const [number = '', , cell = ''] = text.trim().split(/\s+/)
    const value = readPlain(cell.replace(',', '.')) ?? Number.NaN
    const isTube = /^\d+$/.test(number) && Number(number) < count
    if (!isTube || !Number.isFinite(value)) notices.add('row_ignored', { row })
    else if (value > 0) standards.set(Number(number), value)
  }
  return standards
}

/** Return the measured dyes that a tube's test reads; all where it names none of them. */
function dyesOf({ dyes }: Tube, measurements: readonly DyeLight[]): DyeLight[] {
  const measured = measurements.filter(({ long }) => long.length > 0)
  const digits = /^\d+$/.test(dyes) ? [...dyes].toReversed() : []
  const own = measured.filter((one) => /[1-9]/.test(digits[measurements.indexOf(one)] ?? ''))
  return own.length > 0 ? own : measured
}

function targetOf(
  test: Test | null,
  one: DyeLight,
  measurements: readonly DyeLight[],
  count: number,
): string {
  if (!test) return ''
  const channel = test.channels[measurements.indexOf(one)] || one.dye
  return count > 1 ? `${test.name} ${channel}` : test.name
}

/** Return the curve of a tube: of the short exposure, in the unit of the long one, where the long one is too bright for the camera. */
function curveOf(
  { dye, long, short }: DyeLight,
  tube: number,
  notices: NoticeList,
  well: string,
): { cycles: number[]; values: number[] } {
  const isTooBright = long.some(({ light }) => (light[tube] ?? 0) >= overload)
  const taken = isTooBright ? short : long
  const factor = (long[0]?.exposure ?? 1) / (taken[0]?.exposure ?? 1)
  const values = taken.map(({ row, light, background }) => {
    const value = light[tube] ?? Number.NaN
    if (value < overload) return value === unmeasured ? Number.NaN : (value - background) * factor
    if (Number.isFinite(value)) {
      notices.add('number_unreadable', { row, path: dye, well }, { value: String(value) })
    }
    return Number.NaN
  })
  return { cycles: taken.map(({ cycle }) => cycle + 1), values }
}
