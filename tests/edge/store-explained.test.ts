import { describe, expect, it } from 'vitest'
import { auditCalls } from '../../domain/calls/audit.ts'
import { readMeta, writeMeta } from '../../edge/store/meta.ts'
import { systemActor } from '../../edge/store/commands.ts'
import { eachBentLab, lab, logged, makeAnew, reasonsOf } from './bent-lab.ts'
import { must } from './lab.ts'
import { inStoreOf, rewindStore } from './store-writes.ts'

eachBentLab('explained')

const actor = { uuid: systemActor.uuid, name: 'operator', via: 'operator' } as const

function explain(): Promise<boolean> {
  return inStoreOf(
    lab.company,
    async (_, store) => (await store.explainRewound({ actor, reason: 'by us', away: [] })).ok,
  )
}

/** Sign the trail, put the store back by five entries, and have its operator say so. */
async function putBackAndExplain(): Promise<number> {
  await lab.grow(10)
  await must(lab.admin(auditCalls.exportTrail))
  const { size } = await lab.state()
  await inStoreOf(lab.company, (sql) => rewindStore(sql, size - 5))
  expect((await lab.state()).rewound).not.toBeNull()
  expect(await explain()).toBe(true)
  return size
}

function setExplained(change: (explained: Record<string, unknown>) => Record<string, unknown>) {
  return inStoreOf(lab.company, (sql) => {
    const kept = JSON.parse(readMeta(sql, 'rewound') ?? '{}') as { explained: object }
    writeMeta(sql, 'rewound', JSON.stringify({ ...kept, explained: change({ ...kept.explained }) }))
  })
}

const withoutNote = ({ at, up_to }: Record<string, unknown>) => ({ at, up_to })

describe('second attack T1: an explanation of why a store was put back', () => {
  it('that the service has not signed lets no rewritten history pass', async () => {
    const uuid = await lab.signed()
    await must(lab.admin(auditCalls.exportTrail))
    const { size } = await lab.state()
    await lab.bend((sql) => {
      makeAnew(sql, uuid)
      sql.run('DELETE FROM checkpoints')
      const at = new Date().toISOString()
      const finding = { reason: 'anchor_ahead', anchor: size, size: size - 1, found_at: at }
      const explained = {
        at,
        up_to: size,
        lost: [{ after: 0, to: size }],
        size,
        root: '',
        note: '',
      }
      writeMeta(sql, 'rewound', JSON.stringify({ ...finding, explained }))
    })
    await lab.grow(300)
    const state = await lab.stateAfterStart()
    expect(reasonsOf(state)).toContain('anchor_differs')
    expect(state.rewound).not.toHaveProperty('explained')
    expect((await lab.admin(auditCalls.exportTrail)).errors[0]?.reason).toBe('store_damaged')
  })

  it('counts for the anchors that were lost when it was signed, and for no others', async () => {
    const uuid = await lab.signed()
    await putBackAndExplain()
    await lab.grow(20)
    await must(lab.admin(auditCalls.exportTrail))
    expect(reasonsOf(await lab.stateAfterStart())).toEqual([])
    await lab.bend((sql) => {
      makeAnew(sql, uuid)
      sql.run('DELETE FROM checkpoints')
    })
    expect(reasonsOf(await lab.stateAfterStart())).toContain('checkpoint_differs')
  })

  it('made to reach further does not count', async () => {
    await putBackAndExplain()
    await setExplained((explained) => ({ ...explained, up_to: 1_000_000 }))
    const state = await lab.stateAfterStart()
    expect(state.rewound).not.toBeNull()
    expect(state.rewound).not.toHaveProperty('explained')
    expect((await lab.admin(auditCalls.exportTrail)).errors[0]?.reason).toBe('trail_rewound')
  })

  it('of an earlier version is signed where a checkpoint behind it proves that it hides nothing', async () => {
    await putBackAndExplain()
    await lab.grow(20)
    await must(lab.admin(auditCalls.exportTrail))
    await setExplained(withoutNote)
    const state = await lab.stateAfterStart()
    expect(state).toMatchObject({ damaged: null, rewound: { explained: {} } })
    expect(await inStoreOf(lab.company, (sql) => readMeta(sql, 'rewound'))).toContain('"note"')
  })

  it('of an earlier version that nothing proves is asked for once more, and the store goes on', async () => {
    const size = await putBackAndExplain()
    await setExplained(withoutNote)
    const state = await lab.stateAfterStart()
    expect(state.rewound).not.toHaveProperty('explained')
    expect(logged.mock.calls.flat().join(' ')).toContain('not signed')
    expect(await explain()).toBe(true)
    expect((await lab.state()).rewound).toMatchObject({ explained: { up_to: size } })
    await lab.grow(20)
    await must(lab.admin(auditCalls.exportTrail))
  })
})
