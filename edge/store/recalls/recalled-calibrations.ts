import { type ChainKind, restsOn } from '../../../domain/catalog/calibration.ts'
import type { Calibration } from '../../../domain/entities/calibration.ts'
import { openRecord } from '../open-record.ts'
import type { Sql } from '../sql.ts'
import { asItIsNow } from './calibration-subjects.ts'
import { calibrationsByRecords, withDependants } from './dependants.ts'

/**
 * Return the kinds of the calibrations in force of a device that an open recall is about, also those that were measured by a recalled one:
 * nothing is accepted on them until they are measured again or the recall is closed.
 */
export function findRecalled(sql: Sql, device_uuid: string): Set<ChainKind | 'told'> {
  const kinds = sql
    .all<{ body: string }>(
      `SELECT body FROM records WHERE kind = 'recall' AND deleted_at IS NULL AND status = 'open' ORDER BY uuid`,
    )
    .map(({ body }) => openRecord('recall', body).subject)
    .filter((subject) => subject.kind === 'calibration' && subject.device_uuid === device_uuid)
    .flatMap((subject) =>
      withDependants(asItIsNow(sql, subject), (device) => calibrationsByRecords(sql, device)),
    )
    .flatMap((subject): (ChainKind | 'told')[] =>
      subject.kind === 'calibration' && subject.until === null ? [subject.of ?? 'told'] : [],
    )
  return new Set(kinds)
}

/** Return the kind by which a calibration was measured and that is recalled; null for none. */
export function recalledBasis(
  sql: Sql,
  { device_uuid, kind }: Pick<Calibration, 'device_uuid' | 'kind'>,
): ChainKind | null {
  const recalled = findRecalled(sql, device_uuid)
  return restsOn[kind].find((below) => recalled.has(below)) ?? null
}
