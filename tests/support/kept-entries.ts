import { type KeptBody, textOfBody } from '../../edge/store/kept-body.ts'
import { type KeptEntry, textOf } from '../../edge/store/kept-entry.ts'

/** Write an entry as text, whatever it was kept as: its text, and the number of the entry. */
export const writeTextSql = 'UPDATE audit SET entry = ?, packed = NULL, named = NULL WHERE seq = ?'

/** Read all entries that are packed. */
export const packedSql = 'SELECT seq, entry, packed, named FROM audit WHERE packed IS NOT NULL'

/** A row of the trail, as a store's file gives it. */
export type FileRow = Readonly<Record<string, unknown>>

/** Read the text of an entry from the columns `entry`, `packed` and `named` of a row. */
export function textIn(row: FileRow | undefined): string {
  return textOf(row as KeptEntry)
}

/** Write the statements that put the text of packed entries into their rows, as earlier versions kept all of them. */
export function unpackAll(rows: readonly FileRow[]): string[] {
  return rows.map((row) => {
    const text = textIn(row).replaceAll("'", "''")
    return `UPDATE audit SET entry = '${text}', packed = NULL, named = NULL WHERE seq = ${Number(row['seq'])}`
  })
}

/** Read all records whose order is packed. */
export const packedOrdersSql =
  'SELECT uuid, body, packed_order FROM records WHERE packed_order IS NOT NULL'

/** Write the statements that put packed orders back into their bodies. */
export function unpackOrders(rows: readonly FileRow[]): string[] {
  return rows.map((row) => {
    const text = textOfBody(row as KeptBody).replaceAll("'", "''")
    return `UPDATE records SET body = '${text}', packed_order = NULL WHERE uuid = '${String(row['uuid'])}'`
  })
}
