import { env, runInDurableObject } from 'cloudflare:test'
import { expect, it } from 'vitest'
import { migrate, writeMeta } from '../../edge/store/migrations.ts'
import { listPage, pullChanges } from '../../edge/store/lists.ts'
import { Sql } from '../../edge/store/sql.ts'

it('measure', async () => {
  await runInDurableObject(env.COMPANY_STORE.getByName(crypto.randomUUID()), (_store, state) => {
    const sql = new Sql(state.storage)
    const swarms = [crypto.randomUUID(), crypto.randomUUID()]
    const filler = 'x'.repeat(12_000)
    sql.transaction(() => {
      for (let i = 1; i <= 50_000; i += 1) {
        const at = new Date(1.7e12 + i * 60_000).toISOString()
        const body = { uuid: crypto.randomUUID(), status: i % 50 ? 'COMPLETE' : 'INIT', device_uuid: 'd', swarm_uuid: swarms[i % 2], filler }
        sql.run('INSERT INTO records (kind, uuid, seq, swarm_uuid, name, created_at, updated_at, body) VALUES (?,?,?,?,?,?,?,?)',
          'analysis', body.uuid, i, swarms[i % 2] ?? null, `run ${i}`, at, at, JSON.stringify(body))
      }
    })
    const kinds = ['analysis', 'device', 'command', 'swarm', 'user', 'recipe', 'protocol', 'application', 'company']
    const sight = { kinds, swarms: swarms.slice(0, 1) }
    const time = (name: string, run: () => unknown) => {
      const times = [1, 2, 3].map(() => { const t = performance.now(); run(); return performance.now() - t })
      console.log(name, times.map((x) => x.toFixed(1)).join(' '))
    }
    const explain = (q: string, ...v: (string | number)[]) => console.log(sql.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${q}`, ...v).map((r) => r.detail).join(' | '))
    time('list 10', () => listPage(sql, 'analysis', {}, sight))
    time('list 10 page 1000', () => listPage(sql, 'analysis', { page: '1000' }, sight))
    time('list name', () => listPage(sql, 'analysis', { order: 'name ASC' } as never, sight))
    time('list status INIT', () => listPage(sql, 'analysis', {}, sight, { in: { status: ['INIT'] } }))
    time('list status COMPLETE', () => listPage(sql, 'analysis', {}, sight, { in: { status: ['COMPLETE'] } }))
    time('list range', () => listPage(sql, 'analysis', {}, sight, { updateFrom: new Date(1.7e12).toISOString() }))
    time('pull 0 x500', () => pullChanges(sql, kinds, 0, 500, sight))
    time('pull 0 x100', () => pullChanges(sql, kinds, 0, 100, sight))
    time('pull 0 one kind x100', () => pullChanges(sql, ['analysis'], 0, 100, sight))
    time('pull 49900', () => pullChanges(sql, kinds, 49_900, 100, sight))
    time('pull none', () => pullChanges(sql, ['device', 'command'], 0, 100, sight))
    explain(`SELECT kind, uuid, seq, swarm_uuid, deleted_at, body FROM records
     WHERE kind IN (SELECT value FROM json_each(?)) AND seq > ? ORDER BY seq LIMIT ?`, JSON.stringify(kinds), 0, 100)
    explain(`SELECT body FROM records WHERE kind = ? AND deleted_at IS NULL AND (swarm_uuid IS NULL OR swarm_uuid IN (SELECT value FROM json_each(?))) ORDER BY created_at DESC, uuid LIMIT 10`, 'analysis', '[]')
    explain(`SELECT count(*) FROM records WHERE kind = ? AND deleted_at IS NULL AND (swarm_uuid IS NULL OR swarm_uuid IN (SELECT value FROM json_each(?)))`, 'analysis', '[]')
    void migrate, writeMeta
    expect(1).toBe(1)
  })
}, 300_000)
