// The form of seconds of `npm run battery -- access` (tests/batteries/access.ts), and what one person's access says.
import { beforeAll, describe, expect, it } from 'vitest'
import { companyCalls } from '../../domain/calls/companies.ts'
import { type PersonAccess, userCalls } from '../../domain/calls/users.ts'
import { profileCalls } from '../../domain/calls/profiles.ts'
import { sessionCalls } from '../../domain/calls/session.ts'
import { permissions } from '../../domain/permissions.ts'
import { sightOf } from '../../domain/rules/access.ts'
import { ordinaryProfile } from '../../edge/organisation/found-company.ts'
import { accessQueries } from '../../edge/store/queries/access.ts'
import type { SqlValue } from '../../edge/store/sql.ts'
import { askAccess } from './access-questions.ts'
import { growStore } from './bent-lab.ts'
import { must, password, type Sender, signIn } from './lab.ts'
import { makeCompleted } from './made-analyses.ts'
import type { World } from './matrix/example.ts'
import { makeWorld } from './matrix/world.ts'
import { makePerson } from './people.ts'
import { inStoreOf } from './store-writes.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
}, 60_000)

const accessOf = async (sender: Sender, id: string, query: { analysis?: string } = {}) =>
  (await must(sender(userCalls.access, { params: { id }, query }))).data

const refusalOf = (access: PersonAccess, permission: string) =>
  access.permissions.find((one) => one.permission === permission)?.refusal

describe('effective access of a person', () => {
  it('[PERM-073] is what their own session holds, with the reason of each refusal', async () => {
    const admin = await world.lab.as('Administrator')
    for (const profile of ['Operator', 'Manager', 'SuperAdmin'] as const) {
      const { uuid, permissions: held } = (
        await must((await world.lab.as(profile))(sessionCalls.me))
      ).data
      const access = await accessOf(admin, uuid)
      const allowed = access.permissions.filter((one) => one.refusal === null)
      expect(allowed.map(({ permission }) => permission)).toEqual(held)
      expect(access).toMatchObject({ profile, active: 'Y', reach: null, analysis: null })
      expect(access.permissions).toHaveLength(permissions.length)
    }
    const { uuid } = (await must((await world.lab.as('SuperAdmin'))(sessionCalls.me))).data
    const access = await accessOf(admin, uuid)
    expect(refusalOf(access, 'companies.create')).toEqual({ reason: 'provider_only' })
    expect(refusalOf(access, 'partners.search')).toEqual({
      reason: 'capability',
      capability: 'partner',
    })
    const operator = (await must((await world.lab.as('Operator'))(sessionCalls.me))).data
    const theirs = await accessOf(admin, operator.uuid)
    expect(refusalOf(theirs, 'users.edit')).toEqual({ reason: 'profile' })
  })

  it('says of an analysis who sees it, and why each action is not possible', async () => {
    const admin = await world.lab.as('Administrator')
    const boss = await world.lab.as('SuperAdmin')
    const analysis = (await makeCompleted(boss, world.lab.swarm)).uuid
    const operator = (await must((await world.lab.as('Operator'))(sessionCalls.me))).data.uuid
    const seen = (await accessOf(admin, operator, { analysis })).analysis
    expect(seen).toMatchObject({ uuid: analysis, hidden: null })
    const actionOf = (name: string) => seen?.actions.find(({ action }) => action === name)?.refusal
    expect(actionOf('validate')).toEqual({
      reason: 'permission_missing',
      permission: 'analysis.validate',
    })
    expect(actionOf('launch')).toEqual({ reason: 'wrong_status', status: 'COMPLETE' })
    expect(actionOf('report')).toBeNull()
    const outside = await makePerson(admin, world.lab.company, 'outside', {
      swarms: [world.lab.otherSwarm],
    })
    const hidden = (await accessOf(admin, outside.uuid, { analysis })).analysis
    expect(hidden?.hidden).toBe('swarm')
    // Say nothing of an analysis that the asker does not see.
    const elsewhere = { params: { id: operator }, query: { analysis: crypto.randomUUID() } }
    expect((await admin(userCalls.access, elsewhere)).status).toBe(404)
  })

  it('ninth attack A9-14: tells who sees people only neither of analyses nor of swarms', async () => {
    const admin = await world.lab.as('Administrator')
    const boss = await world.lab.as('SuperAdmin')
    const analysis = (await makeCompleted(boss, world.lab.swarm)).uuid
    const body = { name: 'Reception', base: 'Operator', permissions: ['users.search'] }
    const { data } = await must(admin(profileCalls.create, { body }))
    const { uuid } = await makePerson(admin, world.lab.company, 'reception', {
      swarms: [world.lab.swarm],
    })
    const order = { profile_uuid: data.uuid, reason: 'reception' }
    await must(admin(userCalls.edit, { params: { id: uuid }, body: order }))
    const reception = await signIn('reception', password)
    const asked = { params: { id: uuid }, query: { analysis } }
    expect((await reception(userCalls.access, asked)).status).toBe(404)
    const { swarms } = await accessOf(reception, uuid)
    expect(swarms).toEqual([{ uuid: world.lab.swarm, name: '' }])
  })

  it('names the companies that somebody may act in', async () => {
    const partner = await world.partner.as('Administrator')
    const { uuid } = (await must(partner(sessionCalls.me))).data
    expect((await accessOf(partner, uuid)).reach).toBe('partner')
    const provider = (await must(world.call(sessionCalls.me))).data.uuid
    expect((await accessOf(world.call, provider)).reach).toBe('provider')
    const names = (await must(world.call(companyCalls.search))).data.data.map(({ name }) => name)
    expect(names.length).toBeGreaterThan(3)
  })

  it('[PERM-073] is explained for a past moment as the trail says it was then', async () => {
    const admin = await world.lab.as('Administrator')
    const person = await makePerson(admin, world.lab.company, 'promoted', {
      swarms: [world.lab.swarm],
    })
    const made = person.updated_at
    const began = new Date(Date.parse(person.created_at) - 1000).toISOString()
    const params = { id: person.uuid }
    const profile_uuid = ordinaryProfile(world.lab.company, 'Manager')
    await must(admin(userCalls.edit, { params, body: { profile_uuid, active: 'N' } }))
    const then = (await must(admin(userCalls.access, { params, query: { at: made } }))).data
    expect(then).toMatchObject({ at: made, profile: 'Operator', active: 'Y' })
    expect(refusalOf(then, 'analysis.validate')).toEqual({ reason: 'profile' })
    const now = await accessOf(admin, person.uuid)
    expect(now).toMatchObject({ at: null, profile: 'Manager', active: 'N' })
    expect(refusalOf(now, 'analysis.validate')).toBeNull()
    const early = await admin(userCalls.access, { params, query: { at: began } })
    expect(early.errors[0]).toMatchObject({ field: 'query.at', reason: 'not_there_then' })
  })

  it('says of a past moment whether somebody could see an analysis, by the swarms of that time', async () => {
    const admin = await world.lab.as('Administrator')
    const { swarm, company } = world.lab
    const { uuid: person } = await makePerson(admin, company, 'watcher', { swarms: [swarm] })
    const before = new Date().toISOString()
    const made = await makeCompleted(admin, swarm)
    const then = new Date().toISOString()
    await must(
      admin(userCalls.edit, { params: { id: person }, body: { swarms: [], reason: 'moved on' } }),
    )
    const seen = async (at?: string) => {
      const query = { analysis: made.uuid, ...(at && { at }) }
      const { data } = await must(admin(userCalls.access, { params: { id: person }, query }))
      return [data.analysis?.hidden, (data.analysis?.actions.length ?? 0) > 0]
    }
    expect(await seen(before)).toEqual(['later', false])
    expect(await seen(then)).toEqual([null, false])
    expect((await seen())[0]).toBe('swarm')
  })

  it('is explained with a few statements, none of which reads a table from end to end', async () => {
    const admin = await world.lab.as('Administrator')
    const { uuid } = (await must(admin(sessionCalls.me))).data
    const { company, swarm } = world.lab
    const sight = sightOf(permissions, [swarm])
    const explain = () =>
      inStoreOf(company, (sql) => {
        const asked: { query: string; values: SqlValue[] }[] = []
        const all = sql.all.bind(sql)
        sql.all = (query, ...values) => {
          asked.push({ query, values })
          return all(query, ...values)
        }
        accessQueries.accessOf(sql, { user: uuid, attributes: [] }, sight)
        const plans = asked.flatMap(({ query, values }) =>
          all<{ detail: string }>(`EXPLAIN QUERY PLAN ${query}`, ...values),
        )
        return {
          queries: asked.map(({ query }) => query.replace(/\s+/g, ' ').trim()),
          scans: plans.map(({ detail }) => detail).filter((detail) => detail.startsWith('SCAN')),
        }
      })
    // Expect no more questions in a company of more records.
    for (const more of [0, 300]) {
      await inStoreOf(company, (sql) => growStore(sql, company, more))
      const { queries, scans } = await explain()
      expect(queries.length).toBeGreaterThan(2)
      expect(queries.length, queries.join('\n')).toBeLessThanOrEqual(12)
      expect(scans.filter((scan) => /\b(?:records|audit|operations)\b/.test(scan))).toEqual([])
    }
  })
})

describe('explanation and answer', () => {
  it('are the same for rows of the contract, profiles and places: nothing is allowed unexpectedly', async () => {
    const tally = await askAccess(world, { made: 2, seed: 1, every: 31 })
    expect(tally.unexpected).toEqual([])
    expect(tally.differences).toEqual([])
    for (const [place, count] of Object.entries(tally.questions)) {
      expect(count, place).toBeGreaterThan(10)
    }
  }, 120_000)
})
