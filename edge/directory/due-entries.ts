/**
 * An entry of the audit trail for a change of the directory, which no transaction makes together with one of a store: it is kept with the
 * change and brought to the store afterwards, so that a crash between them leaves no change without its entry.
 */
export interface DueEntry {
  /** Id of the entry, and of the operation by which the store writes it once. */
  uuid: string
  company_uuid: string
  /** JSON of the note that the store writes. */
  note: string
}

/** Most entries of a round; the next minute's goes on. */
const mostAtOnce = 100

/** Keep an entry if the statement before it in the same batch has changed something. */
export function keepIfChanged(directory: D1Database, due: DueEntry): D1PreparedStatement {
  return directory
    .prepare(
      'INSERT INTO due_entries (uuid, company_uuid, note) SELECT ?1, ?2, ?3 WHERE changes() > 0',
    )
    .bind(due.uuid, due.company_uuid, due.note)
}

/** Read entries that are due in a company, or in all: in no order, so that one that cannot be written holds up no others. */
export async function readDue(directory: D1Database, company: string | null): Promise<DueEntry[]> {
  const { results } = await directory
    .prepare(
      `SELECT uuid, company_uuid, note FROM due_entries WHERE ?1 IS NULL OR company_uuid = ?1
       ORDER BY random() LIMIT ${mostAtOnce}`,
    )
    .bind(company)
    .all<DueEntry & Record<string, string>>()
  return results
}

/** Remove an entry that its store has. */
export async function forgetDue(directory: D1Database, uuid: string): Promise<void> {
  await directory.prepare('DELETE FROM due_entries WHERE uuid = ?1').bind(uuid).run()
}
