import type { Analysis } from '../../domain/entities/analysis.ts'
import type { RunInstrument } from '../../domain/entities/instrument.ts'
import type { Reason } from '../../domain/reasons/reason.ts'
import { Fault, type FaultDetail } from '../../domain/fault.ts'
import { readRecord } from './operations.ts'
import type { Sql } from './sql.ts'

type Chosen = RunInstrument | null | undefined

/**
 * Return the problem of the instrument that a run is planned on: it must be in use and attached to the device of the run. Null
 * where there is none, also where no instrument is chosen.
 */
export function findInstrumentProblem(
  sql: Sql,
  chosen: Chosen,
  device: string | null,
): FaultDetail | null {
  if (!chosen) return null
  const known = readRecord(sql, 'instrument', chosen.uuid)
  const problem = (reason: Reason, message: string): FaultDetail => ({
    code: 'invalid',
    message,
    field: 'instrument',
    reason,
    params: { name: chosen.name },
  })
  if (!known) return problem('instrument_unknown', 'No such instrument')
  if (known.device_uuid !== device || device === null) {
    return problem('instrument_elsewhere', 'The instrument is not attached to this device')
  }
  if (known.status === 'active') return null
  return problem('instrument_inactive', 'The instrument is out of use')
}

/**
 * Return what a run keeps of its instrument: name and serial number of the record, whatever a client says of them, so that the
 * run names it after the record is gone.
 * @throws Fault `invalid` for one that the run cannot be planned on.
 */
export function settleInstrument(
  sql: Sql,
  chosen: Chosen,
  device: string | null,
): RunInstrument | null {
  const problem = findInstrumentProblem(sql, chosen, device)
  if (problem) throw new Fault([problem])
  const known = chosen ? readRecord(sql, 'instrument', chosen.uuid) : null
  return known && { uuid: known.uuid, name: known.name, serial_no: known.serial_no }
}

/** Return the instrument of a plan after a change of its device or of itself; another device leaves the one before behind. */
export function instrumentAfter(
  sql: Sql,
  record: Pick<Analysis, 'device_uuid' | 'instrument'>,
  patch: Partial<Pick<Analysis, 'device_uuid' | 'instrument'>>,
): Pick<Analysis, 'instrument'> {
  const device = patch.device_uuid === undefined ? record.device_uuid : patch.device_uuid
  if (patch.instrument !== undefined) {
    return { instrument: settleInstrument(sql, patch.instrument, device) }
  }
  if (!record.instrument || !findInstrumentProblem(sql, record.instrument, device)) return {}
  return { instrument: null }
}
