// Issue 19, point 5: a rollout is planned, approved by a second person, started and carried out by its plan.
import { env, runInDurableObject } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import { apiKeyCalls } from '../../domain/calls/api-keys.ts'
import { bkernelCalls } from '../../domain/calls/bkernels.ts'
import { deviceLinkCalls } from '../../domain/calls/device-link.ts'
import { sessionCalls } from '../../domain/calls/session.ts'
import { swarmCalls } from '../../domain/calls/swarms.ts'
import { userCalls } from '../../domain/calls/users.ts'
import type { RolloutPlan } from '../../domain/entities/bkernel.ts'
import { placeIn } from '../../domain/rules/rollout.ts'
import { ordinaryProfile } from '../../edge/organisation/found-company.ts'
import { FactKeeper } from '../../edge/store/rollouts/FactKeeper.ts'
import type { Stop } from '../../edge/store/rollouts/judge-rollouts.ts'
import { Sql } from '../../edge/store/sql.ts'
import { readAuditOf } from './audit-of.ts'
import { tellFleet } from './fleet.ts'
import { foundLab, type Lab, must, password, send, type Sender } from './lab.ts'
import { makeBkernel, makeDevice, makeImaged } from './material-bodies.ts'
import { foundFleet, planBody, planByAnother, startRollout, takeStep } from './rollouts.ts'

let provider: Lab
let lab: Lab
let maker: Sender
let manager: Sender
beforeAll(async () => {
  ;({ provider, lab, maker, manager } = await foundFleet())
}, 60_000)

const model = 'Staged 96'
const make = (name: string, version: string) =>
  makeImaged(maker, name, { version, models: [model] })
const device = (name: string, more = {}) =>
  makeDevice(lab.company, { name, model, bkernel_version: '1.0.0', ...more })
type Known = Awaited<ReturnType<typeof device>>
const release = (version: string, to: Known) =>
  to.sender(deviceLinkCalls.release, { params: { version } })
const isOffered = async (version: string, to: Known) => (await release(version, to)).status === 200
const plan = (id: string, changes: Partial<RolloutPlan> = {}, sender = maker) =>
  sender(bkernelCalls.plan, {
    params: { id },
    body: { ...planBody(changes), reason: 'Released today' },
  })
const everyone = [{ share: 1, soak_hours: 0, least_pairs: 0 }]

describe('issue 19: the plan of a rollout', () => {
  it('A21-10: is not approved by the person whose program has planned it', async () => {
    const made = await make('Planned by a program', '5.5.0')
    const { uuid } = (await must(maker(sessionCalls.me))).data
    const body = {
      username: 'release-robot',
      name: 'Release robot',
      profile_uuid: ordinaryProfile(provider.company, 'SuperAdmin'),
      swarms: [],
      owners: [uuid],
    }
    const service = (await must(maker(userCalls.createService, { body }))).data
    const expires_at = new Date(Date.now() + 80 * 86_400_000).toISOString()
    const key = (
      await must(
        maker(apiKeyCalls.create, {
          body: {
            description: 'releases',
            permissions: ['bkernels.linkVersions', 'bkernels.search'],
            expires_at,
            password,
            service: service.uuid,
          },
        }),
      )
    ).data.key
    const program: Sender = (row, parts = {}) =>
      send(row, { ...parts, headers: { ...parts.headers, Authorization: `Bearer ${key}` } })
    const planned = (await must(plan(made.uuid, { phases: everyone }, program))).data
    expect(planned.rollout?.planned?.by).toBe(service.uuid)
    expect((await takeStep(maker, made.uuid, 'approve')).errors[0]?.reason).toBe('rollout_own_plan')
  })

  it('A21-11: ends for each version that its gates stop, also where the mail of the first one fails', async () => {
    const store = env.COMPANY_STORE.getByName(provider.company)
    const at = new Date().toISOString()
    const stops = [1, 2].map((): Stop => ({
      uuid: crypto.randomUUID(),
      step: 'halt',
      stopped: { why: 'gates', at, gates: [] },
    }))
    const stopped: string[] = []
    await runInDurableObject(store, async (_, { storage }) => {
      const away = { ...env, DIRECTORY: {} } as unknown as Env
      const keeper = new FactKeeper(storage, away, new Sql(storage, env))
      await keeper.keep(
        () => ({ ok: true, value: stops }) as never,
        ({ uuid }) => {
          stopped.push(uuid)
          return Promise.resolve({ ok: true, value: null } as never)
        },
      )
    })
    expect(stopped).toEqual(stops.map(({ uuid }) => uuid))
  })

  it('keeps the version from all devices until another person has approved it and it is started', async () => {
    const made = await make('Planned', '5.0.0')
    const one = await device('Waits')
    expect(await isOffered('5.0.0', one)).toBe(true)
    const planned = (await must(plan(made.uuid, { phases: everyone }))).data
    expect(planned.rollout).toMatchObject({
      state: 'draft',
      planned: { by_name: 'SuperAdmin of maker' },
    })
    expect(await isOffered('5.0.0', one)).toBe(false)
    expect((await takeStep(maker, made.uuid, 'start')).errors[0]).toMatchObject({
      reason: 'rollout_state',
    })
    expect((await takeStep(maker, made.uuid, 'approve')).errors[0]).toMatchObject({
      code: 'refused',
      reason: 'rollout_own_plan',
    })
    await planByAnother(provider.company, made.uuid, { phases: everyone })
    const approved = (await must(takeStep(maker, made.uuid, 'approve'))).data
    expect(approved.rollout).toMatchObject({
      state: 'approved',
      approved: { by_name: 'SuperAdmin of maker' },
    })
    expect(await isOffered('5.0.0', one)).toBe(false)
    // Ask for the approval again after a change of the plan.
    await planByAnother(provider.company, made.uuid, { phases: everyone })
    expect((await takeStep(maker, made.uuid, 'start')).errors[0]).toMatchObject({
      reason: 'rollout_state',
    })
    await must(takeStep(maker, made.uuid, 'approve'))
    await must(takeStep(maker, made.uuid, 'start'))
    expect(await isOffered('5.0.0', one)).toBe(true)
    expect((await plan(made.uuid)).errors[0]).toMatchObject({ reason: 'rollout_state' })
    const trail = await readAuditOf(provider.company, 'bkernel', made.uuid)
    expect(trail.map(({ action }) => action).slice(2)).toEqual(
      ['plan', 'plan', 'rollout', 'plan', 'rollout', 'rollout'].map((verb) => `bkernel.${verb}`),
    )
  })

  it('reaches its audience and nobody else, and is installed in its window', async () => {
    const made = await make('Chosen', '5.1.0')
    const [fits, newer, left] = await Promise.all([
      device('Fits'),
      device('Newer', { bkernel_version: '1.2.0' }),
      device('Left out'),
    ])
    await startRollout(provider.company, maker, made.uuid, {
      versions: ['1.0.0'],
      company_uuids: [lab.company],
      except_device_uuids: [left.uuid],
      phases: everyone,
      window: { from: '22:00', to: '05:00' },
    })
    expect((await must(release('5.1.0', fits))).data.window).toEqual({ from: '22:00', to: '05:00' })
    expect(await isOffered('5.1.0', newer)).toBe(false)
    expect(await isOffered('5.1.0', left)).toBe(false)
    const elsewhere = await make('Elsewhere', '5.2.0')
    await startRollout(provider.company, maker, elsewhere.uuid, {
      except_company_uuids: [lab.company],
      phases: everyone,
    })
    expect(await isOffered('5.2.0', fits)).toBe(false)
  })

  it('[SCREEN-048] chooses devices by their swarms, and names before who is left out and by which rule', async () => {
    const made = await make('By swarm', '5.7.9')
    const [inside, outside, newest] = await Promise.all([
      device('In the swarm', { swarms: [lab.swarm] }),
      device('In no swarm', { swarms: [] }),
      device('Up to date', { swarms: [lab.swarm], bkernel_version: '5.7.9' }),
    ])
    const chosen = { company_uuids: [lab.company], swarm_uuids: [lab.swarm] }
    const { phases: _p, window: _w, deadline: _d, ...body } = planBody(chosen)
    const parts = { params: { id: made.uuid }, query: { limit: '500' }, body }
    await tellFleet(lab.company, provider.company)
    const preview = (await must(maker(bkernelCalls.audience, parts))).data.data
    const own = preview.find(({ uuid }) => uuid === lab.company)
    const whyOf = (one: Known) => own?.devices.find(({ uuid }) => uuid === one.uuid)?.why
    expect([inside, outside, newest].map(whyOf)).toEqual([null, 'swarm', 'newer'])
    expect(own?.chosen).toBeGreaterThan(0)
    expect(own?.excluded).toMatchObject({ newer: 1, swarm: expect.any(Number) })
    expect(own?.swarms).toContainEqual({ uuid: lab.swarm, name: expect.any(String) })
    const other = preview.find(({ uuid }) => uuid === provider.company)
    expect(other?.chosen).toBe(0)
    await startRollout(provider.company, maker, made.uuid, { ...chosen, phases: everyone })
    expect(await isOffered('5.7.9', inside)).toBe(true)
    expect(await isOffered('5.7.9', outside)).toBe(false)
    expect((await manager(bkernelCalls.audience, parts)).status).toBe(403)
  })

  it('means the same devices after their swarm was merged into another one, also twice', async () => {
    const made = await make('Merged', '5.8.0')
    const own = await foundLab('merging')
    const boss = await own.as('Administrator')
    const inside = async (name: string, swarms: string[]) =>
      makeDevice(own.company, { name, model, bkernel_version: '1.0.0', swarms })
    const [meant, other] = [
      await inside('Meant', [own.swarm]),
      await inside('Other', [own.otherSwarm]),
    ]
    await startRollout(provider.company, maker, made.uuid, {
      company_uuids: [own.company],
      swarm_uuids: [own.swarm],
      phases: everyone,
    })
    const third = (await must(boss(swarmCalls.create, { body: { name: 'Third' } }))).data.uuid
    for (const [from, into] of [
      [own.swarm, own.otherSwarm],
      [own.otherSwarm, third],
    ] as const) {
      const order = { params: { id: from }, body: { swarm_uuid: into, reason: 'one bench now' } }
      // oxlint-disable-next-line no-await-in-loop
      await must(boss(swarmCalls.merge, order))
      // oxlint-disable-next-line no-await-in-loop
      expect(await isOffered('5.8.0', meant)).toBe(true)
      // oxlint-disable-next-line no-await-in-loop
      expect(await isOffered('5.8.0', other)).toBe(false)
    }
    const chosen = { company_uuids: [own.company], swarm_uuids: [own.swarm] }
    const { phases: _p, window: _w, deadline: _d, ...body } = planBody(chosen)
    const parts = { params: { id: made.uuid }, query: { limit: '500' }, body }
    await tellFleet(own.company)
    const preview = (await must(maker(bkernelCalls.audience, parts))).data.data
    const found = preview.find(({ uuid }) => uuid === own.company)
    const whyOf = (one: Known) => found?.devices.find(({ uuid }) => uuid === one.uuid)?.why
    expect([meant, other].map(whyOf)).toEqual([null, 'swarm'])
    expect(found?.swarms.map(({ name }) => name).toSorted()).toEqual(['First', 'Second', 'Third'])
    // Take it out of the swarm that it became, which is as if it had been taken out of the first one.
    const members = { params: { id: third }, body: { devices: [other.uuid], reason: 'moved out' } }
    await must(boss(swarmCalls.linkProduct, members))
    expect(await isOffered('5.8.0', meant)).toBe(false)
  })

  it('is refused with its field where it cannot be carried out, and to people who may not', async () => {
    const bare = await makeBkernel(maker, 'Bare', { version: '5.3.0', models: [model] })
    expect((await plan(bare.uuid)).errors[0]).toMatchObject({ reason: 'version_without_hash' })
    const made = await make('Wrong', '5.4.0')
    const phase = (share: number) => ({ share, soak_hours: 1, least_pairs: 1 })
    for (const phases of [[phase(0.5)], [phase(0.5), phase(0.4), phase(1)], [phase(1), phase(1)]]) {
      expect((await plan(made.uuid, { phases })).errors[0]).toMatchObject({
        code: 'invalid',
        field: 'phases',
        reason: 'rollout_phases',
      })
    }
    const nobody = crypto.randomUUID()
    expect((await plan(made.uuid, { company_uuids: [nobody] })).errors[0]).toMatchObject({
      field: 'company_uuids.0',
      reason: 'company_unknown',
    })
    expect((await plan(made.uuid, { except_device_uuids: [nobody] })).errors[0]).toMatchObject({
      field: 'except_device_uuids.0',
      reason: 'device_unknown',
    })
    const clock = { window: { from: '24:00', to: '05:00' } }
    expect((await plan(made.uuid, clock)).errors[0]).toMatchObject({ field: 'window.from' })
    expect((await plan(made.uuid, {}, manager)).status).toBe(403)
    expect((await takeStep(manager, made.uuid, 'approve')).status).toBe(403)
  })
})

describe('issue 19: a version that is rolled out in phases', () => {
  it('reaches a linked device at once and the others later, and nobody while it is paused or after its halt', async () => {
    const named = await device('First')
    const made = await make('Staged', '9.1.0')
    const body = { company_uuids: [lab.company], device_uuids: [named.uuid] }
    await must(maker(bkernelCalls.link, { params: { id: made.uuid }, body }))
    // Take one that is not in the first per cent, whatever its
    // place: the draw of this test would be by chance otherwise.
    const others = await Promise.all(['a', 'b', 'c'].map((name) => device(`Staged ${name}`)))
    const later = others.find(({ uuid }) => placeIn(made.uuid, uuid) >= 0.01)
    if (!later) throw new Error('All three places are in the first per cent')
    const started = await startRollout(provider.company, maker, made.uuid)
    expect(started.rollout).toMatchObject({ state: 'running', phase: 0 })
    expect(await isOffered('9.1.0', named)).toBe(true)
    expect((await release('9.1.0', later)).errors[0]).toMatchObject({
      reason: 'version_not_offered',
    })
    expect((await takeStep(maker, made.uuid, 'next')).errors[0]).toMatchObject({
      reason: 'rollout_soaking',
      params: { hours: 48 },
    })
    await must(takeStep(maker, made.uuid, 'pause'))
    expect(await isOffered('9.1.0', named)).toBe(false)
    await must(takeStep(maker, made.uuid, 'resume'))
    expect(await isOffered('9.1.0', named)).toBe(true)
    await must(takeStep(maker, made.uuid, 'halt'))
    expect(await isOffered('9.1.0', named)).toBe(false)
    expect((await takeStep(maker, made.uuid, 'resume')).errors[0]).toMatchObject({
      reason: 'rollout_state',
    })
  })

  it('fourteenth attack A14-10: one person adds no devices to a rollout that another has approved', async () => {
    const [named, other] = [await device('Named'), await device('Another')]
    const made = await make('Fixed', '9.4.0')
    const params = { id: made.uuid }
    const link = (body: object, row = bkernelCalls.link) => maker(row, { params, body })
    const ofLab = { company_uuids: [lab.company] }
    await must(link({ ...ofLab, device_uuids: [named.uuid] }))
    await planByAnother(provider.company, made.uuid)
    // Link before the approval, when the second person sees the links.
    await must(link({ device_uuids: [other.uuid] }))
    await must(link({ device_uuids: [other.uuid] }, bkernelCalls.unlink))
    await must(takeStep(maker, made.uuid, 'approve'))
    const refused = { code: 'refused', reason: 'rollout_fixed' }
    const add = async () => (await link({ device_uuids: [other.uuid] })).errors[0]
    expect(await add()).toMatchObject({ ...refused, field: 'device_uuids' })
    await must(takeStep(maker, made.uuid, 'start'))
    expect(await add()).toMatchObject(refused)
    expect((await link({ company_uuids: [provider.company] })).errors[0]).toMatchObject(refused)
    // Refuse to leave it without any link, which would be for everybody.
    const all = { ...ofLab, device_uuids: [named.uuid] }
    expect((await link(all, bkernelCalls.unlink)).errors[0]).toMatchObject(refused)
    await must(link({ device_uuids: [named.uuid] }, bkernelCalls.unlink))
    await must(takeStep(maker, made.uuid, 'halt'))
    await must(link({ device_uuids: [other.uuid] }))
  })

  it('goes on without runs only where that is what a person asks for', async () => {
    const made = await make('Untested', '9.2.0')
    const phases = [{ share: 0.5, soak_hours: 0, least_pairs: 1 }, ...everyone]
    await startRollout(provider.company, maker, made.uuid, { phases })
    expect((await takeStep(maker, made.uuid, 'next')).errors[0]).toMatchObject({
      reason: 'rollout_untested',
      params: { gates: 6 },
    })
    const gone = (await must(takeStep(maker, made.uuid, 'next_untested'))).data
    expect(gone.rollout).toMatchObject({ state: 'running', phase: 1 })
    expect((await must(takeStep(maker, made.uuid, 'next'))).data.rollout?.state).toBe('finished')
  })
})

describe('issue 19: the devices of a rollout', () => {
  it('are listed with their states for people who run it, and laboratories see nothing of others', async () => {
    const made = await make('Followed', '9.3.0')
    const one = await device('Followed one')
    await startRollout(provider.company, maker, made.uuid, {
      phases: everyone,
      except_company_uuids: [provider.company],
      company_uuids: [lab.company],
    })
    const query = { limit: '500' }
    const params = { id: made.uuid }
    await tellFleet(lab.company)
    const { data } = (await must(maker(bkernelCalls.updates, { params, query }))).data
    const mine = data.find(({ uuid }) => uuid === lab.company)
    expect(mine?.devices).toContainEqual(
      expect.objectContaining({ uuid: one.uuid, state: 'unreachable', bkernel_version: '1.0.0' }),
    )
    expect(mine?.counts.unreachable).toBe(mine?.devices.length)
    expect((await manager(bkernelCalls.updates, { params, query })).status).toBe(403)
    const search = { query, body: { device_uuid: one.uuid } }
    const offered = (await must(manager(bkernelCalls.search, search))).data.data
    const seen = offered.find(({ uuid }) => uuid === made.uuid)
    expect(seen?.rollout).toEqual({
      state: 'running',
      phase: 0,
      since: expect.any(String),
      plan: planBody({ phases: everyone }),
    })
  })
})
