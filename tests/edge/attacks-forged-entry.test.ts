import { env, runInDurableObject } from 'cloudflare:test'
import { beforeEach, describe, expect, it } from 'vitest'
import { canonicalJson } from '../../domain/canonical.ts'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { auditCalls } from '../../domain/calls/audit.ts'
import { operatorStoreCalls } from '../../domain/calls/operator-store.ts'
import type { AuditEntry, Body, EntryActor } from '../../domain/trail/entry.ts'
import { formatCheckpoint } from '../../domain/trail/checkpoint.ts'
import { hashRecord } from '../../domain/trail/entry.ts'
import { contentSigned } from '../../domain/trail/signed.ts'
import { leafOf, readChain } from '../../edge/store/audit.ts'
import { CompanyStore } from '../../edge/store/CompanyStore.ts'
import { listUnsealed, unsealedAt } from '../../edge/store/entry-seals.ts'
import type { Sql } from '../../edge/store/sql.ts'
import { trailSigner } from '../../edge/store/trail-key.ts'
import { trailTools } from '../../edge/store/trail-tools.ts'
import { rootAt } from '../../edge/store/trail-tree.ts'
import { admin, eachBentLab, lab, reasonsOf } from './bent-lab.ts'
import { must, operatorHeaders, send, type Sender } from './lab.ts'
import { makeCompleted, signing } from './made-analyses.ts'
import {
  forgetSealNote,
  inStoreOf,
  rewindStore,
  startAgain,
  takeTablesBack,
} from './store-writes.ts'

/** Entries put into the stopped store's file by somebody who may write it, past no trigger, and that fit everything. */

eachBentLab('forged')

let manager: Sender
beforeEach(async () => {
  manager = await lab.as('Manager')
})

interface Forged {
  kind: string
  uuid: string
  action: string
  actor: EntryActor
  change: (record: Body) => Body
}

type MakeSeal = (leaf: string) => string | null

/** Append an entry with all that belongs to it, as somebody who knows everything but the service's secret. */
function forge(
  sql: Sql,
  { kind, uuid, action, actor, change }: Forged,
  makeSeal: MakeSeal = () => null,
): number {
  const row = sql.first<{ body: string }>(
    'SELECT body FROM records WHERE kind = ? AND uuid = ?',
    kind,
    uuid,
  )
  const before = JSON.parse(row?.body ?? '{}') as Body
  const last = readChain(sql, kind, uuid).at(-1)
  const { at: newest } = sql.first<{ at: string }>('SELECT max(at) AS at FROM operations') ?? {}
  const { seq: size } = sql.first<{ seq: number }>('SELECT max(seq) AS seq FROM audit') ?? {}
  const [at, seq, op_id] = [String(newest), Number(size) + 1, crypto.randomUUID()]
  const made = change({ ...before })
  const after: Body = { ...made, updated_at: at }
  const signature = after['signature'] as Body | null | undefined
  if (signature) signature['at'] = at
  const changes = Object.keys({ ...before, ...after })
    .filter((name) => name !== 'updated_at')
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map((field) => ({
      field,
      ...(field in before && { before: before[field] }),
      ...(field in after && { after: after[field] }),
    }))
  const entry: AuditEntry = {
    seq,
    op_id,
    at,
    actor,
    action,
    kind,
    uuid,
    reason: '',
    changes,
    previous: last?.leaf ?? null,
    record_hash: hashRecord(after, trailTools),
  }
  const text = canonicalJson(entry)
  const leaf = leafOf(text)
  sql.run(
    'INSERT INTO operations (seq, op_id, kind, uuid, action, actor, at) VALUES (?, ?, ?, ?, ?, ?, ?)',
    seq,
    op_id,
    kind,
    uuid,
    action,
    actor.uuid,
    at,
  )
  sql.run(
    'INSERT INTO audit (seq, kind, uuid, entry, leaf, previous_seq, seal) VALUES (?, ?, ?, ?, ?, ?, ?)',
    seq,
    kind,
    uuid,
    text,
    leaf,
    last?.seq ?? null,
    makeSeal(leaf),
  )
  sql.run(
    'UPDATE records SET seq = ?, body = ?, status = ?, updated_at = ? WHERE kind = ? AND uuid = ?',
    seq,
    JSON.stringify(after),
    (after['status'] as string | undefined) ?? null,
    at,
    kind,
    uuid,
  )
  return seq
}

/** Change the tables back to those of the version before seals. */
const takeBack = () => inStoreOf(lab.company, (sql) => takeTablesBack(sql))

const personIn = (sql: Sql, name: string): EntryActor => {
  const row = sql.first<{ uuid: string; name: string }>(
    `SELECT uuid, name FROM records WHERE kind = 'user' AND name LIKE ?`,
    `${name} %`,
  )
  return { uuid: row?.uuid ?? '', name: row?.name ?? '', via: 'account', role: name }
}

/** Forge a signature that nobody gave. */
const forgeSignature = (uuid: string, makeSeal?: MakeSeal) =>
  inStoreOf(lab.company, (sql) => {
    const actor = personIn(sql, 'Manager')
    const change = (record: Body): Body => ({
      ...record,
      status: 'VALIDATION',
      signature: {
        user_uuid: actor.uuid,
        printed_name: actor.name,
        at: '',
        zone: 'UTC',
        meaning: 'approval',
        comment: '',
        record_hash: hashRecord(contentSigned(record), trailTools),
      },
    })
    return forge(
      sql,
      { kind: 'analysis', uuid, action: 'analysis.validate', actor, change },
      makeSeal,
    )
  })

const unsealed = (kind: string, uuid: string, seq: number) => ({
  reason: 'entry_unsealed',
  kind,
  uuid,
  seq,
})

describe('attack A0: a signature that nobody gave, put into the stopped store', () => {
  it('attack A0: is found at the start, and the service signs nothing over it', async () => {
    const { uuid } = await makeCompleted(manager, lab.swarm)
    const seq = await forgeSignature(uuid)
    const state = await lab.stateAfterStart()
    expect(state.damaged?.places).toEqual([unsealed('analysis', uuid, seq)])
    expect((await lab.exportOf(uuid)).errors[0]?.reason).toBe('store_damaged')
    expect((await admin(auditCalls.exportTrail)).errors[0]?.reason).toBe('store_damaged')
    const other = await makeCompleted(manager, lab.swarm)
    const order = { params: { id: other.uuid }, body: signing(other) }
    expect((await manager(analysisCalls.validate, order)).errors[0]?.reason).toBe('store_damaged')
    const signed = await inStoreOf(lab.company, (sql) =>
      sql.first<{ size: number }>('SELECT max(size) AS size FROM checkpoints'),
    )
    expect(signed?.size ?? 0).toBeLessThan(seq)
  })

  it('attack A0: is found with a seal of another key, and with that of another entry', async () => {
    const [one, other] = [
      await makeCompleted(manager, lab.swarm),
      await makeCompleted(manager, lab.swarm),
    ]
    const secrets = { CHECKPOINT_SECRET: 'x'.repeat(40), REGION: 'eu' } as const
    const stranger = trailSigner(secrets, lab.company)
    const seqs = [await forgeSignature(one.uuid, (leaf) => stranger.seal(leaf))]
    const known = await inStoreOf(lab.company, (sql) =>
      sql.first<{ seal: string }>('SELECT seal FROM audit WHERE seal IS NOT NULL LIMIT 1'),
    )
    expect(known?.seal).toMatch(/^[0-9a-f]{64}$/)
    seqs.push(await forgeSignature(other.uuid, () => known?.seal ?? null))
    const state = await lab.stateAfterStart()
    expect(state.damaged?.places).toEqual([
      unsealed('analysis', one.uuid, seqs[0] ?? 0),
      unsealed('analysis', other.uuid, seqs[1] ?? 0),
    ])
  })

  it('attack A0: is found under a checkpoint that somebody else has signed', async () => {
    const { uuid } = await makeCompleted(manager, lab.swarm)
    const seq = await forgeSignature(uuid)
    await inStoreOf(lab.company, (sql) => {
      const stranger = trailSigner({ CHECKPOINT_SECRET: 'x'.repeat(40), REGION: 'eu' }, lab.company)
      const own = sql.first<{ note: string }>('SELECT note FROM checkpoints')
      sql.run(
        'INSERT INTO checkpoints (size, at, note, key) VALUES (?, ?, ?, ?)',
        seq,
        new Date().toISOString(),
        own?.note ?? stranger.sign('text\n'),
        stranger.key,
      )
    })
    const state = await lab.stateAfterStart()
    expect(reasonsOf(state)).toContain('entry_unsealed')
  })

  it('attack A0: a permission put into a profile so is not in force', async () => {
    const operator = await lab.as('Operator')
    const seq = await inStoreOf(lab.company, (sql) => {
      const profile = sql.first<{ uuid: string }>(
        `SELECT uuid FROM records WHERE kind = 'profile' AND name = 'Operator'`,
      )
      const change = (record: Body): Body => ({
        ...record,
        permissions: [...(record['permissions'] as string[]), 'audit.search'],
      })
      const actor = personIn(sql, 'Administrator')
      const uuid = profile?.uuid ?? ''
      return forge(sql, { kind: 'profile', uuid, action: 'profile.edit', actor, change })
    })
    const state = await lab.stateAfterStart()
    expect(state.damaged?.places).toMatchObject([{ reason: 'entry_unsealed', seq }])
    expect((await operator(auditCalls.search, { body: {} })).status).not.toBe(200)
  })
})

describe('attack A0: entries from before there were seals', () => {
  /** The store as the earlier version left it. */
  const asBefore = async () => {
    await forgetSealNote(lab.company)
    await takeBack()
  }

  it('attack A0: are taken when the store is opened, and signed as before; later ones are not', async () => {
    const { uuid } = await makeCompleted(manager, lab.swarm)
    await asBefore()
    expect(reasonsOf(await lab.stateAfterStart())).toEqual([])
    expect((await lab.exportOf(uuid)).errors).toEqual([])
    const seq = await forgeSignature(uuid)
    expect((await lab.stateAfterStart()).damaged?.places).toEqual([unsealed('analysis', uuid, seq)])
  })

  it('attack A0: written later by an earlier version, the operator vouches for them by their number', async () => {
    const { uuid } = await makeCompleted(manager, lab.swarm)
    const seq = await forgeSignature(uuid)
    await lab.stateAfterStart()
    const explain = (given: object) =>
      send(operatorStoreCalls.explainRewound, {
        headers: operatorHeaders,
        body: { company_uuid: lab.company, reason: 'went back for an hour', ...given },
      })
    for (const given of [{}, { unsealed_up_to: seq - 1 }]) {
      expect((await explain(given)).errors[0]?.reason).toBe('store_damaged')
    }
    await must(explain({ unsealed_up_to: seq }))
    expect(reasonsOf(await lab.stateAfterStart())).toEqual([])
    const { data } = await must(admin(auditCalls.search, { body: {} }))
    expect(JSON.stringify(data)).toContain(`vouched for entries up to ${seq}`)
    await must(lab.exportOf(uuid))
  })
})

describe('attack A0: more entries without a seal than are listed', () => {
  const explain = (unsealed_up_to: number) =>
    send(operatorStoreCalls.explainRewound, {
      headers: operatorHeaders,
      body: { company_uuid: lab.company, reason: 'went back for a day', unsealed_up_to },
    })
  /** Remove the seals of so many entries after the newest checkpoint; three more entries keep theirs. */
  async function takeSeals(many: number): Promise<{ last: number; size: number }> {
    await must(admin(auditCalls.exportTrail))
    const { size } = await lab.state()
    await lab.bend((sql) => sql.run('DELETE FROM checkpoints'))
    await lab.grow(many + 3 - size)
    await lab.bend((sql) => sql.run('UPDATE audit SET seal = NULL WHERE seq <= ?', many))
    return { last: many, size: many + 3 }
  }

  it('attack A0: 999 are all known, so the number of the last of them is enough', async () => {
    const { last } = await takeSeals(999)
    const listed = await startAgain(lab.company, (_store, sql) => listUnsealed(sql).length)
    expect(listed).toBe(999)
    expect((await explain(last - 1)).errors[0]?.reason).toBe('store_damaged')
    await must(explain(last))
  })

  it('attack A0: of 1,000 the others are not looked at, so the newest entry must be vouched for', async () => {
    const { last, size } = await takeSeals(1000)
    const later = await startAgain(lab.company, (_store, sql) => [
      listUnsealed(sql).length,
      unsealedAt(sql, size)?.seq,
    ])
    // Expect an entry after the checked ones not to count as sealed.
    expect(later).toEqual([1000, 1])
    expect((await explain(last)).errors[0]?.reason).toBe('store_damaged')
    await must(explain(size))
    expect(reasonsOf(await lab.stateAfterStart())).toEqual([])
  })
})

describe('attack A0: tables that somebody has taken back to those from before seals', () => {
  const explain = (given: object) =>
    send(operatorStoreCalls.explainRewound, {
      headers: operatorHeaders,
      body: { company_uuid: lab.company, reason: 'put back from a copy of May', ...given },
    })

  it('attack A0: of a company that always had seals: what was put in is found', async () => {
    const { uuid } = await makeCompleted(manager, lab.swarm)
    // Put all earlier entries below a checkpoint, so that only the forged entry is found.
    await must(lab.exportOf(uuid))
    const seq = await forgeSignature(uuid)
    await takeBack()
    expect((await lab.stateAfterStart()).damaged?.places).toEqual([unsealed('analysis', uuid, seq)])
    expect((await lab.exportOf(uuid)).errors[0]?.reason).toBe('store_damaged')
  })

  it('attack A0: of a company from before seals: its first entries hold, what was put in is found', async () => {
    const { uuid } = await makeCompleted(manager, lab.swarm)
    await forgetSealNote(lab.company)
    await takeBack()
    expect(reasonsOf(await lab.stateAfterStart())).toEqual([])
    // Open it twice as that version left it, as after an interrupted start: the result is the same.
    await takeBack()
    expect(reasonsOf(await lab.stateAfterStart())).toEqual([])
    const seq = await forgeSignature(uuid)
    await takeBack()
    expect((await lab.stateAfterStart()).damaged?.places).toEqual([unsealed('analysis', uuid, seq)])
  })

  it('attack A0: with an unreadable bucket the store is not opened, and covers nothing', async () => {
    const { uuid } = await makeCompleted(manager, lab.swarm)
    await must(lab.exportOf(uuid))
    const seq = await forgeSignature(uuid)
    await takeBack()
    const bucket = { get: () => Promise.reject(new Error('the bucket is away')) }
    const opened = runInDurableObject(
      env.COMPANY_STORE.getByName(lab.company),
      async (_, state) => {
        void new CompanyStore(state, { ...env, BLOBS: bucket } as unknown as Env)
        await state.blockConcurrencyWhile(async () => {})
      },
    )
    await expect(opened).rejects.toThrow('the bucket is away')
    expect((await lab.stateAfterStart()).damaged?.places).toEqual([unsealed('analysis', uuid, seq)])
  })

  it('attack A0: a note of another key in the bucket covers nothing', async () => {
    const { uuid } = await makeCompleted(manager, lab.swarm)
    const seq = await forgeSignature(uuid)
    const stranger = trailSigner({ CHECKPOINT_SECRET: 'x'.repeat(40), REGION: 'eu' }, lab.company)
    const text = await inStoreOf(lab.company, (sql) =>
      formatCheckpoint({
        origin: stranger.origin,
        size: seq,
        root: rootAt(sql, seq),
        at: new Date().toISOString(),
      }),
    )
    await env.BLOBS.put(`anchors/sealed/${lab.company}.note`, stranger.sign(text))
    await takeBack()
    expect((await lab.stateAfterStart()).damaged?.places).toContainEqual(
      unsealed('analysis', uuid, seq),
    )
  })

  it('attack A0: an honest copy of then is explained by the operator, who vouches for its entries', async () => {
    const { uuid } = await makeCompleted(manager, lab.swarm)
    const { size } = await lab.state()
    await lab.grow(10)
    await must(lab.exportOf(uuid))
    await must(admin(auditCalls.exportTrail))
    await inStoreOf(lab.company, (sql) => rewindStore(sql, size))
    await takeBack()
    const state = await lab.stateAfterStart()
    expect(reasonsOf(state)).toContain('entry_unsealed')
    expect((await explain({})).errors[0]?.reason).toBe('store_damaged')
    await must(explain({ unsealed_up_to: size }))
    const after = await lab.stateAfterStart()
    expect(reasonsOf(after)).toEqual([])
    expect(after.rewound?.explained).toBeTruthy()
    await lab.grow(20)
    await must(lab.exportOf(uuid))
  })
})
