import type { Analysis } from '../../domain/entities/analysis.ts'
import { Fault } from '../../domain/fault.ts'
import { allowWithReason, needReason } from './allow.ts'
import type { By } from './by.ts'
import { checkLayout, readDevice } from './new-analysis.ts'
import { checkNotLaunching } from './not-launching.ts'
import { instrumentAfter } from './run-instrument.ts'
import type { Sql } from './sql.ts'

/** Fields that say what a run measures, and where. The others are its name and notes, which a run may get meanwhile. */
const structural: ReadonlySet<string> = new Set(['samples', 'device_uuid', 'kit', 'instrument'])

/** Facts of an edit and of a merge alike: fields, reason, person and time. */
export interface AskedChange {
  fields: readonly string[]
  reason: string
  by: By
  at: string
  /** Results of the changed samples come in the same operation, so that samples with curves may change. */
  recomputes: boolean
}

/**
 * Allow a change of fields of an analysis, for an edit and for a merge alike. What no reason makes possible is refused
 * before a missing reason.
 * @throws Fault `not_found`, `forbidden`, `refused` or `reason_needed`.
 */
export function allowChange(
  sql: Sql,
  before: Analysis | null,
  { fields, reason, by, at, recomputes }: AskedChange,
): Analysis {
  const isStructural = fields.some((field) => structural.has(field))
  const action = isStructural ? 'edit' : 'annotate'
  const record = allowWithReason(action, before, by)
  if (isStructural) {
    checkNotLaunching(sql, record.uuid, at)
    const ofDevice = fields.find((field) => field === 'device_uuid' || field === 'instrument')
    if (ofDevice && record.status !== 'INIT') throw wrongStatus(record, ofDevice)
    if (fields.includes('samples') && record.curves_hash !== null && !recomputes)
      throw wrongStatus(record, 'samples')
  }
  needReason('analysis', action, record.status, reason)
  return record
}

/**
 * Check fields as they are to be kept, and add what follows from them: the host name of the device.
 * @throws Fault `invalid` for a layout that does not fit the plate, or a device or an instrument that is not there.
 */
export function completePatch(
  sql: Sql,
  record: Analysis,
  patch: Partial<Analysis>,
  by: By,
): Partial<Analysis> {
  if (patch.samples) checkLayout(patch.samples, record.cartridge_type)
  if (patch.device_uuid === undefined) {
    return patch.instrument === undefined
      ? patch
      : { ...patch, ...instrumentAfter(sql, record, patch) }
  }
  const device = patch.device_uuid === null ? null : readDevice(sql, patch.device_uuid, by)
  return { ...patch, bcube: device?.hostname ?? null, ...instrumentAfter(sql, record, patch) }
}

function wrongStatus({ status }: Analysis, field: string): Fault {
  return new Fault('refused', `Not possible while the analysis is ${status}`, {
    field,
    reason: 'wrong_status',
    params: { status },
  })
}
