import { describe, expect, it, vi } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { auditCalls } from '../../domain/calls/audit.ts'
import { sessionCalls } from '../../domain/calls/session.ts'
import { swarmCalls } from '../../domain/calls/swarms.ts'
import { systemActor } from '../../edge/store/commands.ts'
import { readMeta } from '../../edge/store/meta.ts'
import { admin, eachBentLab, lab, logged, makeAnew, reasonsOf } from './bent-lab.ts'
import { must } from './lab.ts'
import { makeCompleted, signing } from './made-analyses.ts'
import { inStoreOf, startAgain } from './store-writes.ts'

eachBentLab('history')

describe('attack M3: a history that was rewritten', () => {
  it('is not signed: the root at the newest checkpoint is not the one in its note', async () => {
    const uuid = await lab.signed()
    await must(admin(auditCalls.exportTrail))
    await lab.bend((sql) => makeAnew(sql, uuid))
    await lab.grow(5)
    const answer = await admin(auditCalls.exportTrail)
    expect(answer.errors[0]).toMatchObject({ code: 'refused', reason: 'store_damaged' })
    const state = await lab.state()
    expect(reasonsOf(state)).toContain('checkpoint_differs')
  })

  it('is seen at the start by an earlier checkpoint, and by an anchor where its own was removed', async () => {
    const uuid = await lab.signed()
    await must(admin(auditCalls.exportTrail))
    await lab.bend((sql) => {
      makeAnew(sql, uuid)
      sql.run('DELETE FROM checkpoints')
    })
    const { size } = await lab.state()
    await lab.grow(300)
    const state = await lab.stateAfterStart()
    expect(state.size).toBeGreaterThan(size)
    expect(reasonsOf(state)).toContain('anchor_differs')
  })

  it('a kept hash of the tree that is not of its entries is seen', async () => {
    await lab.grow(300)
    await lab.bend((sql) => sql.run(`UPDATE audit_tiles SET hash = ?`, 'a'.repeat(64)))
    expect(reasonsOf(await lab.stateAfterStart())).toContain('tree_differs')
  })

  it('an electronic signature is refused too', async () => {
    const manager = await lab.as('Manager')
    const record = await makeCompleted(manager, lab.swarm)
    await must(admin(auditCalls.exportTrail))
    await lab.bend((sql) => makeAnew(sql, record.uuid))
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
      await lab.grow(20)
      await lab.bend((sql) => {
        for (const table of tables) {
          sql.run(`DELETE FROM ${table} WHERE seq > (SELECT max(seq) - 10 FROM operations)`)
        }
      })
      const manager = await lab.as('Manager')
      expect((await manager(sessionCalls.me)).status).toBe(200)
      const answer = await admin(swarmCalls.create, { body: { name: 'New' } })
      expect(answer.errors[0]).toMatchObject({ code: 'refused', reason: 'store_damaged' })
      const state = await lab.state()
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
    const uuid = await lab.signed()
    const was = await inStoreOf(lab.company, (sql) =>
      sql.first<{ body: string }>('SELECT body FROM records WHERE uuid = ?', uuid),
    )
    await lab.bend((sql) =>
      sql.run(`UPDATE records SET body = json_set(body, '$.notebook', 'X') WHERE uuid = ?`, uuid),
    )
    await lab.stateAfterStart()
    const actor = { uuid: systemActor.uuid, name: 'operator', via: 'operator' } as const
    const explain = () =>
      inStoreOf(lab.company, async (_, store) => {
        const said = await store.explainRewound({ actor, reason: 'mended', away: [] })
        return said.ok ? null : (said.errors[0]?.reason ?? '')
      })
    expect(await explain()).toBe('store_damaged')
    const page = await inStoreOf(lab.company, async (_, store) => {
      const written = await store.backup(null, null)
      return written.ok ? written.value : ''
    })
    expect(page).toContain('\\ndamaged\\n')
    await lab.bend((sql) =>
      sql.run('UPDATE records SET body = ? WHERE uuid = ?', was?.body ?? '', uuid),
    )
    expect(await explain()).toBeNull()
    expect((await must(admin(auditCalls.state))).data).toMatchObject({ damaged: null })
    expect((await lab.exportOf(uuid)).status).toBe(200)
  })
})

describe('faults R13: times of entries', () => {
  it('never run back when the clock of the machine does', async () => {
    const now = Date.now()
    const make = (name: string) => must(admin(swarmCalls.create, { body: { name } }))
    const first = (await make('Morning shift')).data
    vi.useFakeTimers({ toFake: ['Date'], now: now - 600_000 })
    try {
      const second = (await make('Evening shift')).data
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
