import { describe, expect, it, vi } from 'vitest'
import { auditCalls } from '../../domain/calls/audit.ts'
import { swarmCalls } from '../../domain/calls/swarms.ts'
import type { Sql } from '../../edge/store/sql.ts'
import { systemActor } from '../../edge/store/commands.ts'
import { eachBentLab, lab, reasonsOf } from './bent-lab.ts'
import { must } from './lab.ts'
import { makeCompleted } from './made-analyses.ts'
import { inStoreOf, rewindStore } from './store-writes.ts'

eachBentLab('back')

const actor = { uuid: systemActor.uuid, name: 'operator', via: 'operator' } as const

/** Explain the loss as the operator; return the reason of a refusal. */
function explain(): Promise<string | null> {
  return inStoreOf(lab.company, async (_, store) => {
    const said = await store.explainRewound({ actor, reason: 'put back by the operator', away: [] })
    return said.ok ? null : (said.errors[0]?.reason ?? said.errors[0]?.message ?? '')
  })
}

const stateNow = async () => (await must(lab.admin(auditCalls.state))).data

describe('a store that was put back, and went on before its operator said why', () => {
  it('is explained all the same: its anchors are of what was lost', async () => {
    await lab.grow(10)
    await must(lab.admin(auditCalls.exportTrail))
    const { size } = await stateNow()
    await inStoreOf(lab.company, (sql) => rewindStore(sql, size - 5))
    // Write as much as was lost and more, so that the trail passes the sizes of the anchors.
    await lab.grow(20)
    const found = await lab.stateAfterStart()
    expect(reasonsOf(found)).toEqual(['anchor_differs'])
    expect((await stateNow()).rewound).toMatchObject({ reason: 'anchor_ahead' })
    expect(await explain()).toBeNull()
    await lab.stateAfterStart()
    expect(await stateNow()).toMatchObject({ damaged: null, rewound: { explained: {} } })
    await must(lab.admin(auditCalls.exportTrail))
  })

  it('is explained once more where a restore has forgotten that it was', async () => {
    await lab.grow(10)
    await must(lab.admin(auditCalls.exportTrail))
    const { size } = await stateNow()
    await inStoreOf(lab.company, (sql) => rewindStore(sql, size - 5))
    expect((await stateNow()).rewound).toMatchObject({ anchor: size })
    expect(await explain()).toBeNull()
    await lab.grow(20)
    await must(lab.admin(auditCalls.exportTrail))
    await inStoreOf(lab.company, (sql) => sql.run(`DELETE FROM meta WHERE name = 'rewound'`))
    expect(reasonsOf(await lab.stateAfterStart())).toEqual(['anchor_differs'])
    expect(await explain()).toBeNull()
    await lab.stateAfterStart()
    expect(await stateNow()).toMatchObject({ damaged: null, rewound: { explained: {} } })
    await lab.grow(5)
    await must(lab.admin(auditCalls.exportTrail))
  })

  it('is not explained where its records differ too', async () => {
    const uuid = await lab.signed()
    await must(lab.admin(auditCalls.exportTrail))
    const { size } = await stateNow()
    await lab.grow(5)
    await must(lab.admin(auditCalls.exportTrail))
    await inStoreOf(lab.company, (sql) => rewindStore(sql, size))
    await lab.grow(20)
    await lab.bend((sql) => bendRecord(sql, uuid))
    expect(reasonsOf(await lab.stateAfterStart())).toContain('record_altered')
    expect(await explain()).toBe('store_damaged')
  })
})

describe('the comparison of the whole store', () => {
  for (const entry of ['{}', 'null']) {
    it(`is not stopped by an entry that is ${entry}`, async () => {
      const { uuid } = await makeCompleted(await lab.as('Manager'), lab.swarm)
      await lab.grow(1)
      await lab.bend((sql) => {
        const last = `(SELECT max(seq) FROM audit WHERE kind = 'swarm')`
        sql.run(`UPDATE audit SET entry = ? WHERE seq = ${last}`, entry)
        bendRecord(sql, uuid)
      })
      const reasons = reasonsOf(await lab.stateAfterStart())
      expect(reasons).toContain('entry_altered')
      expect(reasons).toContain('record_altered')
    })
  }

  it('takes no mark away when it breaks off', async () => {
    const uuid = await lab.signed()
    await lab.grow(300)
    await lab.bend((sql) => bendRecord(sql, uuid))
    expect(reasonsOf(await lab.stateAfterStart())).toEqual(['record_altered'])
    await inStoreOf(lab.company, (sql) => sql.run('ALTER TABLE audit_tiles RENAME TO away'))
    const said = await explain()
    await inStoreOf(lab.company, (sql) => sql.run('ALTER TABLE away RENAME TO audit_tiles'))
    expect(said).not.toBeNull()
    expect(reasonsOf(await stateNow())).toEqual(['record_altered'])
  })

  it('lets the trail be signed again as soon as it agrees', async () => {
    const uuid = await lab.signed()
    const was = await inStoreOf(lab.company, (sql) =>
      sql.first<{ body: string }>('SELECT body FROM records WHERE uuid = ?', uuid),
    )
    await lab.bend((sql) => bendRecord(sql, uuid))
    await lab.stateAfterStart()
    await inStoreOf(lab.company, (_, store) => store.alarm())
    await lab.bend((sql) =>
      sql.run('UPDATE records SET body = ? WHERE uuid = ?', was?.body ?? '', uuid),
    )
    expect(await explain()).toBeNull()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6 * 60_000 })
    try {
      await must(lab.admin(swarmCalls.create, { body: { name: 'Goes on' } }))
      await vi.waitFor(async () => {
        const { size, checkpoint } = await stateNow()
        expect(checkpoint?.size).toBe(size)
      }, 5_000)
    } finally {
      vi.useRealTimers()
    }
  })
})

function bendRecord(sql: Sql, uuid: string): void {
  sql.run(`UPDATE records SET body = json_set(body, '$.notebook', 'X') WHERE uuid = ?`, uuid)
}
