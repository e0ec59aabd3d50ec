/// <reference types="vite/types/importMeta.d.ts" />
import { env, runInDurableObject } from 'cloudflare:test'
import { afterEach, describe, expect, it } from 'vitest'
import { type Kind, kinds } from '../../domain/registry.ts'
import type { AuditEntry, Body } from '../../domain/trail/entry.ts'
import { upgradeBody, upgrades } from '../../domain/upgrades.ts'
import { appendAudit, readAudit } from '../../edge/store/audit.ts'
import { readSeenText } from '../../edge/store/by.ts'
import { systemActor } from '../../edge/store/commands.ts'
import {
  applyOperation,
  applyOperations,
  type Operation,
  readRecord,
} from '../../edge/store/operations.ts'
import { pullChanges } from '../../edge/store/pull-changes.ts'
import { indexedFields } from '../../edge/store/row-check.ts'
import { Sql } from '../../edge/store/sql.ts'
import { followChain, readInForce, readTrueBody } from '../../edge/store/trailed-row.ts'

const files = import.meta.glob<{ bodies: Body[] }>('../fixtures/records/*/*.json', { eager: true })
const at = '2026-03-01T10:00:00.000Z'

/** Bodies of all versions of the kinds that are records. */
const frozen = Object.entries(files).flatMap(([path, { bodies }]) => {
  const [kind = ''] = path.split('/').slice(-2)
  return kinds.includes(kind as Kind) ? bodies.map((body) => ({ kind: kind as Kind, body })) : []
})

/** Work in a transaction of a new store. */
async function inNewStore<Value>(work: (sql: Sql) => Value): Promise<Value> {
  const stub = env.COMPANY_STORE.getByName(crypto.randomUUID())
  return runInDurableObject(stub, async (store, state) => {
    await store.found(crypto.randomUUID())
    const sql = new Sql(state.storage, env)
    return sql.transaction(() => work(sql))
  })
}

/** Give a frozen body an id of its own: several are of the same record. */
function renew(old: Body): Body {
  return { ...old, uuid: crypto.randomUUID(), updated_at: at }
}

/** Write a record as the version that made it did, past the schema of today. */
function storeOld(sql: Sql, kind: Kind, body: Body): string {
  const uuid = String(body['uuid'])
  const op_id = crypto.randomUUID()
  const action = `${kind}.create` as const
  const [row] = sql.all<{ seq: number }>(
    `INSERT INTO operations (op_id, kind, uuid, action, actor, at) VALUES (?, ?, ?, ?, ?, ?) RETURNING seq`,
    op_id,
    kind,
    uuid,
    action,
    systemActor.uuid,
    at,
  )
  const seq = row?.seq ?? 0
  const { swarm_uuid, name, status, created_at } = indexedFields(kind, body)
  sql.run(
    `INSERT INTO records (kind, uuid, seq, swarm_uuid, name, status, created_at, updated_at, body)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    kind,
    uuid,
    seq,
    swarm_uuid,
    name,
    status,
    created_at,
    at,
    JSON.stringify(body),
  )
  const entry = { seq, op_id, at, actor: systemActor, action, kind, uuid, reason: '' }
  appendAudit(sql, entry, null, body, null)
  return uuid
}

function editOf(kind: Kind, uuid: string, patch: Body = {}): Operation {
  return {
    opId: crypto.randomUUID(),
    kind,
    uuid,
    action: `${kind}.edit`,
    actor: systemActor,
    at: '2026-03-02T10:00:00.000Z',
    change: (before) => ({ ...before, ...patch }),
  }
}

const isApproved = (version: Body | null | undefined) =>
  Boolean((version?.['release'] as Body | undefined)?.['signature'])

/** Return true for signed records, which refuse every change; an approval of a version is of the recipe's own uuid. */
const isSigned = (body: Body) =>
  body['status'] === 'VALIDATION' ||
  body['status'] === 'Issued' ||
  Boolean(body['signature'] ?? body['signatures']) ||
  [body, body['next'] as Body | undefined].some(isApproved)

describe('records of every version', () => {
  it('are read and edited by the store, and their trail holds', async () => {
    expect(frozen.length).toBeGreaterThan(kinds.length)
    await inNewStore((sql) => {
      for (const { kind, body: old } of frozen) {
        const body = renew(old)
        const uuid = storeOld(sql, kind, body)
        expect(readRecord(sql, kind, uuid)).toEqual(upgradeBody(kind, body))
        expect(readTrueBody(sql, kind, uuid)).toEqual(upgradeBody(kind, body))
        if (isSigned(body)) continue
        applyOperation(sql, editOf(kind, uuid))
        expect(followChain(sql, kind, uuid).wrong).toBeNull()
      }
    })
  })
})

describe('a record that is older than a required field', () => {
  afterEach(() => {
    delete upgrades['swarm']
  })

  /** Store a swarm without its company, as if the field were new. */
  function storeOlder(sql: Sql): string {
    const { body } = frozen.find(({ kind }) => kind === 'swarm') ?? {}
    const { company_uuid: _, ...old } = body ?? {}
    return storeOld(sql, 'swarm', renew(old))
  }
  const company_uuid = '11111111-1111-4111-8111-111111111111'
  const addCompany = (old: Body) => ('company_uuid' in old ? old : { ...old, company_uuid })
  const sight = { swarms: [], kinds: ['swarm'] }

  it('cannot be edited without a step', async () => {
    const edit = inNewStore((sql) => applyOperation(sql, editOf('swarm', storeOlder(sql))))
    await expect(edit).rejects.toThrow('company_uuid')
  })

  it.each(['alone', 'in a batch'])(
    'has it wherever it is read, and when edited %s',
    async (how) => {
      upgrades['swarm'] = { 2: addCompany }
      await inNewStore((sql) => {
        const uuid = storeOlder(sql)
        expect(readRecord(sql, 'swarm', uuid)).toMatchObject({ company_uuid })
        expect(readInForce(sql, 'swarm', uuid).record).toMatchObject({ company_uuid })
        expect(JSON.parse(readSeenText(sql, 'swarm', uuid, sight))).toMatchObject({ company_uuid })
        const order = { kinds: ['swarm'], after: 0, limit: 9, home: 'company', uuid } as const
        const [pulled] = pullChanges(sql, order, sight).records
        expect(JSON.parse(pulled?.body ?? '')).toMatchObject({ company_uuid })
        const edit = editOf('swarm', uuid, { name: 'Renamed' })
        if (how === 'alone') applyOperation(sql, edit)
        else applyOperations(sql, [edit])
        expect(followChain(sql, 'swarm', uuid)).toMatchObject({
          wrong: null,
          record: { company_uuid },
        })
        const entries: AuditEntry[] = readAudit(sql, 'swarm', uuid)
        expect(
          entries
            .at(-1)
            ?.changes.map(({ field }) => field)
            .toSorted(),
        ).toEqual(['company_uuid', 'name'])
        // Delete the step, which a record written in today's shape needs no longer.
        delete upgrades['swarm']
        expect(readRecord(sql, 'swarm', uuid)).toMatchObject({ company_uuid, name: 'Renamed' })
      })
    },
  )
})
