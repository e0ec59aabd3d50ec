import { env, runInDurableObject } from 'cloudflare:test'
import { describe, expect, it } from 'vitest'
import { auditCalls } from '../../domain/calls/audit.ts'
import type { DamagePlace } from '../../domain/trail/damage.ts'
import { CompanyStore } from '../../edge/store/CompanyStore.ts'
import { readMeta, writeMeta } from '../../edge/store/meta.ts'
import type { Sql } from '../../edge/store/sql.ts'
import { newSweep, type SweepProgress, sweepStore } from '../../edge/store/sweep.ts'
import { trailSigner } from '../../edge/store/trail-key.ts'
import { trailSize } from '../../edge/store/trail-tree.ts'
import { eachBentLab, lab, logged, reasonsOf } from './bent-lab.ts'
import { must } from './lab.ts'
import { inStoreOf } from './store-writes.ts'

eachBentLab('sweep')

/** Go on from there; stops where the work says so. */
function sweep(
  sql: Sql,
  progress: SweepProgress,
  stop: () => boolean = () => false,
): DamagePlace[] {
  const found: DamagePlace[] = []
  const signer = trailSigner(env as unknown as Env, lab.company)
  const slices = sweepStore(sql, signer, progress, new Set(), (place) => found.push(place))
  for (let slice = slices.next(); !slice.done && !stop();) slice = slices.next()
  return found
}

const bendEntry = (sql: Sql, seq: number) =>
  sql.run(`UPDATE audit SET entry = replace(entry, '"S ', '"T ') WHERE seq = ?`, seq)

describe('second attack T4: the comparison of the whole store', () => {
  it('goes on from its notes where it was broken off', async () => {
    await lab.grow(900)
    await inStoreOf(lab.company, (sql) => {
      const begun = newSweep()
      expect(sweep(sql, begun, () => begun.size >= 512)).toEqual([])
      expect(begun).toMatchObject({ part: 'entries', size: 512 })
      const noted = {
        ...newSweep(),
        ...(JSON.parse(JSON.stringify(begun)) as object),
        roots: new Map(),
      }
      expect(sweep(sql, structuredClone(noted) as SweepProgress)).toEqual([])
      const [early, late] = [trailSize(sql) - 800, trailSize(sql) - 10]
      expect(early).toBeLessThan(512)
      return lab
        .bend((bent) => {
          bendEntry(bent, early)
          bendEntry(bent, late)
        })
        .then(() => {
          const found = sweep(sql, noted as SweepProgress)
          expect(found.map(({ seq }) => seq)).toEqual([late])
        })
    })
  })

  it('is made from its beginning behind notes by any writer, and removes them', async () => {
    await lab.grow(10)
    await lab.bend((sql) => {
      bendEntry(sql, trailSize(sql) - 2)
      const { roots: _roots, ...end } = newSweep()
      const noted = { ...end, part: 'rows', kind: 'zzz', size: trailSize(sql) }
      writeMeta(sql, 'sweep', JSON.stringify(noted))
    })
    expect(reasonsOf(await lab.stateAfterStart())).toEqual(['entry_altered'])
    expect(await inStoreOf(lab.company, (sql) => readMeta(sql, 'sweep'))).toBeNull()
  })

  it('begins again where the notes are of another moment of the store', async () => {
    await lab.grow(300)
    const wrong = ['a'.repeat(64)]
    for (const notes of [
      '{',
      JSON.stringify({ ...newSweep(), part: 'entries', size: 256, hashes: wrong, tiles: wrong }),
    ]) {
      await inStoreOf(lab.company, (sql) => writeMeta(sql, 'sweep', notes))
      expect(reasonsOf(await lab.stateAfterStart())).toEqual([])
    }
  })
})

describe('second attack T5: anchors that cannot be read', () => {
  for (const verb of ['list', 'get'] as const) {
    it(`(${verb}) are no clean result: the state says so`, async () => {
      await lab.grow(10)
      await must(lab.admin(auditCalls.exportTrail))
      await lab.bend((sql) => sql.run('DELETE FROM checkpoints'))
      // Fail in a bucket of ours, as in an outage: the platform's own cannot be made to fail.
      const fails = () => Promise.reject(new Error('the bucket is away'))
      const blobs = new Proxy(env.BLOBS, {
        get(target, name) {
          const real = Reflect.get(target, name, target) as unknown
          if (name === verb) return fails
          return typeof real === 'function' ? (real.bind(target) as unknown) : real
        },
      })
      const state = await runInDurableObject(
        env.COMPANY_STORE.getByName(lab.company),
        async (_, object) => {
          const store = new CompanyStore(object, { ...env, BLOBS: blobs } as unknown as Env)
          return store.trailState()
        },
      )
      expect(state).toMatchObject({ ok: true, value: { not_checked: 'anchors', checked_at: null } })
      expect(logged.mock.calls.flat().join(' ')).toContain('not read')
    })
  }
})
