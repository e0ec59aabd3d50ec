import { env, runInDurableObject } from 'cloudflare:test'
import { canonicalJson } from '../../domain/canonical.ts'
import type { Kind } from '../../domain/registry.ts'
import { type AuditEntry, type Body, hashRecord } from '../../domain/trail/entry.ts'
import { leafOf, readChain } from '../../edge/store/audit.ts'
import { sealOf } from '../../edge/store/entry-seals.ts'
import { CompanyStore } from '../../edge/store/CompanyStore.ts'
import { systemActor } from '../../edge/store/commands.ts'
import { entryColumns, type Kept, textOf } from '../../edge/store/kept-entry.ts'
import { applyOperation } from '../../edge/store/operations.ts'
import { Sql } from '../../edge/store/sql.ts'
import { trailTools } from '../../edge/store/trail-tools.ts'
import { beforeSeals } from '../support/before-seals.ts'
import { writeTextSql } from '../support/kept-entries.ts'

/** Work inside the store of a company. */
export function inStoreOf<Value>(
  company: string,
  work: (sql: Sql, store: CompanyStore) => Value | Promise<Value>,
): Promise<Value> {
  return runInDurableObject(env.COMPANY_STORE.getByName(company), (store, state) =>
    work(new Sql(state.storage, env), store as CompanyStore),
  )
}

/** Set fields of a record as a change of its own, with its entry: what a test may do to make something old or ended. */
export function changeRecord(
  company: string,
  { kind, uuid }: { kind: Kind; uuid: string },
  patch: Record<string, unknown>,
): Promise<void> {
  return inStoreOf(company, (sql) => {
    sql.transaction(() =>
      applyOperation(sql, {
        opId: crypto.randomUUID(),
        kind,
        uuid,
        action: `${kind}.edit`,
        actor: systemActor,
        at: new Date().toISOString(),
        change: (before) => ({ ...before, ...patch }),
      }),
    )
  })
}

/** Change all records of a kind whose name begins with `name`. */
export async function changeRecords(
  company: string,
  kind: Kind,
  name: string,
  patch: Record<string, unknown>,
): Promise<void> {
  const uuids = await inStoreOf(company, (sql) =>
    sql
      .all<{ uuid: string }>(
        'SELECT uuid FROM records WHERE kind = ? AND name LIKE ? AND deleted_at IS NULL',
        kind,
        `${name}%`,
      )
      .map(({ uuid }) => uuid),
  )
  for (const uuid of uuids) await changeRecord(company, { kind, uuid }, patch)
}

/** Make the newest change of a record older than it is: row, entry and operation say the same time and fields. */
export function backdate(
  sql: Sql,
  { kind, uuid }: { kind: Kind; uuid: string },
  patch: { updated_at: string } & Record<string, unknown>,
): void {
  const query = `SELECT body, ${entryColumns}, audit.seq FROM records JOIN audit USING (seq)
    WHERE records.kind = ? AND records.uuid = ?`
  const row = sql.first<Kept<{ body: string; seq: number }>>(query, kind, uuid)
  if (!row) throw new Error('no such record')
  const body = { ...(JSON.parse(row.body) as Body), ...patch }
  const entry = JSON.parse(textOf(row)) as AuditEntry
  const { updated_at: at, ...fields } = patch
  const changes = [
    ...entry.changes.filter(({ field }) => !(field in fields)),
    ...Object.entries(fields).map(([field, after]) => ({ field, after })),
  ]
  const record_hash = hashRecord(body, trailTools)
  const text = canonicalJson({ ...entry, at, changes, record_hash })
  withoutTriggers(sql, () => {
    sql.run(
      'UPDATE records SET body = ?, updated_at = ? WHERE seq = ?',
      JSON.stringify(body),
      at,
      row.seq,
    )
    const leaf = leafOf(text)
    sql.run(writeTextSql, text, row.seq)
    sql.run('UPDATE audit SET leaf = ?, seal = ? WHERE seq = ?', leaf, sealOf(sql, leaf), row.seq)
    sql.run('UPDATE operations SET at = ? WHERE seq = ?', at, row.seq)
  })
}

/** Remove the note about seals outside a store, as a version from before seals left the bucket. */
export function forgetSealNote(company: string): Promise<void> {
  return env.BLOBS.delete(`anchors/sealed/${company}.note`)
}

/** Set every table back, as a restore to a point in time does. */
export function rewindStore(sql: Sql, size: number): void {
  withoutTriggers(sql, () => {
    sql.run('DELETE FROM audit WHERE seq > ?', size)
    sql.run('DELETE FROM operations WHERE seq > ?', size)
    sql.run('DELETE FROM records WHERE seq > ?', size)
    sql.run('DELETE FROM checkpoints WHERE size > ?', size)
    sql.run(`UPDATE sqlite_sequence SET seq = ? WHERE name = 'operations'`, size)
  })
}

/** Write past the store's own gates, as somebody who has its file: the triggers are put back as they were. */
export function withoutTriggers(sql: Sql, work: () => void): void {
  const query = `SELECT name, sql AS made FROM sqlite_master WHERE type = 'trigger'`
  const triggers = sql.all<{ name: string; made: string }>(query)
  for (const { name } of triggers) sql.run(`DROP TRIGGER ${name}`)
  work()
  for (const { made } of triggers) sql.run(made)
}

/** Write over the texts of all entries of a record, which are kept as text then. */
export function bendEntries(
  sql: Sql,
  kind: Kind,
  uuid: string,
  bend: (text: string) => string,
): void {
  for (const { seq, entry } of readChain(sql, kind, uuid)) sql.run(writeTextSql, bend(entry), seq)
}

/** Change the tables back to those of a version from before seals. */
export function takeTablesBack(sql: Sql, versions = 1): void {
  withoutTriggers(sql, () => {
    for (const statement of beforeSeals((query) => sql.all(query), versions)) sql.run(statement)
  })
}

/** Start the company's store once more over the same tables, and give the work to it. */
export function startAgain<Value>(
  company: string,
  work: (store: CompanyStore, sql: Sql) => Value | Promise<Value>,
): Promise<Value> {
  return runInDurableObject(env.COMPANY_STORE.getByName(company), async (_, state) => {
    const store = new CompanyStore(state, env as unknown as Env)
    // Wait for the opening: the platform passes no request to a store that is still opening.
    await state.blockConcurrencyWhile(async () => {})
    return work(store, new Sql(state.storage, env))
  })
}
