import { describe, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { auditCalls } from '../../domain/calls/audit.ts'
import { sessionCalls } from '../../domain/calls/session.ts'
import type { Body } from '../../domain/trail/entry.ts'
import { queueCommand, systemActor } from '../../edge/store/commands.ts'
import { handsOf } from '../../edge/store/hands.ts'
import { entryColumns } from '../../edge/store/kept-entry.ts'
import { applyOperation } from '../../edge/store/operations.ts'
import { followAhead, followChain } from '../../edge/store/trailed-row.ts'
import { leavesOf } from '../../edge/store/trail-tree.ts'
import { bendAlike, eachBentLab, lab, reasonsOf } from './bent-lab.ts'
import { must } from './lab.ts'
import { makeCompleted } from './made-analyses.ts'
import { inStoreOf, startAgain } from './store-writes.ts'

eachBentLab('alike')

describe('second attack T2: a row and its newest entry written over alike', () => {
  for (const [name, withLeaf] of [
    ['alone', false],
    ['with the leaf', true],
  ] as const) {
    it(`(${name}) give nobody a permission, before the whole store was compared`, async () => {
      const operator = await lab.as('Operator')
      const me = (await must(operator(sessionCalls.me))).data
      await must(lab.admin(auditCalls.exportTrail))
      await lab.bend((sql) => {
        const profile = sql.first<{ uuid: string; body: string }>(
          `SELECT uuid, body FROM records WHERE kind = 'profile' AND name = 'Operator'`,
        )
        const { permissions } = JSON.parse(profile?.body ?? '') as { permissions: string[] }
        const more = [...permissions, 'analysis.validate']
        bendAlike(sql, 'profile', profile?.uuid ?? '', 'permissions', more, withLeaf)
      })
      const session = { uuid: crypto.randomUUID(), user: me.uuid, agent: '', network: '' }
      const asked = await startAgain(lab.company, (store) =>
        store.openSession({ secretHash: `x${name}`, ...session }),
      )
      expect(asked?.account.permissions ?? []).not.toContain('analysis.validate')
      expect(reasonsOf(await lab.state())).toContain('entry_altered')
    })

    it(`(${name}) are not changed nor signed`, async () => {
      const manager = await lab.as('Manager')
      const { uuid } = await makeCompleted(manager, lab.swarm)
      await must(lab.admin(auditCalls.exportTrail))
      await lab.bend((sql) => bendAlike(sql, 'analysis', uuid, 'notebook', 'bent', withLeaf))
      const edit = { params: { id: uuid }, body: { name: 'Another' } }
      const answer = await manager(analysisCalls.edit, edit)
      expect(answer.errors[0]).toMatchObject({ code: 'refused', reason: 'record_damaged' })
    })
  }

  it('let people in to read and to see that the store is damaged', async () => {
    await must(lab.admin(auditCalls.exportTrail))
    const me = (await must(lab.admin(sessionCalls.me))).data
    await lab.bend((sql) => bendAlike(sql, 'user', me.uuid, 'reviewer', 'Y', true))
    const session = { uuid: crypto.randomUUID(), user: me.uuid, agent: '', network: '' }
    const asked = await startAgain(lab.company, (store) =>
      store.openSession({ secretHash: 'reads', ...session }),
    )
    expect(asked?.account.permissions).toContain('audit.search')
    expect(asked?.account.permissions.filter((name) => !name.endsWith('.search'))).toEqual([])
  })

  it('lets people read on where the leaf of another entry is wrong, and says so', async () => {
    await must(lab.admin(auditCalls.exportTrail))
    await lab.bend((sql) =>
      sql.run(
        `UPDATE audit SET leaf = ? WHERE seq = (SELECT min(seq) FROM audit WHERE kind = 'swarm')`,
        'a'.repeat(64),
      ),
    )
    const operator = await lab.as('Operator')
    expect((await operator(sessionCalls.me)).status).toBe(200)
    expect(reasonsOf(await lab.stateAfterStart())).toContain('entry_altered')
  })

  it('lets people read on where a kept hash of other entries is wrong, and says so', async () => {
    await lab.grow(600)
    await must(lab.admin(auditCalls.exportTrail))
    await lab.bend((sql) =>
      sql.run(`UPDATE audit_tiles SET hash = ? WHERE level = 1 AND tile = 1`, 'a'.repeat(64)),
    )
    const operator = await lab.as('Operator')
    expect((await operator(sessionCalls.me)).status).toBe(200)
    expect(reasonsOf(await lab.state())).toContain('tree_differs')
  })
})

describe('fourth attack D8: a leaf that hides another text behind a NUL', () => {
  it('fourth attack D8: counts as missing, though SQLite says that it is as long as a hash', async () => {
    const leaves = () => inStoreOf(lab.company, (sql) => leavesOf(sql, 0, 3).length)
    expect(await leaves()).toBe(3)
    await lab.bend((sql) =>
      sql.run(`UPDATE audit SET leaf = ? || char(0) || ' ' || leaf WHERE seq = 2`, 'x'.repeat(64)),
    )
    const length = await inStoreOf(lab.company, (sql) =>
      sql.first<{ length: number }>('SELECT length(leaf) AS length FROM audit WHERE seq = 2'),
    )
    expect(length).toEqual({ length: 64 })
    await expect(leaves()).rejects.toThrow()
  })
})

describe('second attack T3: what is searched beside the records', () => {
  it('allows no second correction when it was written over, and is mended', async () => {
    const manager = await lab.as('Manager')
    const signed = await lab.signed()
    const correct = () =>
      manager(analysisCalls.correct, {
        params: { id: signed },
        body: { reason: 'a mistake' },
      })
    await must(correct())
    await lab.bend((sql) => sql.run('UPDATE analysis_facts SET corrects = NULL'))
    expect((await correct()).errors[0]?.reason).toBe('corrected_already')
    expect(reasonsOf(await lab.stateAfterStart())).toEqual([])
    const facts = await inStoreOf(lab.company, (sql) =>
      sql.all('SELECT uuid FROM analysis_facts WHERE corrects = ?', signed),
    )
    expect(facts).toHaveLength(1)
  })

  it('hides nobody who gave an order: hands are those of the entries', async () => {
    const { uuid } = await makeCompleted(await lab.as('Manager'), lab.swarm)
    const [device, user] = [crypto.randomUUID(), crypto.randomUUID()]
    const hands = await inStoreOf(lab.company, (sql) => {
      const at = new Date().toISOString()
      const order = { opId: crypto.randomUUID(), uuid: crypto.randomUUID(), swarm_uuid: lab.swarm }
      const command = { name: 'ABORT', analysis_uuid: uuid } as const
      const actor = { uuid: user, name: 'Orderer', via: 'account' } as const
      sql.transaction(() =>
        queueCommand(sql, { ...order, device_uuid: device, command, actor, at }),
      )
      sql.run(
        `UPDATE records SET body = json_set(body, '$.user_uuid', 'nobody', '$.command.analysis_uuid', 'other')
         WHERE kind = 'command'`,
      )
      const record: Body = { uuid, user_uuid: 'me', device_uuid: device, created_at: at }
      return handsOf(sql, record)
    })
    expect(hands).toContain(user)
  })
})

describe('second attack T7: thousands of entries of one record', () => {
  it('are followed in slices, and by what changes next only from there on', async () => {
    await inStoreOf(lab.company, async (sql) => {
      const uuid = crypto.randomUUID()
      for (let made = 0; made < 350; made++) {
        const at = new Date().toISOString()
        const swarm = { name: `S ${made}`, company_uuid: lab.company, uuid, created_at: at }
        sql.transaction(() =>
          applyOperation(sql, {
            opId: crypto.randomUUID(),
            kind: 'swarm',
            uuid,
            action: 'swarm.put',
            actor: systemActor,
            at,
            change: (before) => ({ ...swarm, created_at: before?.['created_at'] ?? at }),
          }),
        )
      }
      const read: number[] = []
      const counted = new Proxy(sql, {
        get(target, name) {
          if (name !== 'all') return Reflect.get(target, name, target) as unknown
          return (query: string, ...values: never[]) => {
            const rows = target.all(query, ...values)
            if (query.startsWith(`SELECT seq, ${entryColumns}, leaf`)) read.push(rows.length)
            return rows
          }
        },
      })
      await followAhead(counted, 'swarm', uuid)
      expect(Math.max(...read)).toBeLessThanOrEqual(100)
      expect(read.reduce((sum, rows) => sum + rows, 0)).toBe(350)
      read.length = 0
      expect(followChain(counted, 'swarm', uuid)).toMatchObject({
        wrong: null,
        record: { name: 'S 349' },
      })
      expect(read).toEqual([0])
    })
  })
})
