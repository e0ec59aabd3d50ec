import type { Bkernel } from '../../../domain/entities/bkernel.ts'
import { expiryOf } from '../../../domain/rules/kit.ts'
import { readRecord } from '../operations.ts'
import { versionQueries } from '../queries/versions.ts'
import type { Sql } from '../sql.ts'

/** Facts that only the provider's store knows: last days of lots, days from which versions are not supported, and versions that devices install by themselves. */
export interface OutsideFacts {
  lots: { bkit_uuid: string; name: string; lot: string; expiry_date: string }[]
  versions: { version: string; models: string[]; unsupported_from: string }[]
  installing: Bkernel[]
}

/** List the lots of which a laboratory keeps a record, unless it never got them. */
export function lotsInUse(sql: Sql): { bkit_uuid: string; lot: string }[] {
  return sql.all<{ bkit_uuid: string; lot: string }>(
    `SELECT json_extract(body, '$.bkit_uuid') AS bkit_uuid, json_extract(body, '$.lot') AS lot
     FROM records WHERE kind = 'lab_lot' AND deleted_at IS NULL
       AND (json_extract(body, '$.opened_at') IS NOT NULL OR json_extract(body, '$.received_at') IS NOT NULL)`,
  )
}

type AskedLots = readonly { bkit_uuid: string; lot: string }[]

/** Answer a company's store, in the provider's: the given lots, and the versions that have an end. */
export function readOutsideFacts(sql: Sql, { lots }: { lots: AskedLots }): OutsideFacts {
  const kits = new Map(
    [...new Set(lots.map(({ bkit_uuid }) => bkit_uuid))].map((uuid) => [
      uuid,
      readRecord(sql, 'bkit', uuid),
    ]),
  )
  return {
    lots: lots.flatMap(({ bkit_uuid, lot }) => {
      const kit = kits.get(bkit_uuid)
      return kit ? [{ bkit_uuid, name: kit.name, lot, expiry_date: expiryOf(kit, lot) }] : []
    }),
    versions: sql
      .all<{ version: string; models: string; ends: string }>(
        `SELECT json_extract(body, '$.version') AS version, json_extract(body, '$.models') AS models,
           json_extract(body, '$.unsupported_from') AS ends
         FROM records WHERE kind = 'bkernel' AND deleted_at IS NULL
           AND json_extract(body, '$.unsupported_from') IS NOT NULL`,
      )
      .map(({ version, models, ends }) => ({
        version,
        models: JSON.parse(models) as string[],
        unsupported_from: ends,
      })),
    installing: versionQueries.versionsInstalling(sql, {}),
  }
}
