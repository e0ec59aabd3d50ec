import { env, runInDurableObject } from 'cloudflare:test'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { auditCalls } from '../../domain/calls/audit.ts'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { userCalls } from '../../domain/calls/users.ts'
import { fromHex, toHex } from '../../domain/trail/bytes.ts'
import { parseCheckpoint } from '../../domain/trail/checkpoint.ts'
import { isSigned, parseKey, parseNote } from '../../domain/trail/note.ts'
import { isConsistent } from '../../domain/trail/proofs.ts'
import { appendLeaf, emptyRange, rootOf } from '../../domain/trail/tree.ts'
import { verifyFile } from '../../domain/trail/verify-file.ts'
import type { CompanyStore } from '../../edge/store/CompanyStore.ts'
import { Sql } from '../../edge/store/sql.ts'
import { trailTools } from '../../edge/store/trail-tools.ts'
import { proveEntry, rootAt, trailSize } from '../../edge/store/trail-tree.ts'
import { growStore } from './bent-lab.ts'
import { foundLab, type Lab, must } from './lab.ts'
import { create, planFor } from './plan.ts'
import { inStoreOf, rewindStore } from './store-writes.ts'

async function anchorsOf(lab: Lab): Promise<string[]> {
  const { objects } = await env.BLOBS.list({ prefix: `anchors/${lab.company}/` })
  return objects.map(({ key }) => key)
}

async function fileOfTrail(lab: Lab): Promise<Uint8Array> {
  const admin = await lab.as('Administrator')
  let text = ''
  let query: Record<string, string> = {}
  for (;;) {
    const page = (await must(admin(auditCalls.exportTrail, { query }))).data
    text += page.text
    if (page.next === null) return new TextEncoder().encode(text)
    query = { after: String(page.next), size: String(page.size) }
  }
}

describe('the tree of a trail', () => {
  it('is the tree over the leaves at every size, also across tiles', async () => {
    const lab = await foundLab('tree')
    await inStoreOf(lab.company, (sql) => {
      growStore(sql, lab.company, 700)
      const leaves = sql.all<{ leaf: string }>('SELECT leaf FROM audit ORDER BY seq')
      expect(trailSize(sql)).toBe(leaves.length)
      const range = emptyRange()
      for (const [index, { leaf }] of leaves.entries()) {
        appendLeaf(range, fromHex(leaf)!, trailTools.sha256)
        if (index % 37 === 0 || index > 690) {
          const own = toHex(rootAt(sql, index + 1))
          expect(own).toBe(toHex(rootOf(range, trailTools.sha256)))
        }
      }
      expect(sql.all('SELECT * FROM audit_tiles')).toHaveLength(2)
      expect(proveEntry(sql, 1, leaves.length).length).toBe(10)
    })
  })

  it('has no gaps, and the table refuses one', async () => {
    const lab = await foundLab('gap')
    await inStoreOf(lab.company, (sql) => {
      const next = trailSize(sql) + 2
      sql.run(
        "INSERT INTO operations (seq, op_id, kind, uuid, action, actor, at) VALUES (?, 'x', 'k', 'u', 'a', 'b', 'c')",
        next,
      )
      expect(() =>
        sql.run(
          "INSERT INTO audit (seq, kind, uuid, entry, leaf) VALUES (?, 'k', 'u', '{}', '')",
          next,
        ),
      ).toThrow('no gaps')
    })
  })

  it('refuses change and removal of entries, tiles and checkpoints', async () => {
    const lab = await foundLab('locked')
    await must((await lab.as('Administrator'))(auditCalls.exportTrail))
    await inStoreOf(lab.company, (sql) => {
      growStore(sql, lab.company, 300)
      for (const attempt of [
        `UPDATE audit SET leaf = '' WHERE seq = 1`,
        'DELETE FROM audit WHERE seq = 1',
        `UPDATE audit_tiles SET hash = ''`,
        'DELETE FROM audit_tiles',
        `UPDATE checkpoints SET note = ''`,
        'DELETE FROM checkpoints',
      ]) {
        expect(() => sql.run(attempt), attempt).toThrow()
      }
    })
  })
})

describe('checkpoints', () => {
  it('are signed, kept outside once and follow from each other', async () => {
    const lab = await foundLab('seal')
    const admin = await lab.as('Administrator')
    await vi.waitFor(async () => expect(await anchorsOf(lab)).not.toHaveLength(0), 15_000)
    await must(admin(auditCalls.exportTrail))
    await inStoreOf(lab.company, (sql) => growStore(sql, lab.company, 600))
    await must(admin(auditCalls.exportTrail))
    const state = (await must(admin(auditCalls.state))).data
    expect(state.rewound).toBeNull()
    expect(state.checkpoint?.size).toBe(state.size)
    expect(state.checkpoint?.anchored_at).not.toBeNull()
    const { data } = (await must(admin(auditCalls.checkpoints))).data
    expect(data.length).toBeGreaterThanOrEqual(2)
    const key = parseKey(state.key, trailTools.sha256)!
    for (const { note } of data) {
      expect(await isSigned(parseNote(note)!, key, trailTools)).toBe(true)
    }
    const [newest, oldest] = [data[0]!, data.at(-1)!]
    const params = { from: String(oldest.size), to: String(newest.size) }
    const { proof } = (await must(admin(auditCalls.consistency, { params }))).data
    const [old, now] = [oldest, newest].map(({ note }) => parseCheckpoint(parseNote(note)!.text)!)
    expect(
      isConsistent(
        old!.size,
        now!.size,
        old!.root,
        now!.root,
        proof.map((hash) => fromHex(hash)!),
        trailTools.sha256,
      ),
    ).toBe(true)
    const kept = await anchorsOf(lab)
    expect(kept).toHaveLength(data.length)
    expect(await (await env.BLOBS.get(kept.at(-1)!))!.text()).toBe(newest.note)
  })

  it('a store put back to an earlier moment is found out and signs nothing more', async () => {
    const lab = await foundLab('rewound')
    const admin = await lab.as('Administrator')
    await inStoreOf(lab.company, (sql) => growStore(sql, lab.company, 20))
    await must(admin(auditCalls.exportTrail))
    const before = (await must(admin(auditCalls.state))).data
    await inStoreOf(lab.company, (sql) => rewindStore(sql, before.size - 5))
    const kept = await anchorsOf(lab)
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    const state = (await must(admin(auditCalls.state))).data
    expect(state.rewound).toMatchObject({ reason: 'anchor_ahead', anchor: before.size })
    expect(logged.mock.calls.flat().join()).toContain('put back')
    logged.mockRestore()
    await inStoreOf(lab.company, (sql) => growStore(sql, lab.company, 300))
    const refused = await admin(auditCalls.exportTrail)
    expect(refused.errors[0]).toMatchObject({ code: 'refused', reason: 'trail_rewound' })
    const after = (await must(admin(auditCalls.state))).data
    expect(after.checkpoint?.size ?? 0).toBeLessThan(before.size)
    expect(await anchorsOf(lab)).toEqual(kept)
  })

  it('come by themselves five minutes after the last, also when nothing more happens', async () => {
    const lab = await foundLab('alarm')
    await vi.waitFor(async () => expect(await anchorsOf(lab)).not.toHaveLength(0), 15_000)
    await must((await lab.as('Administrator'))(auditCalls.exportTrail))
    await create(await lab.as('Operator'), planFor(lab))
    await runInDurableObject(
      env.COMPANY_STORE.getByName(lab.company),
      async (store: CompanyStore, state) => {
        const sql = new Sql(state.storage, env)
        const newest = (): number =>
          sql.first<{ size: number }>('SELECT max(size) AS size FROM checkpoints')?.size ?? 0
        // Expect an early wake-up of the object, which is the earliest of
        // several: a round for alarms may be due before the checkpoint.
        const began = Date.now()
        expect(await state.storage.getAlarm()).toBeLessThan(began + 5 * 60_000 + 100)
        try {
          vi.setSystemTime(began + 4 * 60_000)
          await store.alarm()
          expect(newest()).toBeLessThan(trailSize(sql))
          vi.setSystemTime(began + 5 * 60_000 + 100)
          await store.alarm()
        } finally {
          vi.useRealTimers()
        }
        expect(newest()).toBe(trailSize(sql))
      },
    )
  })

  it('an anchor is never written over: another in its place is found out', async () => {
    const lab = await foundLab('taken')
    const admin = await lab.as('Administrator')
    await vi.waitFor(async () => expect(await anchorsOf(lab)).not.toHaveLength(0), 15_000)
    await must(admin(auditCalls.exportTrail))
    const { size } = (await must(admin(auditCalls.state))).data
    // Make the state of a copied store that went on by itself.
    const name = `anchors/${lab.company}/${String(size + 3).padStart(15, '0')}.note`
    await inStoreOf(lab.company, async (sql, store) => {
      growStore(sql, lab.company, 3)
      sql.run(
        'INSERT INTO checkpoints (size, at, note, key) SELECT ?, at, note, key FROM checkpoints LIMIT 1',
        size + 3,
      )
      await env.BLOBS.put(name, 'somebody else was here')
      await store.alarm()
    })
    const { rewound } = (await must(admin(auditCalls.state))).data
    expect(rewound).toMatchObject({ reason: 'anchor_differs', anchor: size + 3 })
    expect(await (await env.BLOBS.get(name))!.text()).toBe('somebody else was here')
  })
})

describe('exports', () => {
  let lab: Lab
  beforeAll(async () => {
    lab = await foundLab('export')
  })

  it('a whole trail proves itself, page after page', async () => {
    await inStoreOf(lab.company, (sql) => growStore(sql, lab.company, 1200))
    const file = await fileOfTrail(lab)
    const verdict = await verifyFile(file, trailTools)
    expect(verdict.problems).toEqual([])
    expect(verdict).toMatchObject({ of: 'trail', checkpoint: { size: verdict.entries } })
    const anchors = await Promise.all(
      (await anchorsOf(lab)).map(async (name) => (await env.BLOBS.get(name))!.text()),
    )
    expect((await verifyFile(file, trailTools, { anchors })).problems).toEqual([])
    expect(await cutOff(file, anchors)).toContain('anchor_ahead')
  })

  async function cutOff(file: Uint8Array, anchors: string[]): Promise<string[]> {
    const lines = new TextDecoder().decode(file).split('\n')
    const cut = new TextEncoder().encode([...lines.slice(0, -4), lines.at(-2), ''].join('\n'))
    return (await verifyFile(cut, trailTools, { anchors })).problems.map(({ code }) => code)
  }

  it('a record proves itself, with its history from the first entry', async () => {
    const operator = await lab.as('Operator')
    const { uuid } = await create(operator, planFor(lab))
    const params = { id: uuid }
    await must(operator(analysisCalls.edit, { params, body: { name: 'Another name' } }))
    const admin = await lab.as('Administrator')
    const answer = await must(
      admin(auditCalls.exportRecord, { params: { kind: 'analysis', id: uuid } }),
    )
    const verdict = await verifyFile(answer.data, trailTools)
    expect(verdict).toMatchObject({ of: 'record', entries: 2, record: { name: 'Another name' } })
    expect(verdict.problems).toEqual([])
    const key = (await must(operator(auditCalls.key))).data
    expect(verdict.key).toBe(key.key)
  })

  it('a removed record still proves what it was', async () => {
    const manager = await lab.as('Manager')
    const { uuid } = await create(manager, planFor(lab))
    await must(manager(analysisCalls.delete, { params: { id: uuid }, body: { reason: 'mistake' } }))
    const admin = await lab.as('Administrator')
    const params = { kind: 'analysis', id: uuid }
    const answer = await must(admin(auditCalls.exportRecord, { params }))
    const verdict = await verifyFile(answer.data, trailTools)
    expect(verdict.problems).toEqual([])
    expect(verdict).toMatchObject({ entries: 2, record: { name: 'Morning run' } })
  })
})

describe('the trail as people read it', () => {
  it('is searched by kind, person, action and period, newest first', async () => {
    const lab = await foundLab('search')
    const operator = await lab.as('Operator')
    const { uuid } = await create(operator, planFor(lab))
    const renamed = { params: { id: uuid }, body: { name: 'Second' } }
    await must(operator(analysisCalls.edit, renamed))
    const admin = await lab.as('Administrator')
    const find = async (body: object, query = {}) =>
      (await must(admin(auditCalls.search, { body, query }))).data
    const all = await find({})
    expect(all.data.map(({ seq }) => seq)).toEqual(
      all.data.map(({ seq }) => seq).toSorted((a, b) => b - a),
    )
    const found = await find({ kind: 'analysis', uuid })
    expect(found.data.map(({ action }) => action)).toEqual(['analysis.edit', 'analysis.create'])
    const [edit, made] = found.data
    expect(edit?.actor).toMatchObject({ name: 'Operator of search', role: 'Operator' })
    expect(edit?.changes).toEqual([{ field: 'name', before: 'Morning run', after: 'Second' }])
    expect(made?.previous).toBeNull()
    const byPerson = await find({ actor_uuid: edit?.actor.uuid, action: 'analysis.edit' })
    expect(byPerson.total).toBe(1)
    expect((await find({ from: '2100-01-01T00:00:00Z' })).total).toBe(0)
    expect((await find({ to: '2001-01-01T00:00:00Z' })).total).toBe(0)
    const ever = { from: '0000-01-01T00:00:00Z', to: '9999-12-31T23:59:59Z' }
    expect((await find(ever)).total).toBe((await find({})).total)
    expect((await find({ from: made?.at, to: edit?.at, kind: 'analysis' })).total).toBe(2)
    const second = await find({}, { page: '2', limit: '1' })
    expect(second.data[0]?.seq).toBe(all.data[1]?.seq)
  })

  it('is not searched or exported without the permission', async () => {
    const lab = await foundLab('closed')
    for (const profile of ['Operator', 'Manager'] as const) {
      const sender = await lab.as(profile)
      for (const row of [auditCalls.search, auditCalls.state, auditCalls.exportTrail]) {
        const body = row.method === 'POST' ? { body: {} } : {}
        expect((await sender(row, body)).errors[0]).toMatchObject({ code: 'forbidden' })
      }
    }
  })

  it('of one record is for people who may see that record', async () => {
    const lab = await foundLab('seen')
    const operator = await lab.as('Operator')
    const { uuid } = await create(operator, planFor(lab))
    const own = await must(operator(auditCalls.record, { params: { kind: 'analysis', id: uuid } }))
    expect(own.data).toHaveLength(1)
    const admin = await lab.as('Administrator')
    const people = (await must(admin(userCalls.search))).data
    const person = { params: { kind: 'user', id: people.data[0]!.uuid } }
    expect((await operator(auditCalls.record, person)).errors[0]?.code).toBe('forbidden')
    expect((await admin(auditCalls.record, person)).ok).toBe(true)
    const unknown = { params: { kind: 'analysis', id: crypto.randomUUID() } }
    expect((await operator(auditCalls.record, unknown)).status).toBe(404)
  })
})
