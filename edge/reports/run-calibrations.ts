import type { Analysis } from '../../domain/entities/analysis.ts'
import type { AccountContext } from '../context.ts'
import { unwrap } from '../outcome.ts'
import type { CalibrationOfRun } from '../store/calibrations-in-force.ts'

/**
 * Read the calibrations that were in force on the device when a run began. They follow from signed records and their times, so
 * they are the same whenever they are asked for; nothing that is signed later changes them.
 *
 * @returns null for a run of no device of ours, or one that has not begun: nobody knows of its calibrations
 */
export async function readRunCalibrations(
  { own, by }: Pick<AccountContext, 'own' | 'by'>,
  { uuid, device_uuid: device, started_at: start }: Analysis,
): Promise<CalibrationOfRun[] | null> {
  if (device === null || start === null) return null
  return unwrap(own.ask({ name: 'calibrationsOfRun', uuid }, by.sight))
}

/**
 * Write calibrations for a table or a file, in English: kind, version of the method, moment of the signature, id. "none" where the
 * device had none; empty where nobody knows.
 */
function writeCalibrations(known: readonly CalibrationOfRun[] | null): string {
  if (known === null) return ''
  if (known.length === 0) return 'none'
  return known
    .map(({ kind, method, signed_at: at, uuid }) => `${kind} ${method} ${at} ${uuid}`)
    .join('; ')
}

/** Read and write them at once, for a table. */
export async function sayRunCalibrations(
  asker: Pick<AccountContext, 'own' | 'by'>,
  record: Analysis,
): Promise<string> {
  return writeCalibrations(await readRunCalibrations(asker, record))
}
