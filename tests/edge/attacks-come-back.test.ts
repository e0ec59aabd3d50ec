import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { auditCalls } from '../../domain/calls/audit.ts'
import { deviceCalls } from '../../domain/calls/devices.ts'
import { userCalls } from '../../domain/calls/users.ts'
import { ordinaryProfile } from '../../edge/organisation/found-company.ts'
import { systemActor } from '../../edge/store/commands.ts'
import { applyOperation, applyOperations, type Operation } from '../../edge/store/operations.ts'
import { findWrong } from '../../edge/store/row-check.ts'
import type { Sql } from '../../edge/store/sql.ts'
import { readTrailed } from '../../edge/store/trailed-row.ts'
import { reasonsOf, type TruthState } from './bent-lab.ts'
import { must, type Sender, visiting } from './lab.ts'
import { makeCompleted, signing } from './made-analyses.ts'
import { makeDevice } from './material-bodies.ts'
import type { World } from './matrix/example.ts'
import { changeInside, makeWorld } from './matrix/world.ts'
import { makePerson } from './people.ts'
import {
  forgetSealNote,
  inStoreOf,
  startAgain,
  takeTablesBack,
  withoutTriggers,
} from './store-writes.ts'

/** Records that left a company and come back under their own id must not count as damage of the store. */

let world: World
let boss: Sender
let company: string
let logged: ReturnType<typeof vi.spyOn>

beforeAll(async () => {
  world = await makeWorld()
  boss = await world.partner.as('Administrator')
  company = world.partner.company
}, 60_000)
beforeEach(() => {
  logged = vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => void logged.mockRestore())

/** Plan a record that is made, removed, and made again at a later time. */
function comeBack(uuid: string): Operation[] {
  return [0, 1, 2].map((step): Operation => {
    const at = new Date(Date.now() + step).toISOString()
    const body = { uuid, company_uuid: company, name: `At ${step}`, created_at: at }
    return {
      opId: crypto.randomUUID(),
      kind: 'swarm',
      uuid,
      action: 'swarm.put',
      actor: systemActor,
      at,
      change: () => (step === 1 ? null : body),
    }
  })
}

const wrongOf = (sql: Sql, kind: string, uuid: string) =>
  findWrong(kind, uuid, readTrailed(sql, kind, uuid), sql.hashes)

/** Return the state of a company's store after a restart. */
const stateAfterStart = (of: string) =>
  startAgain(of, async (store) => {
    const outcome = await store.trailState()
    if (!outcome.ok) throw new Error('no state')
    return outcome.value as TruthState
  })

/** List the problems that both companies' stores report of a record and of themselves. */
async function problemsOf(kind: string, uuid: string): Promise<unknown[]> {
  const found: unknown[] = []
  for (const of of [company, world.underling.company]) {
    found.push(await inStoreOf(of, (sql) => wrongOf(sql, kind, uuid)))
    found.push(...reasonsOf(await stateAfterStart(of)))
  }
  return found.filter((one) => one !== null)
}

describe('attack A10: a record that comes back under its own id', () => {
  it('attack A10: has the columns of its new body, written alone or with others', async () => {
    await inStoreOf(company, (sql) => {
      const [one, other] = [crypto.randomUUID(), crypto.randomUUID()]
      sql.transaction(() => {
        for (const operation of comeBack(one)) applyOperation(sql, operation)
        applyOperations(sql, comeBack(other))
      })
      expect([one, other].map((uuid) => wrongOf(sql, 'swarm', uuid))).toEqual([null, null])
    })
  })

  it('attack A10: a person moved away and back leaves both stores sound', async () => {
    const { uuid } = await makePerson(boss, company, 'traveller')
    const elsewhere = await visiting(boss, world.underling.company)
    for (const [to, headers] of [
      [world.underling.company, {}],
      [company, elsewhere],
      [world.underling.company, {}],
      [company, elsewhere],
    ] as const) {
      const profile_uuid = ordinaryProfile(to, 'Operator')
      const body = { company_uuid: to, profile_uuid, reason: 'helps out' }
      await must(boss(userCalls.migrate, { params: { id: uuid }, body, headers }))
    }
    expect(await problemsOf('user', uuid)).toEqual([])
    const edit = { params: { id: uuid }, body: { name: 'Came Back' } }
    await must(boss(userCalls.edit, edit))
  })

  it('attack A10: a device lent and returned leaves both stores sound, and signing goes on', async () => {
    const device = await makeDevice(company, { name: 'Lent' })
    const elsewhere = await visiting(boss, world.underling.company)
    const params = { id: device.uuid }
    const there = { company_uuid: world.underling.company, reason: 'lent' }
    await must(boss(deviceCalls.migrate, { params, body: there }))
    const back = { company_uuid: company, reason: 'returned' }
    await must(boss(deviceCalls.migrate, { params, body: back, headers: elsewhere }))
    expect(await problemsOf('device', device.uuid)).toEqual([])
    const manager = await world.partner.as('Manager')
    const record = await makeCompleted(manager, world.partner.swarm)
    const of = { params: { id: record.uuid }, body: signing(record) }
    await must(manager(analysisCalls.validate, of))
  })

  it('attack A10: a record that is put again after it was removed is sound', async () => {
    const uuid = crypto.randomUUID()
    const put = { type: 'put', kind: 'swarm', uuid, body: { name: 'S', company_uuid: company } }
    await changeInside(company, put as Parameters<typeof changeInside>[1])
    const remove = { type: 'record.delete', kind: 'swarm', uuid } as const
    await changeInside(company, remove)
    await changeInside(company, put as Parameters<typeof changeInside>[1])
    expect(await inStoreOf(company, (sql) => wrongOf(sql, 'swarm', uuid))).toBeNull()
  })

  it('attack A10: a store that was held to be damaged by it is mended when it is opened', async () => {
    const of = world.leaver.company
    const [uuid, bent] = [crypto.randomUUID(), crypto.randomUUID()]
    await inStoreOf(of, (sql) => {
      const [first] = comeBack(bent)
      sql.transaction(() => {
        for (const operation of comeBack(uuid)) applyOperation(sql, operation)
        if (first) applyOperation(sql, first)
      })
      // Leave it as the earlier version did; and one that never left, which nothing may mend.
      withoutTriggers(sql, () =>
        sql.run(
          `UPDATE records SET created_at = '2020-01-01T00:00:00.000Z' WHERE uuid IN (?, ?)`,
          uuid,
          bent,
        ),
      )
    })
    const before = await stateAfterStart(of)
    expect(before.damaged?.places.map((place) => place.uuid).toSorted()).toEqual(
      [uuid, bent].toSorted(),
    )
    await forgetSealNote(of)
    await inStoreOf(of, (sql) => takeTablesBack(sql, 2))
    const after = await stateAfterStart(of)
    expect(after.damaged?.places.map((place) => place.uuid)).toEqual([bent])
    await inStoreOf(of, (sql) => expect(wrongOf(sql, 'user', uuid)).toBeNull())
    const admin = await world.leaver.as('Administrator')
    expect((await admin(auditCalls.state)).status).toBe(200)
  })
})
