// Issue 19, decision 87: devices install a version by themselves, and their laboratory may postpone that to the day that the plan allows.
import { env, runDurableObjectAlarm } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import { alarmCalls } from '../../domain/calls/alarms.ts'
import { bkernelCalls } from '../../domain/calls/bkernels.ts'
import { deviceCalls } from '../../domain/calls/devices.ts'
import { deviceLinkCalls } from '../../domain/calls/device-link.ts'
import type { Bkernel, RolloutPlan } from '../../domain/entities/bkernel.ts'
import { readAuditOf } from './audit-of.ts'
import { tellFleet } from './fleet.ts'
import { type Lab, must, type Sender } from './lab.ts'
import { makeDevice, makeImaged } from './material-bodies.ts'
import { storeOf } from './matrix/world.ts'
import { foundFleet, planBody, startRollout } from './rollouts.ts'
import { changeRecord } from './store-writes.ts'

let provider: Lab
let lab: Lab
let maker: Sender
let manager: Sender
beforeAll(async () => {
  ;({ provider, lab, maker, manager } = await foundFleet())
}, 60_000)

const dayMs = 86_400_000
const day = (offset: number) => new Date(Date.now() + offset * dayMs).toISOString().slice(0, 10)
const quiet = { from: '22:00', to: '05:00' }
const everyone = [{ share: 1, soak_hours: 0, least_pairs: 0 }]
/** A model for each test: other versions are none of its devices' business. */
let models = 0
async function begin(install: RolloutPlan['install'], more: Partial<RolloutPlan> = {}) {
  models += 1
  const model = `Itself ${models}`
  const made = await makeImaged(maker, model, { version: '5.0.0', models: [model] })
  const one = await makeDevice(lab.company, { name: model, model, bkernel_version: '1.0.0' })
  const plan = { phases: everyone, window: quiet, install, ...more }
  const version = await startRollout(provider.company, maker, made.uuid, plan)
  return { version, one }
}
type Known = Awaited<ReturnType<typeof makeDevice>>
const askDue = async (one: Known) => (await must(one.sender(deviceLinkCalls.dueUpdate))).data
const orders = async (one: Known) =>
  (await must(one.sender(deviceLinkCalls.commands))).data.map(({ command }) => command)
const postpone = (one: Known, until: string | null, sender = manager, reason = 'Verification') =>
  sender(deviceCalls.postpone, {
    params: { id: one.uuid },
    body: { version: '5.0.0', until, reason },
  })
/** Move the days of a rollout and of the registration of its device into the past. */
async function age({ version, one }: { version: Bkernel; one: Known }, days: number) {
  const at = new Date(Date.now() - days * dayMs).toISOString()
  const rollout = { ...version.rollout, offered_from: [at] }
  await changeRecord(provider.company, { kind: 'bkernel', uuid: version.uuid }, { rollout })
  await changeRecord(lab.company, { kind: 'device', uuid: one.uuid }, { created_at: at })
}

describe('issue 19: software that a device installs by itself', () => {
  it('is ordered by the service on its day, once, with the quiet hours in the release', async () => {
    const { version, one } = await begin({ days: 0, at_most: 10, security: false })
    expect(await askDue(one)).toEqual({ ordered: '5.0.0' })
    expect(await orders(one)).toEqual([
      { name: 'UPDATE', version: '5.0.0', file_hash: version.file_hash },
    ])
    expect(await askDue(one)).toEqual({ ordered: null })
    const release = one.sender(deviceLinkCalls.release, { params: { version: '5.0.0' } })
    expect((await must(release)).data.window).toEqual(quiet)
  })

  it('is announced three days before by an alarm and a mail with the day, which end when it is postponed', async () => {
    const { one } = await begin({ days: 2, at_most: 30, security: false })
    const round = async () => {
      await storeOf(lab.company).devicePresence(one.uuid, true)
      await storeOf(lab.company).devicePresence(one.uuid, false)
      await runDurableObjectAlarm(env.COMPANY_STORE.getByName(lab.company))
    }
    const alarms = async () => {
      const body = { filters: { cause: 'version_due' } } as const
      const { data } = (await must(manager(alarmCalls.search, { body }))).data
      return data.filter(({ about }) => about.uuid === one.uuid)
    }
    await round()
    expect(await alarms()).toMatchObject([
      { version: '5.0.0', status: 'raised', since: `${day(2)}T00:00:00.000Z` },
    ])
    const { results } = await env.DIRECTORY.prepare(
      `SELECT text FROM mails WHERE recipient LIKE 'Manager-user@%'`,
    ).all<{ text: string }>()
    expect(results.map(({ text }) => text).join('')).toContain(`5.0.0 ${day(2)}`)
    await must(postpone(one, day(20)))
    await round()
    expect(await alarms()).toMatchObject([{ status: 'cleared', cleared: { how: 'ended' } }])
  })

  it('is not ordered before its day, nor by a plan that leaves it to people', async () => {
    const { one } = await begin({ days: 2, at_most: 10, security: false })
    expect(await askDue(one)).toEqual({ ordered: null })
    const { one: other } = await begin(undefined)
    expect(await askDue(other)).toEqual({ ordered: null })
    expect((await postpone(other, day(3))).errors[0]).toMatchObject({
      code: 'refused',
      reason: 'nothing_to_postpone',
    })
  })

  it('is not ordered again by itself once it did not start on the device', async () => {
    const { one } = await begin({ days: 0, at_most: 10, security: false })
    await askDue(one)
    const [order] = (await must(one.sender(deviceLinkCalls.commands))).data
    const { command_uuid = '' } = order ?? {}
    const answer = (body: object) =>
      must(one.sender(deviceLinkCalls.answer, { body: { command_uuid, ...body } as never }))
    await answer({ state: 'accepted' })
    await answer({ state: 'refused', reason: 'update_rolled_back' })
    expect(await askDue(one)).toEqual({ ordered: null })
  })

  it('is halted with its rollout', async () => {
    const { version, one } = await begin({ days: 0, at_most: 10, security: false })
    const halt = { step: 'halt', reason: 'Worse' } as const
    await must(maker(bkernelCalls.rollout, { params: { id: version.uuid }, body: halt }))
    expect(await askDue(one)).toEqual({ ordered: null })
  })
})

describe('issue 19: a laboratory postpones it', () => {
  it('to a day, with person and reason in the trail; the provider sees the role, and not the person', async () => {
    const known = await begin({ days: 0, at_most: 10, security: false })
    const { version, one } = known
    const postponed = (await must(postpone(one, day(4)))).data.postponed
    expect(postponed).toMatchObject({
      version: '5.0.0',
      until: day(4),
      by_name: 'Manager of user',
      reason: 'Verification',
    })
    expect(await askDue(one)).toEqual({ ordered: null })
    const trail = await readAuditOf(lab.company, 'device', one.uuid)
    expect(trail.at(-1)).toMatchObject({ action: 'device.postpone', reason: 'Verification' })
    const parts = { params: { id: version.uuid }, query: { limit: '500' } }
    await tellFleet(lab.company)
    const seen = (await must(maker(bkernelCalls.updates, parts))).data.data
    const mine = seen.flatMap(({ devices }) => devices).find(({ uuid }) => uuid === one.uuid)
    expect(mine).toMatchObject({
      install: { offered: day(0), due: day(4), latest: day(10), security: false },
      postponed: { until: day(4), by_profile: 'Manager', reason: 'Verification' },
    })
    expect(JSON.stringify(seen)).not.toContain('Manager of user')
    expect(JSON.stringify(seen)).not.toContain(postponed?.by)
    const search = { query: { limit: '10' }, body: { device_uuid: one.uuid } }
    expect((await must(manager(bkernelCalls.search, search))).data.data[0]?.install?.due).toBe(
      day(4),
    )
    // Let the day come.
    await age(known, 5)
    await changeRecord(
      lab.company,
      { kind: 'device', uuid: one.uuid },
      { postponed: { ...postponed, until: day(0) } },
    )
    expect(await askDue(one)).toEqual({ ordered: '5.0.0' })
  })

  it('no longer than the plan allows, and to no day that is over', async () => {
    const known = await begin({ days: 0, at_most: 3, security: true })
    const { one } = known
    for (const wrong of [day(4), day(0), day(-1)]) {
      // oxlint-disable-next-line no-await-in-loop
      expect((await postpone(one, wrong)).errors[0], wrong).toMatchObject({
        code: 'invalid',
        field: 'until',
        reason: 'postponed_too_far',
        params: { day: day(3) },
      })
    }
    expect((await must(postpone(one, 'latest'))).data.postponed?.until).toBe(day(3))
    // Let the deadline pass, whatever the record says.
    await age(known, 3)
    expect(await askDue(one)).toEqual({ ordered: '5.0.0' })
  })

  it('and takes that back, so that it is installed when it was planned', async () => {
    const { one } = await begin({ days: 0, at_most: 10, security: false })
    await must(postpone(one, day(4)))
    expect((await must(postpone(one, null))).data.postponed).toBeUndefined()
    expect(await askDue(one)).toEqual({ ordered: '5.0.0' })
  })

  it('with the right to update devices and a reason only, and for its own devices', async () => {
    const { one } = await begin({ days: 0, at_most: 10, security: false })
    const operator = await lab.as('Operator')
    expect((await postpone(one, day(2), operator)).status).toBe(403)
    expect((await postpone(one, day(2), manager, ' ')).errors[0]?.field).toBe('reason')
    expect((await postpone(one, day(2), maker)).status).toBe(404)
    const other = { version: '5.0.1', until: day(2), reason: 'Verification' }
    const parts = { params: { id: one.uuid }, body: other }
    expect((await manager(deviceCalls.postpone, parts)).errors[0]).toMatchObject({
      reason: 'version_not_offered',
    })
  })

  it('begins its days again after a pause, when nobody was offered it', async () => {
    const known = await begin({ days: 2, at_most: 3, security: false })
    await age(known, 30)
    const step = (name: 'pause' | 'resume') =>
      must(
        maker(bkernelCalls.rollout, {
          params: { id: known.version.uuid },
          body: { step: name, reason: 'Looked at' },
        }),
      )
    await step('pause')
    await step('resume')
    expect(await askDue(known.one)).toEqual({ ordered: null })
  })
})

describe('sixteenth attack A16-3: a version that was postponed is not installed sooner', () => {
  it('after a pause, by a day that was chosen before it', async () => {
    const known = await begin({ days: 7, at_most: 30, security: false })
    const { version, one } = known
    const { postponed } = (await must(postpone(one, day(20)))).data
    await age(known, 25)
    const [at, until] = [new Date(Date.now() - 24 * dayMs).toISOString(), day(-5)]
    const patch = { postponed: { ...postponed, at, until } }
    await changeRecord(lab.company, { kind: 'device', uuid: one.uuid }, patch)
    for (const step of ['pause', 'resume'] as const) {
      const body = { step, reason: 'Looked at' }
      // oxlint-disable-next-line no-await-in-loop
      await must(maker(bkernelCalls.rollout, { params: { id: version.uuid }, body }))
    }
    expect(await askDue(one)).toEqual({ ordered: null })
  })

  it('because its laboratory postpones the next one', async () => {
    const known = await begin({ days: 0, at_most: 30, security: false })
    const { version, one } = known
    await must(postpone(one, day(20)))
    const { models } = version
    const next = await makeImaged(maker, 'Next', { version: '5.1.0', models })
    const install = { days: 7, at_most: 30, security: false }
    const plan = { phases: everyone, window: quiet, install }
    await startRollout(provider.company, maker, next.uuid, plan)
    const body = { version: '5.1.0', until: day(25), reason: 'Verification' }
    await must(manager(deviceCalls.postpone, { params: { id: one.uuid }, body }))
    expect(await askDue(one)).toEqual({ ordered: null })
    // Wait no longer than the plan of the older one allows.
    await age(known, 30)
    expect(await askDue(one)).toEqual({ ordered: '5.0.0' })
  })
})

describe('issue 19: the plan of such a version', () => {
  it('needs quiet hours, and days that do not contradict each other; a security fix waits for 14 days at most', async () => {
    const made = await makeImaged(maker, 'Planned', { version: '5.0.0', models: ['Planned 1'] })
    const plan = async (changes: Partial<RolloutPlan>) => {
      const body = { ...planBody({ window: quiet, ...changes }), reason: 'Released' }
      return (await maker(bkernelCalls.plan, { params: { id: made.uuid }, body })).errors[0]
    }
    const install = { days: 1, at_most: 14, security: true }
    expect(await plan({ window: null, install })).toMatchObject({
      field: 'window',
      reason: 'rollout_quiet_hours',
    })
    const wrong = { field: 'install', reason: 'rollout_install_days' }
    expect(await plan({ install: { ...install, days: 15 } })).toMatchObject(wrong)
    expect(await plan({ install: { ...install, at_most: 15 } })).toMatchObject(wrong)
    expect(await plan({ install: { ...install, at_most: 15, security: false } })).toBeUndefined()
    expect(await plan({ install })).toBeUndefined()
  })
})
