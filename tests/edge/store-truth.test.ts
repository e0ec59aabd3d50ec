import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { auditCalls } from '../../domain/calls/audit.ts'
import { sessionCalls } from '../../domain/calls/session.ts'
import { swarmCalls } from '../../domain/calls/swarms.ts'
import type { Damage } from '../../domain/trail/damage.ts'
import { type AuditEntry, replayEntry } from '../../domain/trail/entry.ts'
import { fromHex, toHex } from '../../domain/trail/bytes.ts'
import { foldComplete } from '../../domain/trail/tree.ts'
import { canonicalJson } from '../../domain/canonical.ts'
import { leafOf, readChain } from '../../edge/store/audit.ts'
import type { Sql } from '../../edge/store/sql.ts'
import { trailTools } from '../../edge/store/trail-tools.ts'
import { applyOperation } from '../../edge/store/operations.ts'
import { systemActor } from '../../edge/store/commands.ts'
import { readMeta } from '../../edge/store/migrations.ts'
import { makeCompleted, makeValidated, signing } from './made-analyses.ts'
import { foundLab, type Lab, must, type Sender } from './lab.ts'
import { inStoreOf, startAgain, withoutTriggers } from './store-writes.ts'

interface State {
  damaged: Damage | null
  checked_at: string | null
  size: number
}

let lab: Lab
let admin: Sender
let logged: ReturnType<typeof vi.spyOn>
let count = 0

beforeEach(async () => {
  lab = await foundLab(`truth${++count}`)
  admin = await lab.as('Administrator')
  logged = vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => void logged.mockRestore())

/** What the store says of itself after it was started once more. */
async function stateAfterStart(): Promise<State> {
  await startAgain(lab.company, async (store) => void (await store.trailState()))
  return (await must(admin(auditCalls.state))).data as State
}

const reasonsOf = ({ damaged }: State) => damaged?.places.map(({ reason }) => reason) ?? []

/** A record's row set back to an entry before, with that number: what the trail says of it then. */
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

async function signed(): Promise<string> {
  const { uuid } = await makeValidated(await lab.as('Manager'), lab.swarm)
  return uuid
}

const bend = (work: (sql: Sql) => void) =>
  inStoreOf(lab.company, (sql) => withoutTriggers(sql, () => work(sql)))

const exportOf = (id: string, kind = 'analysis') =>
  admin(auditCalls.exportRecord, { params: { kind, id } })

describe('a sound store', () => {
  it('is compared with its trail at its start, and holds', async () => {
    await signed()
    const state = await stateAfterStart()
    expect(state.damaged).toBeNull()
    expect(state.checked_at).not.toBeNull()
    expect(logged).not.toHaveBeenCalledWith(expect.stringContaining('damaged'), expect.anything())
  })
})

describe('attack H1: a signed record', () => {
  it('rolled back to its unsigned state is seen at the start, said and not signed for', async () => {
    const uuid = await signed()
    await inStoreOf(lab.company, (sql) => rollBack(sql, 'analysis', uuid, 1))
    const state = await stateAfterStart()
    expect(state.damaged?.places).toContainEqual({
      reason: 'record_rolled_back',
      kind: 'analysis',
      uuid,
      seq: expect.any(Number),
    })
    expect(logged.mock.calls.flat().join(' ')).toContain('record_rolled_back')
    const refused = await exportOf(uuid)
    expect(refused.errors[0]).toMatchObject({ code: 'refused', reason: 'store_damaged' })
    expect((await admin(auditCalls.exportTrail)).errors[0]?.reason).toBe('store_damaged')
    // It can be read all the same.
    expect((await admin(analysisCalls.get, { params: { id: uuid } })).status).toBe(200)
  })

  it('rolled back is not changed, also before anybody has compared the store', async () => {
    const uuid = await signed()
    await inStoreOf(lab.company, (sql) => rollBack(sql, 'analysis', uuid, 1))
    const manager = await lab.as('Manager')
    const edit = { params: { id: uuid }, body: { notebook: 'Another', reason: 'why' } }
    const refused = await manager(analysisCalls.edit, edit)
    expect(refused.errors[0]).toMatchObject({ code: 'refused', reason: 'record_damaged' })
    const state = (await must(admin(auditCalls.state))).data as State
    expect(reasonsOf(state)).toContain('record_rolled_back')
  })

  it('rolled back gets no statement that an older entry is its newest', async () => {
    const uuid = await signed()
    await inStoreOf(lab.company, (sql) => rollBack(sql, 'analysis', uuid, 1))
    expect((await exportOf(uuid)).errors[0]?.code).toBe('refused')
  })

  it('deleted outright is seen: the trail leaves it alive', async () => {
    const uuid = await signed()
    await bend((sql) => sql.run(`DELETE FROM records WHERE kind = 'analysis' AND uuid = ?`, uuid))
    expect(reasonsOf(await stateAfterStart())).toEqual(['record_missing'])
    expect((await exportOf(uuid)).errors[0]?.reason).toBe('store_damaged')
  })

  it('its entries are those of the trail, whatever its row says', async () => {
    const uuid = await signed()
    await inStoreOf(lab.company, (sql) => rollBack(sql, 'analysis', uuid, 1))
    const { data } = await must(
      admin(auditCalls.record, { params: { kind: 'analysis', id: uuid } }),
    )
    expect((data as AuditEntry[]).map(({ action }) => action)).toEqual([
      'analysis.import',
      'analysis.validate',
    ])
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
        sql.run(
          `UPDATE audit SET entry = replace(entry, 'Manager', 'Somebody') WHERE uuid = ? AND kind = 'analysis'`,
          uuid,
        ),
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
    const uuid = await signed()
    await bend((sql) => work(sql, uuid))
    expect(reasonsOf(await stateAfterStart())).toContain(reason)
    expect((await exportOf(uuid)).ok).toBe(false)
  })

  it('two records exchanged are seen, both', async () => {
    const [one, other] = [await signed(), await signed()]
    await bend((sql) => {
      const bodies = [one, other].map(
        (uuid) =>
          sql.first<{ body: string }>('SELECT body FROM records WHERE uuid = ?', uuid)?.body,
      )
      sql.run('UPDATE records SET body = ? WHERE uuid = ?', bodies[1] ?? '', one)
      sql.run('UPDATE records SET body = ? WHERE uuid = ?', bodies[0] ?? '', other)
    })
    const { damaged } = await stateAfterStart()
    expect(damaged?.places.map(({ uuid }) => uuid).sort()).toEqual([one, other].sort())
  })

  it('the body of a removed record is seen as well', async () => {
    const swarm = await must(admin(swarmCalls.create, { body: { name: 'To go' } }))
    const { uuid } = swarm.data as { uuid: string }
    await must(admin(swarmCalls.delete, { params: { id: uuid } }))
    expect((await stateAfterStart()).damaged).toBeNull()
    await bend((sql) =>
      sql.run(`UPDATE records SET body = json_set(body, '$.name', 'X') WHERE uuid = ?`, uuid),
    )
    expect(reasonsOf(await stateAfterStart())).toEqual(['record_altered'])
  })

  it('a permission put into a profile is not in force, neither by session nor by key', async () => {
    const operator = await lab.as('Operator')
    const before = (await must(operator(sessionCalls.me))).data as { permissions: string[] }
    expect(before.permissions).not.toContain('analysis.validate')
    await bend((sql) =>
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
    expect(reasonsOf((await must(admin(auditCalls.state))).data as State)).toEqual([
      'record_altered',
    ])
  })

  it('a person put into another profile keeps the permissions of their own', async () => {
    const operator = await lab.as('Operator')
    const { permissions, uuid } = (await must(operator(sessionCalls.me))).data as {
      permissions: string[]
      uuid: string
    }
    await bend((sql) =>
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

describe('attack M3: a history that was made anew', () => {
  it('is not signed: the root at the newest checkpoint is not the one in its note', async () => {
    const uuid = await signed()
    await must(admin(auditCalls.exportTrail))
    await bend((sql) => makeAnew(sql, uuid))
    await inStoreOf(lab.company, (sql) => grow(sql, 5))
    const answer = await admin(auditCalls.exportTrail)
    expect(answer.errors[0]).toMatchObject({ code: 'refused', reason: 'store_damaged' })
    const state = (await must(admin(auditCalls.state))).data as State
    expect(reasonsOf(state)).toContain('checkpoint_differs')
  })

  it('is seen at the start by an earlier checkpoint, and by an anchor where its own was removed', async () => {
    const uuid = await signed()
    await must(admin(auditCalls.exportTrail))
    await bend((sql) => {
      makeAnew(sql, uuid)
      sql.run('DELETE FROM checkpoints')
    })
    const { size } = (await must(admin(auditCalls.state))).data as State
    await inStoreOf(lab.company, (sql) => grow(sql, 300))
    const state = await stateAfterStart()
    expect(state.size).toBeGreaterThan(size)
    expect(reasonsOf(state)).toContain('anchor_differs')
  })

  it('a kept hash of the tree that is not of its entries is seen', async () => {
    await inStoreOf(lab.company, (sql) => grow(sql, 300))
    await bend((sql) => sql.run(`UPDATE audit_tiles SET hash = ?`, 'a'.repeat(64)))
    expect(reasonsOf(await stateAfterStart())).toContain('tree_differs')
  })

  it('an electronic signature is refused too', async () => {
    const manager = await lab.as('Manager')
    const record = await makeCompleted(manager, lab.swarm)
    await must(admin(auditCalls.exportTrail))
    await bend((sql) => makeAnew(sql, record.uuid))
    const body = signing(record)
    const answer = await manager(analysisCalls.validate, { params: { id: record.uuid }, body })
    expect(answer.errors[0]?.code).toBe('refused')
    const { data } = await must(admin(analysisCalls.get, { params: { id: record.uuid } }))
    expect(data).toMatchObject({ status: 'COMPLETE' })
  })
})

describe('attack I5: a store whose last entries are gone', () => {
  for (const [name, tables] of [
    ['with their operations', ['audit', 'operations']],
    ['alone', ['audit']],
  ] as const) {
    it(`${name} says why, takes no change and lets people in to read`, async () => {
      await inStoreOf(lab.company, (sql) => grow(sql, 20))
      await bend((sql) => {
        for (const table of tables) {
          sql.run(`DELETE FROM ${table} WHERE seq > (SELECT max(seq) - 10 FROM operations)`)
        }
      })
      const manager = await lab.as('Manager')
      expect((await manager(sessionCalls.me)).status).toBe(200)
      const answer = await admin(swarmCalls.create, { body: { name: 'New' } })
      expect(answer.errors[0]).toMatchObject({ code: 'refused', reason: 'store_damaged' })
      const state = (await must(admin(auditCalls.state))).data as State
      expect(reasonsOf(state)).toContain('entries_missing')
      expect(logged.mock.calls.flat().join(' ')).toContain('entries_missing')
    })
  }

  it('the store of another company says so', async () => {
    await inStoreOf(lab.company, (sql) =>
      sql.run(`UPDATE meta SET value = 'another' WHERE name = 'company'`),
    )
    await startAgain(lab.company, async (store, sql) => {
      await store.trailState()
      expect(readMeta(sql, 'damaged')).toContain('company_differs')
    })
    expect(logged.mock.calls.flat().join(' ')).toContain('company_differs')
  })
})

describe('a damaged store', () => {
  it('is taken out as damaged, and goes on when it was put right and its operator says so', async () => {
    const uuid = await signed()
    const was = await inStoreOf(lab.company, (sql) =>
      sql.first<{ body: string }>('SELECT body FROM records WHERE uuid = ?', uuid),
    )
    await bend((sql) =>
      sql.run(`UPDATE records SET body = json_set(body, '$.notebook', 'X') WHERE uuid = ?`, uuid),
    )
    await stateAfterStart()
    const actor = { uuid: systemActor.uuid, name: 'operator', via: 'operator' } as const
    const explain = () =>
      inStoreOf(lab.company, async (_, store) => {
        const said = await store.explainRewound(actor, 'mended')
        return said.ok ? null : (said.errors[0]?.reason ?? '')
      })
    expect(await explain()).toBe('store_damaged')
    const page = await inStoreOf(lab.company, async (_, store) => {
      const written = await store.backup(null, null)
      return written.ok ? written.value : ''
    })
    expect(page).toContain('\\ndamaged\\n')
    await bend((sql) =>
      sql.run('UPDATE records SET body = ? WHERE uuid = ?', was?.body ?? '', uuid),
    )
    expect(await explain()).toBeNull()
    expect((await must(admin(auditCalls.state))).data).toMatchObject({ damaged: null })
    expect((await exportOf(uuid)).status).toBe(200)
  })
})

describe('faults R13: times of entries', () => {
  it('never run back when the clock of the machine does', async () => {
    const now = Date.now()
    const make = (name: string) => must(admin(swarmCalls.create, { body: { name } }))
    const first = (await make('Morning shift')).data as { updated_at: string }
    vi.useFakeTimers({ toFake: ['Date'], now: now - 600_000 })
    try {
      const second = (await make('Evening shift')).data as { updated_at: string }
      expect(second.updated_at > first.updated_at).toBe(true)
    } finally {
      vi.useRealTimers()
    }
    const times = await inStoreOf(lab.company, (sql) =>
      sql.all<{ at: string }>('SELECT at FROM operations ORDER BY seq').map(({ at }) => at),
    )
    expect(times).toEqual(times.toSorted())
  })
})

/** Somebody else did it: the entry, all later ones of the record, their leaves and the tree fit each other again. */
function makeAnew(sql: Sql, uuid: string): void {
  let previous: string | null = null
  for (const { seq, entry: text } of readChain(sql, 'analysis', uuid)) {
    const entry = JSON.parse(text) as AuditEntry
    const bent = canonicalJson({ ...entry, actor: { ...entry.actor, role: 'Other' }, previous })
    previous = leafOf(bent)
    sql.run('UPDATE audit SET entry = ?, leaf = ? WHERE seq = ?', bent, previous, seq)
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

function grow(sql: Sql, count: number): void {
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
        change: () => ({ name: `S ${made}`, company_uuid: lab.company, uuid, created_at: at }),
      })
    }
  })
}
