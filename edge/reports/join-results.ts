import type { CallFile } from '../../domain/call.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import { Fault } from '../../domain/fault.ts'
import { joinBytes } from '../../domain/join-bytes.ts'
import type { AccountContext } from '../context.ts'
import { loadResults } from '../runs/evaluate.ts'
import { readRunEnd } from '../runs/early-end.ts'
import { nameDevice } from './name-device.ts'
import { resultsCsv } from './results-csv.ts'
import { sayRunCalibrations } from './run-calibrations.ts'
import { readCorrection } from './say-correction.ts'

/** Most bytes that a table of several analyses may have: a Worker holds it whole. */
const mostBytes = 16 * 2 ** 20

/**
 * Join the result tables of several analyses as one CSV, in the order given; the columns are named once. Opens the
 * results of one analysis after the other. Analyses without results have no rows. Where one of them is corrected by another version, a
 * column says which of the two counts.
 * @throws Fault `invalid` `too_large` when fewer have to be asked for.
 */
export async function joinResults(
  context: AccountContext,
  records: readonly Analysis[],
): Promise<CallFile> {
  const corrections: string[] = []
  // Read one after the other, as the store answers them.
  // oxlint-disable-next-line no-await-in-loop
  for (const record of records) corrections.push(await readCorrection(context, record))
  const isAnyCorrected = corrections.some((one) => one !== '')
  const parts: Uint8Array[] = []
  let size = 0
  for (const [at, record] of records.entries()) {
    const hash = record.results.at(-1)?.hash
    if (hash === undefined) continue
    const results = await loadResults(context.env, record, hash)
    const facts = {
      end: await readRunEnd(context, record),
      calibrations: await sayRunCalibrations(context, record),
      device: await nameDevice(context, record.device_uuid),
    }
    const correction = isAnyCorrected ? corrections[at] : undefined
    const table = resultsCsv(record, results, hash, facts, correction)
    const part = parts.length === 0 ? table : table.subarray(table.indexOf(0x0a) + 1)
    size += part.byteLength
    if (size > mostBytes) {
      throw new Fault('invalid', 'Too much for one table: choose fewer analyses', {
        field: 'query.resources',
        reason: 'too_large',
      })
    }
    parts.push(part)
  }
  if (parts.length === 0) throw new Fault('refused', 'Not found samples', { reason: 'no_results' })
  return { bytes: joinBytes(parts), type: 'text/csv; charset=utf-8', name: 'results.csv' }
}
