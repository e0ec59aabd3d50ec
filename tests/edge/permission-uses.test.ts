import { beforeAll, describe, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { type PermissionUses, permissionCalls, profileCalls } from '../../domain/calls/profiles.ts'
import { sessionCalls } from '../../domain/calls/session.ts'
import { userCalls } from '../../domain/calls/users.ts'
import { sightOf } from '../../domain/rules/access.ts'
import { permissions } from '../../domain/permissions.ts'
import { actionsUsing } from '../../domain/rules/permission-uses.ts'
import { permissionUseQueries } from '../../edge/store/queries/permission-uses.ts'
import { ordinaryProfile } from '../../edge/organisation/found-company.ts'
import { must } from './lab.ts'
import { accountRows } from './matrix/all-examples.ts'
import type { World } from './matrix/example.ts'
import { makeWorld } from './matrix/world.ts'
import { create, planFor } from './plan.ts'
import { inStoreOf } from './store-writes.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
}, 60_000)

const lineOf = ({ lines }: PermissionUses, name: string) =>
  lines.find(({ permission }) => permission === name)

/** Ask the store as if it were so many days later. */
const usesIn = (days: number, uuid: string, user?: string) =>
  inStoreOf(world.lab.company, (sql) =>
    permissionUseQueries.permissionUses(
      sql,
      { uuid, user, now: new Date(Date.now() + days * 86_400_000).toISOString() },
      sightOf(permissions, [world.lab.swarm]),
    ),
  )

/** Calls whose example writes nothing in the own company, with the reason. */
const silent: Readonly<Record<string, string>> = {
  'calibration.picture': 'a picture that a calibration rests on, which has its own entry',
  'calibration.roi': 'a picture of what was found',
  'calibration.thermal': 'calculates only',
  'company.editDetailsOf': 'another company',
  'identityProvider.proveDomain': 'no domain in the example',
  'identityProvider.test': 'no provider in the example',
  'identityProvider.switch': 'no provider in the example',
  'identityProvider.chooseSigning': 'no provider in the example',
  'scim.mapGroup': 'kept in the directory',
  'webhook.test': 'kept in the directory, as a delivery',
  'webhook.retry': 'kept in the directory, as a delivery',
  'swarm.linkUser': 'the example changes nobody',
  'signTogether.opened': 'a note of the session, which no record is',
  'recipe.figureFile': 'a file for a figure, which has its own entry',
}

describe('use of permissions', () => {
  it('every call that writes leaves an entry that counts as a use of its permission', async () => {
    const newest = (after: number) =>
      inStoreOf(world.home.company, (sql) =>
        sql.all<{ seq: number; action: string }>(
          'SELECT seq, action FROM operations WHERE seq > ? ORDER BY seq DESC',
          after,
        ),
      )
    const wrong: string[] = []
    for (const { name, row, example } of accountRows) {
      const known = row.needs === null ? null : actionsUsing(row.needs)
      if (!known || !example || row.safe || name in silent) continue
      const { sender = world.call, ...parts } = await example.prepare(world)
      const before = (await newest(0))[0]?.seq ?? 0
      await must(sender(row, parts))
      const actions = (await newest(before)).map(({ action }) => action)
      const isKnown = actions.some((action) => (known as readonly string[]).includes(action))
      if (!isKnown) wrong.push(`${row.needs} ${name}: ${actions.join(', ')}`)
    }
    expect(wrong).toEqual([])
  }, 300_000)

  it('is counted for the people of a profile, and for one of them', async () => {
    const { lab } = world
    const admin = await lab.as('Administrator')
    const operator = await lab.as('Operator')
    const me = (await must(operator(sessionCalls.me))).data.uuid
    const uuid = ordinaryProfile(lab.company, 'Operator')
    await create(operator, planFor(lab))
    const { data } = await must(admin(permissionCalls.uses, { params: { id: uuid } }))
    expect(data).toMatchObject({ isShort: true, people: 1 })
    expect(lineOf(data, 'analysis.create')).toMatchObject({ users: 1 })
    expect(lineOf(data, 'analysis.create')?.used_at).not.toBeNull()
    expect(lineOf(data, 'analysis.duplicate')).toMatchObject({ users: 0, used_at: null })
    expect(data.unknown).toContain('analysis.search')
    expect(lineOf(data, 'analysis.search')).toBeUndefined()
    // Set a preference of their own, which is no use of the permission to edit people.
    await must(operator(userCalls.editDetails, { body: { date_format: 'yyyy-MM-dd' } }))
    const ofOne = await must(
      admin(permissionCalls.uses, { params: { id: uuid }, query: { user: me } }),
    )
    expect(ofOne.data.people).toBe(1)
    const chief = (await must(admin(sessionCalls.me))).data.uuid
    const strange = { params: { id: uuid }, query: { user: chief } }
    expect((await admin(permissionCalls.uses, strange)).errors[0]).toMatchObject({
      field: 'query.user',
      reason: 'user_unknown',
    })
    expect((await operator(permissionCalls.uses, { params: { id: uuid } })).status).toBe(403)
  })

  it('is known for 90 days at most, and for less where the profile got the permission later', async () => {
    const { lab } = world
    const uuid = ordinaryProfile(lab.company, 'Operator')
    const later = await usesIn(91, uuid)
    expect(later.isShort).toBe(false)
    // Expect no use: it was used today, which is before the 90 days that are looked at then.
    expect(lineOf(later, 'analysis.create')).toMatchObject({ used_at: null, granted_at: null })
    const soon = await usesIn(89, uuid)
    expect(soon.isShort).toBe(true)
    expect(lineOf(soon, 'analysis.create')?.used_at).not.toBeNull()
    const admin = await lab.as('Administrator')
    const body = { name: 'Receives', base: 'Operator', permissions: ['analysis.create'] }
    const made = (await must(admin(profileCalls.create, { body }))).data
    const change = { permissions: ['analysis.create', 'analysis.edit'], reason: 'edits plans too' }
    await must(admin(permissionCalls.edit, { params: { id: made.uuid }, body: change }))
    const young = await must(admin(permissionCalls.uses, { params: { id: made.uuid } }))
    expect(lineOf(young.data, 'analysis.edit')?.granted_at).not.toBeNull()
    expect(young.data.people).toBe(0)
    // Expect the proposal to change nothing by itself.
    const still = await must(admin(permissionCalls.editForm, { params: { id: uuid } }))
    expect(still.data.record.permissions).toContain('analysis.duplicate')
    expect((await must(admin(analysisCalls.search))).data.total).toBeGreaterThan(0)
  })
})
