import { describe, expect, it, vi } from 'vitest'
import { auditCalls } from '../../domain/calls/audit.ts'
import { swarmCalls } from '../../domain/calls/swarms.ts'
import { longestHold } from '../../edge/store/store-time.ts'
import { eachBentLab, lab, logged } from './bent-lab.ts'
import { must } from './lab.ts'
import { inStoreOf } from './store-writes.ts'

const year = 365 * 24 * 3_600_000
eachBentLab('ahead')

const make = async (name: string) =>
  (await must(lab.admin(swarmCalls.create, { body: { name } }))).data

/** Make a swarm while the clock of the machine is ahead, and give when that seemed to be. */
async function makeAhead(ms: number): Promise<string> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
  const at = new Date().toISOString()
  await lab.grow(1)
  vi.useRealTimers()
  return at
}

describe('second attack T8: a clock that jumped forward and back', () => {
  it('far ahead holds no time: the next entries have the real one', async () => {
    const ahead = await makeAhead(year)
    const before = Date.now()
    const { updated_at } = await make('After the jump')
    expect(updated_at < ahead).toBe(true)
    expect(Math.abs(Date.parse(updated_at) - before)).toBeLessThan(longestHold)
    expect(logged.mock.calls.flat().join(' ')).toContain('times run back')
    const seqs = await inStoreOf(lab.company, (sql) =>
      sql.all<{ seq: number }>('SELECT seq FROM operations ORDER BY seq').map(({ seq }) => seq),
    )
    expect(seqs).toEqual(seqs.map((_, at) => at + 1))
  })

  it('hides no entry from a search by time', async () => {
    const from = new Date().toISOString()
    await lab.grow(40)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + year })
    await lab.grow(80)
    vi.useRealTimers()
    const to = (await make('Found again')).updated_at
    const search = { from, to, action: 'swarm.put' }
    const { data } = await must(lab.admin(auditCalls.search, { body: search }))
    expect(data.total).toBeGreaterThanOrEqual(40)
  })

  it('makes nobody wait: rights, sessions and the next checkpoint are of the present', async () => {
    await inStoreOf(lab.company, (sql) => {
      const future = new Date(Date.now() + year).toISOString()
      sql.run(`INSERT INTO rights_changed VALUES ('somebody', ?)`, future)
    })
    await makeAhead(year)
    await make('After the jump')
    const kept = await inStoreOf(lab.company, (sql) =>
      sql.first<{ at: string }>(`SELECT at FROM rights_changed WHERE user_uuid = 'somebody'`),
    )
    expect(Date.parse(kept?.at ?? '')).toBeLessThan(Date.now() + longestHold)
  })
})
