import { describe, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { auditCalls } from '../../domain/calls/audit.ts'
import { sessionCalls } from '../../domain/calls/session.ts'
import { swarmCalls } from '../../domain/calls/swarms.ts'
import { type AuditEntry, replayEntry } from '../../domain/trail/entry.ts'
import { readChain } from '../../edge/store/audit.ts'
import type { Sql } from '../../edge/store/sql.ts'
import { admin, eachBentLab, lab, logged, reasonsOf } from './bent-lab.ts'
import { must } from './lab.ts'
import { bendEntries, inStoreOf, startAgain, withoutTriggers } from './store-writes.ts'

eachBentLab('truth')

/** Set the row of a record back to an earlier entry, with that entry's number. */
function rollBack(sql: Sql, kind: string, uuid: string, entries: number): void {
  let body: Record<string, unknown> | null = null
  let seq = 0
  for (const row of readChain(sql, kind, uuid).slice(0, entries)) {
    body = replayEntry(body, JSON.parse(row.entry) as AuditEntry)
    seq = row.seq
  }
  const { status = null, updated_at } = body ?? {}
  withoutTriggers(sql, () =>
    sql.run(
      'UPDATE records SET seq = ?, body = ?, status = ?, updated_at = ? WHERE kind = ? AND uuid = ?',
      seq,
      JSON.stringify(body),
      status as string | null,
      updated_at as string,
      kind,
      uuid,
    ),
  )
}

describe('a sound store', () => {
  it('is compared with its trail at its start, and holds', async () => {
    await lab.signed()
    const state = await lab.stateAfterStart()
    expect(state.damaged).toBeNull()
    expect(state.checked_at).not.toBeNull()
    expect(logged).not.toHaveBeenCalledWith(expect.stringContaining('damaged'), expect.anything())
  })
})

describe('attack H1: a signed record', () => {
  it('rolled back to its unsigned state is seen at the start, said and not signed for', async () => {
    const uuid = await lab.signed()
    await inStoreOf(lab.company, (sql) => rollBack(sql, 'analysis', uuid, 1))
    const state = await lab.stateAfterStart()
    expect(state.damaged?.places).toContainEqual({
      reason: 'record_rolled_back',
      kind: 'analysis',
      uuid,
      seq: expect.any(Number),
    })
    expect(logged.mock.calls.flat().join(' ')).toContain('record_rolled_back')
    const refused = await lab.exportOf(uuid)
    expect(refused.errors[0]).toMatchObject({ code: 'refused', reason: 'store_damaged' })
    expect((await admin(auditCalls.exportTrail)).errors[0]?.reason).toBe('store_damaged')
    // Expect that it can still be read.
    expect((await admin(analysisCalls.get, { params: { id: uuid } })).status).toBe(200)
  })

  it('rolled back is not changed, also before anybody has compared the store', async () => {
    const uuid = await lab.signed()
    await inStoreOf(lab.company, (sql) => rollBack(sql, 'analysis', uuid, 1))
    const manager = await lab.as('Manager')
    const edit = { params: { id: uuid }, body: { notebook: 'Another', reason: 'why' } }
    const refused = await manager(analysisCalls.edit, edit)
    expect(refused.errors[0]).toMatchObject({ code: 'refused', reason: 'record_damaged' })
    const state = await lab.state()
    expect(reasonsOf(state)).toContain('record_rolled_back')
  })

  it('rolled back gets no statement that an older entry is its newest', async () => {
    const uuid = await lab.signed()
    await inStoreOf(lab.company, (sql) => rollBack(sql, 'analysis', uuid, 1))
    expect((await lab.exportOf(uuid)).errors[0]?.code).toBe('refused')
  })

  it('deleted outright is seen: the trail leaves it alive', async () => {
    const uuid = await lab.signed()
    await lab.bend((sql) =>
      sql.run(`DELETE FROM records WHERE kind = 'analysis' AND uuid = ?`, uuid),
    )
    expect(reasonsOf(await lab.stateAfterStart())).toEqual(['record_missing'])
    expect((await lab.exportOf(uuid)).errors[0]?.reason).toBe('store_damaged')
  })

  it('its entries are those of the trail, whatever its row says', async () => {
    const uuid = await lab.signed()
    await inStoreOf(lab.company, (sql) => rollBack(sql, 'analysis', uuid, 1))
    const { data } = await must(
      admin(auditCalls.record, { params: { kind: 'analysis', id: uuid } }),
    )
    expect(data.map(({ action }) => action)).toEqual(['analysis.import', 'analysis.validate'])
  })
})

describe('attack bent stores:', () => {
  const ways: [name: string, reason: string, work: (sql: Sql, uuid: string) => void][] = [
    [
      'a record altered',
      'record_altered',
      (sql, uuid) =>
        sql.run(`UPDATE records SET body = json_set(body, '$.notebook', 'X') WHERE uuid = ?`, uuid),
    ],
    [
      'a record altered together with the hash of its signature',
      'record_altered',
      (sql, uuid) =>
        sql.run(
          `UPDATE records SET body = json_set(body, '$.notebook', 'X', '$.signature.record_hash', ?) WHERE uuid = ?`,
          'a'.repeat(64),
          uuid,
        ),
    ],
    [
      'a record set back to unsigned under its own number',
      'record_altered',
      (sql, uuid) =>
        sql.run(
          `UPDATE records SET status = 'COMPLETE',
             body = json_set(body, '$.status', 'COMPLETE', '$.signature', json('null')) WHERE uuid = ?`,
          uuid,
        ),
    ],
    [
      'a status in its column alone, by which lists go',
      'record_altered',
      (sql, uuid) => sql.run(`UPDATE records SET status = 'COMPLETE' WHERE uuid = ?`, uuid),
    ],
    [
      'a swarm in its column alone, by which sight goes',
      'record_altered',
      (sql, uuid) => sql.run('UPDATE records SET swarm_uuid = ? WHERE uuid = ?', 'other', uuid),
    ],
    [
      'a name given twice in a body, which SQLite and JavaScript read differently',
      'record_altered',
      (sql, uuid) =>
        sql.run(
          `UPDATE records SET body = '{"status":"COMPLETE",' || substr(body, 2) WHERE uuid = ?`,
          uuid,
        ),
    ],
    [
      'a record marked as removed',
      'record_altered',
      (sql, uuid) =>
        sql.run(`UPDATE records SET deleted_at = '2026-01-01T00:00:00.000Z' WHERE uuid = ?`, uuid),
    ],
    [
      'a row put in under another id',
      'record_unknown',
      (sql, uuid) =>
        sql.run(
          `INSERT INTO records (kind, uuid, seq, swarm_uuid, name, status, created_at, updated_at, body)
           SELECT kind, ?, seq + 100000, swarm_uuid, name, status, created_at, updated_at, body
           FROM records WHERE uuid = ?`,
          crypto.randomUUID(),
          uuid,
        ),
    ],
    [
      'a row moved to another kind',
      'record_missing',
      (sql, uuid) => sql.run(`UPDATE records SET kind = 'report' WHERE uuid = ?`, uuid),
    ],
    [
      'an entry altered',
      'entry_altered',
      (sql, uuid) =>
        bendEntries(sql, 'analysis', uuid, (text) => text.replaceAll('Manager', 'Somebody')),
    ],
    [
      'the operation beside an entry, by which the trail is searched',
      'entry_altered',
      (sql, uuid) => sql.run(`UPDATE operations SET actor = 'nobody' WHERE uuid = ?`, uuid),
    ],
    [
      'the columns of an entry, so that the record seems to have an older one as its newest',
      'entry_altered',
      (sql, uuid) =>
        sql.run(
          `UPDATE audit SET uuid = 'hidden' WHERE seq = (SELECT max(seq) FROM audit WHERE uuid = ?)`,
          uuid,
        ),
    ],
    [
      'an entry deleted',
      'entries_missing',
      (sql, uuid) =>
        sql.run('DELETE FROM audit WHERE seq = (SELECT min(seq) FROM audit WHERE uuid = ?)', uuid),
    ],
    [
      'an operation put in without an entry',
      'entries_missing',
      (sql) =>
        sql.run(
          `INSERT INTO operations (op_id, kind, uuid, action, actor, at) VALUES ('x', 'user', 'u', 'a', 'b', '2026')`,
        ),
    ],
  ]
  it.each(ways)('%s is seen at the start (%s)', async (_name, reason, work) => {
    const uuid = await lab.signed()
    await lab.bend((sql) => work(sql, uuid))
    expect(reasonsOf(await lab.stateAfterStart())).toContain(reason)
    expect((await lab.exportOf(uuid)).ok).toBe(false)
  })

  it('two records exchanged are seen, both', async () => {
    const [one, other] = [await lab.signed(), await lab.signed()]
    await lab.bend((sql) => {
      const bodies = [one, other].map(
        (uuid) =>
          sql.first<{ body: string }>('SELECT body FROM records WHERE uuid = ?', uuid)?.body,
      )
      sql.run('UPDATE records SET body = ? WHERE uuid = ?', bodies[1] ?? '', one)
      sql.run('UPDATE records SET body = ? WHERE uuid = ?', bodies[0] ?? '', other)
    })
    const { damaged } = await lab.stateAfterStart()
    expect(damaged?.places.map(({ uuid }) => uuid).sort()).toEqual([one, other].sort())
  })

  it('the body of a removed record is seen as well', async () => {
    const swarm = await must(admin(swarmCalls.create, { body: { name: 'To go' } }))
    const { uuid } = swarm.data
    await must(admin(swarmCalls.delete, { params: { id: uuid } }))
    expect((await lab.stateAfterStart()).damaged).toBeNull()
    await lab.bend((sql) =>
      sql.run(`UPDATE records SET body = json_set(body, '$.name', 'X') WHERE uuid = ?`, uuid),
    )
    expect(reasonsOf(await lab.stateAfterStart())).toEqual(['record_altered'])
  })

  it('a permission put into a profile is not in force, neither by session nor by key', async () => {
    const operator = await lab.as('Operator')
    const before = (await must(operator(sessionCalls.me))).data
    expect(before.permissions).not.toContain('analysis.validate')
    await lab.bend((sql) =>
      sql.run(
        `UPDATE records SET body = json_set(body, '$.permissions[#]', 'analysis.validate')
         WHERE kind = 'profile' AND name = 'Operator'`,
      ),
    )
    const asked = await startAgain(lab.company, (store, sql) => {
      const user = sql.first<{ user_uuid: string }>(
        `SELECT user_uuid FROM sessions JOIN records ON kind = 'user' AND records.uuid = user_uuid
         WHERE name LIKE '%Operator%'`,
      )
      return store.openSession({
        secretHash: 'x',
        uuid: crypto.randomUUID(),
        user: user?.user_uuid ?? '',
        agent: '',
        network: '',
      })
    })
    expect(asked?.account.permissions).toEqual(before.permissions)
    expect(reasonsOf(await lab.state())).toEqual(['record_altered'])
  })

  it('a person put into another profile keeps the permissions of their own', async () => {
    const operator = await lab.as('Operator')
    const { permissions, uuid } = (await must(operator(sessionCalls.me))).data
    await lab.bend((sql) =>
      sql.run(
        `UPDATE records SET body = json_set(body, '$.profile_uuid',
           (SELECT uuid FROM records WHERE kind = 'profile' AND name = 'Administrator')) WHERE uuid = ? AND kind = 'user'`,
        uuid,
      ),
    )
    const asked = await startAgain(lab.company, (store) =>
      store.openSession({
        secretHash: 'y',
        uuid: crypto.randomUUID(),
        user: uuid,
        agent: '',
        network: '',
      }),
    )
    expect(asked?.account.permissions).toEqual(permissions)
  })
})
