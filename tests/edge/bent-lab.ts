import { afterEach, beforeEach, type MockInstance, vi } from 'vitest'
import { auditCalls } from '../../domain/calls/audit.ts'
import { canonicalJson } from '../../domain/canonical.ts'
import { fromHex, toHex } from '../../domain/trail/bytes.ts'
import { type AuditEntry, type Body, hashRecord } from '../../domain/trail/entry.ts'
import { foldComplete } from '../../domain/trail/tree.ts'
import { makeValidated } from './made-analyses.ts'
import { type Answer, type DataOf, foundLab, type Lab, must, type Sender } from './lab.ts'
import { inStoreOf, startAgain, withoutTriggers } from './store-writes.ts'
import { leafOf, readChain } from '../../edge/store/audit.ts'
import { entryColumns, type Kept, textOf } from '../../edge/store/kept-entry.ts'
import type { Sql } from '../../edge/store/sql.ts'
import { trailTools } from '../../edge/store/trail-tools.ts'
import { systemActor } from '../../edge/store/commands.ts'
import { applyOperation } from '../../edge/store/operations.ts'
import { writeTextSql } from '../support/kept-entries.ts'

export type TruthState = DataOf<typeof auditCalls.state>

/** A laboratory whose store is bent past the service, and asked what it says. */
export interface BentLab extends Lab {
  admin: Sender
  /** A signed analysis. */
  signed(): Promise<string>
  state(): Promise<TruthState>
  /** The same after the store was started once more. */
  stateAfterStart(): Promise<TruthState>
  bend(work: (sql: Sql) => void): Promise<void>
  grow(count: number): Promise<void>
  exportOf(id: string): Promise<Answer<DataOf<typeof auditCalls.exportRecord>>>
}

/** Laboratory of the running test, its administrator, and the lines that the service logs meanwhile (eachBentLab). */
export let lab: BentLab
export let admin: Sender
export let logged: MockInstance<typeof console.error>

let count = 0

/** Found a laboratory before each test of the file, and keep the service's log out of the output. */
export function eachBentLab(word: string): void {
  beforeEach(async () => {
    lab = await foundBentLab(`${word}${++count}`)
    admin = lab.admin
    logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  })
  afterEach(() => {
    vi.useRealTimers()
    logged.mockRestore()
  })
}

async function foundBentLab(word: string): Promise<BentLab> {
  const lab = await foundLab(word)
  const admin = await lab.as('Administrator')
  const state = async () => (await must(admin(auditCalls.state))).data
  return {
    ...lab,
    admin,
    state,
    signed: async () => (await makeValidated(await lab.as('Manager'), lab.swarm)).uuid,
    stateAfterStart: async () => {
      await startAgain(lab.company, async (store) => void (await store.trailState()))
      return state()
    },
    bend: (work) => inStoreOf(lab.company, (sql) => withoutTriggers(sql, () => work(sql))),
    grow: (count) => inStoreOf(lab.company, (sql) => growStore(sql, lab.company, count)),
    exportOf: (id) => admin(auditCalls.exportRecord, { params: { kind: 'analysis', id } }),
  }
}

export const reasonsOf = ({ damaged }: TruthState) =>
  damaged?.places.map(({ reason }) => reason) ?? []

/** Make so many swarms in one transaction, each with an ordinary entry. */
export function growStore(sql: Sql, company: string, count: number): void {
  sql.transaction(() => {
    for (let made = 0; made < count; made++) {
      const [at, uuid] = [new Date().toISOString(), crypto.randomUUID()]
      applyOperation(sql, {
        opId: crypto.randomUUID(),
        kind: 'swarm',
        uuid,
        action: 'swarm.put',
        actor: systemActor,
        at,
        change: () => ({ name: `S ${made}`, company_uuid: company, uuid, created_at: at }),
      })
    }
  })
}

/** Give every entry of a record another author, with leaves and a tree that fit again. */
export function makeAnew(sql: Sql, uuid: string): void {
  let previous: string | null = null
  for (const { seq, entry: text } of readChain(sql, 'analysis', uuid)) {
    const entry = JSON.parse(text) as AuditEntry
    const bent = canonicalJson({ ...entry, actor: { ...entry.actor, role: 'Other' }, previous })
    previous = leafOf(bent)
    sql.run(writeTextSql, bent, seq)
    sql.run('UPDATE audit SET leaf = ? WHERE seq = ?', previous, seq)
  }
  for (const { tile } of sql.all<{ tile: number }>(
    'SELECT tile FROM audit_tiles WHERE level = 1',
  )) {
    const leaves = sql.all<{ leaf: string }>(
      'SELECT leaf FROM audit WHERE seq > ? AND seq <= ? ORDER BY seq',
      tile * 256,
      tile * 256 + 256,
    )
    const hash = foldComplete(
      leaves.map(({ leaf }) => fromHex(leaf) ?? new Uint8Array()),
      trailTools.sha256,
    )
    sql.run('UPDATE audit_tiles SET hash = ? WHERE level = 1 AND tile = ?', toHex(hash), tile)
  }
}

/**
 * Change the newest entry of a record and its row in the same way, so that the entry agrees with the record.
 * @param withLeaf changes the leaf as well.
 */
export function bendAlike(
  sql: Sql,
  kind: string,
  uuid: string,
  field: string,
  value: unknown,
  withLeaf: boolean,
): void {
  const row = sql.first<Kept<{ body: string; seq: number }>>(
    `SELECT body, ${entryColumns}, audit.seq FROM records JOIN audit USING (seq)
     WHERE records.kind = ? AND records.uuid = ?`,
    kind,
    uuid,
  )
  if (!row) throw new Error('no such record')
  const body = { ...(JSON.parse(row.body) as Body), [field]: value }
  const entry = JSON.parse(textOf(row)) as AuditEntry
  const changes = entry.changes.map((one) => (one.field === field ? { ...one, after: value } : one))
  const record_hash = hashRecord(body, trailTools)
  const text = canonicalJson({ ...entry, changes, record_hash })
  sql.run(
    'UPDATE records SET body = ? WHERE kind = ? AND uuid = ?',
    JSON.stringify(body),
    kind,
    uuid,
  )
  sql.run(writeTextSql, text, row.seq)
  if (withLeaf) sql.run('UPDATE audit SET leaf = ? WHERE seq = ?', leafOf(text), row.seq)
}
