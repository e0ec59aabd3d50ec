import { Fault, type FaultDetail } from '../../domain/fault.ts'
import type { Reading, RunProgress } from '../../domain/live/event.ts'
import {
  findOddReadings,
  findReadingProblems,
  type MeasuredRun,
  type OddReading,
} from '../../domain/rules/readings.ts'
import { derivedUuid } from '../crypto/derived-uuid.ts'
import { keepReport } from './device-reports.ts'
import { orderedCycles } from './commands.ts'
import { readRecord } from './operations.ts'
import { timesAround } from './readings.ts'
import type { Sql } from './sql.ts'

/** More fields would not help anybody. */
const mostDetails = 5

/**
 * Check a delivery. @returns what it was checked against.
 * @throws Fault `invalid` with field and place for readings that cannot be of this run: none of the delivery is kept.
 */
export function checkReadings(
  sql: Sql,
  analysis: string,
  readings: readonly Reading[],
  progress: RunProgress,
): MeasuredRun {
  const run = measuredRun(sql, analysis)
  const [first, ...more] = findReadingProblems(readings, progress, run)
  if (first) throw new Fault([first, ...more.slice(0, mostDetails - 1)])
  return run
}

function measuredRun(sql: Sql, analysis: string): MeasuredRun {
  const record = readRecord(sql, 'analysis', analysis)
  if (!record) throw new Fault('not_found', 'No such run on this device')
  const { cartridge_type, method } = record
  const ordered = orderedCycles(sql, record, 'sent')
  return { uuid: analysis, cartridge_type, process: method.process, ordered }
}

const odd: Readonly<Record<OddReading, string>> = {
  unordered: 'is beyond its programme and the cycles that were ordered',
  early_melt: 'is of the melt and came while its amplification went on',
  time_back: 'has a time before that of the point before it, or after that of the next',
}

/** Show on the device's page that points were kept which do not fit the run as it was ordered; each kind once a run. */
export function noteOdd(
  sql: Sql,
  { analysis, device, at }: Place,
  delivery: { readings: readonly Reading[]; progress: RunProgress; run: MeasuredRun },
): void {
  const { readings, progress, run } = delivery
  const found = findOddReadings(readings, progress, run, (reading) =>
    timesAround(sql, analysis, reading),
  )
  for (const { reading, why } of found)
    note(sql, device, at, {
      uuid: derivedUuid(analysis, `odd ${why}`),
      code: 'reading_odd',
      text: `Point ${reading.phase} ${reading.index} of run ${analysis} ${odd[why]}; it is kept`,
    })
}

interface Place {
  analysis: string
  device: string
  at: string
}

/** Show on the device's page what was refused of it; once, however often it is sent. */
export function noteRefused(
  sql: Sql,
  { analysis, device, at }: Place,
  details: readonly FaultDetail[],
): void {
  const fields = details.map(({ field }) => field).join(', ')
  note(sql, device, at, {
    uuid: derivedUuid(analysis, `refused ${fields}`),
    code: 'readings_refused',
    text: `Readings of run ${analysis} were refused, as they cannot have been measured in it: ${fields}`,
  })
}

/** Show on the device's page that points came a second time with other values; the first ones stay. */
export function noteDiffering(
  sql: Sql,
  { analysis, device, at }: Place,
  { phase, index }: Reading,
): void {
  note(sql, device, at, {
    uuid: derivedUuid(analysis, `differs ${phase} ${index}`),
    code: 'reading_differs',
    text: `Point ${phase} ${index} of run ${analysis} came again with other values; the first ones stay`,
  })
}

/** Show on the device's page that points of a closed run came with values that its curve file does not have. */
export function noteLate(
  sql: Sql,
  { analysis, device, at }: Place,
  { phase, index }: Pick<Reading, 'phase' | 'index'>,
): void {
  note(sql, device, at, {
    uuid: derivedUuid(analysis, `late ${phase} ${index}`),
    code: 'reading_differs',
    text: `Point ${phase} ${index} of run ${analysis} came after its end with values that its curve file does not have; the file stays`,
  })
}

function note(
  sql: Sql,
  device: string,
  at: string,
  message: { uuid: string; code: string; text: string },
): void {
  const messages = [{ ...message, level: 'error' as const, created_at: at }]
  keepReport(sql, device, { type: 'messages', messages }, at)
}
