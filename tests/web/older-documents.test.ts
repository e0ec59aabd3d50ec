import { readdirSync, readFileSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { addPending, newDocument, putRecord } from '../../domain/sync/document.ts'
import type { LocalDocument, PendingMerge } from '../../domain/sync/pending.ts'
import { upgrades } from '../../domain/upgrades.ts'
import { shape } from '../../web/local/partition.ts'
import { readOld } from '../../web/local/read-old.ts'
import {
  packDocument,
  type StoredDocument,
  storedSchema,
  tableIndexes,
  unpackDocument,
} from '../../web/local/stored-document.ts'

const uuid = '11111111-1111-4111-8111-111111111111'
const at = '2026-03-01T08:00:00.000Z'
const merge: PendingMerge = {
  type: 'merge',
  op_id: '22222222-2222-4222-8222-222222222222',
  made_at: at,
  tries: 0,
  next_at: 0,
  state: 'waiting',
  fault: null,
  base_seq: 3,
  changes: [{ field: 'name', from: 'Before', to: 'After' }],
}

/** Tables of a shape of the local database (web/local/partition.ts), with rows as that shape wrote them. */
interface FrozenTable {
  schema: unknown
  indexes: string
  documents: LocalDocument[]
  rows: StoredDocument[]
}

const folder = new URL('../fixtures/local-documents/', import.meta.url)
const frozen = readdirSync(folder)
  .map((name) => ({
    number: Number.parseInt(name, 10),
    table: JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as FrozenTable,
  }))
  .toSorted((one, other) => one.number - other.number)

describe('the local database of every shape', () => {
  it('has today’s frozen: another schema or index needs another shape (docs/stored-data.md)', () => {
    const newest = frozen.at(-1)
    expect(newest?.number).toBe(shape)
    expect(newest?.table.schema).toEqual(JSON.parse(JSON.stringify(storedSchema)))
    expect(newest?.table.indexes).toBe(tableIndexes)
  })

  it('gives back what today’s rows hold, and writes them the same', () => {
    const { documents = [], rows = [] } = frozen.at(-1)?.table ?? {}
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.map(unpackDocument)).toEqual(documents)
    expect(documents.map(packDocument)).toEqual(rows)
  })

  it('gives back what waits in rows of any shape', () => {
    for (const { table } of frozen) {
      for (const [at, row] of table.rows.entries()) {
        const { pending = [] } = table.documents[at] ?? {}
        const read = readOld(row)?.pending ?? []
        expect(read.map(({ op_id, type }) => ({ op_id, type }))).toEqual(
          pending.map(({ op_id, type }) => ({ op_id, type })),
        )
      }
    }
  })
})

describe('a local copy that is older than a required field', () => {
  afterEach(() => {
    delete upgrades['swarm']
  })
  const add = () => {
    upgrades['swarm'] = { 2: (body) => ('colour' in body ? body : { ...body, colour: 'none' }) }
  }
  const old = { uuid, name: 'Before', created_at: at }

  it('has it when it is read from the disk, and keeps what waits', () => {
    const copy = putRecord(null, { kind: 'swarm', uuid, seq: 3, body: old }) as LocalDocument
    const row = packDocument(addPending(copy, merge))
    add()
    const { body, pending } = unpackDocument(row)
    expect(body).toEqual({ ...old, colour: 'none' })
    expect(pending).toEqual([merge])
  })

  it('has it when an older edge sends it', () => {
    add()
    const none = newDocument('swarm', uuid, at)
    expect(putRecord(none, { kind: 'swarm', uuid, seq: 3, body: old })?.body).toEqual({
      ...old,
      colour: 'none',
    })
  })
})
