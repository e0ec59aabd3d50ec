import { beforeEach, describe, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { companyCalls } from '../../domain/calls/companies.ts'
import { handOverCalls, type OpenWork } from '../../domain/calls/hand-over.ts'
import { notificationCalls } from '../../domain/calls/notifications.ts'
import { recipeCalls } from '../../domain/calls/recipes.ts'
import { sessionCalls } from '../../domain/calls/session.ts'
import { userCalls } from '../../domain/calls/users.ts'
import type { User } from '../../domain/entities/user.ts'
import { readAuditOf } from './audit-of.ts'
import { foundLab, type Lab, must, password, type Sender, signIn } from './lab.ts'
import { readAnalysis } from './made-analyses.ts'
import { makeRecipe } from './method-bodies.ts'
import { makePerson } from './people.ts'
import { create, planFor } from './plan.ts'

let lab: Lab
let admin: Sender
let manager: Sender
let leaver: string
let label = 0
beforeEach(async () => {
  label += 1
  lab = await foundLab(`leaving-${label}`)
  admin = await lab.as('Administrator')
  manager = await lab.as('Manager')
  leaver = (await must(manager(sessionCalls.me))).data.uuid
}, 60_000)

const openWork = async (id: string, query: { to?: string } = {}, sender = admin) =>
  (await must(sender(handOverCalls.openWork, { params: { id }, query }))).data
const handOver = (
  to: string,
  works: Pick<OpenWork, 'kind' | 'uuid'>[],
  parts: { sender?: Sender; from?: string; headers?: Record<string, string> } = {},
) => {
  const { sender = admin, from = leaver, headers = {} } = parts
  const body = { to, works: works.map(({ kind, uuid }) => ({ kind, uuid })), reason: 'leaves us' }
  return sender(handOverCalls.handOver, { params: { id: from }, body, headers })
}
const makeManager = (word: string, swarms = [lab.swarm]): Promise<User> =>
  makePerson(admin, lab.company, `${word}-${label}`, { profile: 'Manager', swarms })
const notify = async (sender: Sender) =>
  (
    await must(
      sender(notificationCalls.create, {
        body: {
          title: 'Service on Monday',
          message: 'The block is checked.',
          recipients: { profiles: [], companies: [], users: [leaver] },
        },
      }),
    )
  ).data

describe('open work of somebody who leaves', () => {
  it('lists plans, drafts and messages not sent, and nothing that was launched, signed or is of others', async () => {
    await must(
      admin(companyCalls.edit, { params: { id: lab.company }, body: { recipe_review: 'Y' } }),
    )
    const plan = await create(manager, planFor(lab))
    const draft = await makeRecipe(manager, 'Draft of the leaver')
    await create(admin, planFor(lab))
    const { works, hidden } = await openWork(leaver)
    expect(works.map(({ kind, uuid, state }) => [kind, uuid, state])).toEqual([
      ['analysis', plan.uuid, 'plan'],
      ['recipe', draft, 'draft'],
    ])
    expect(hidden).toBe(0)
    const body = { evidence: 'Bench: 12 runs, no call differs.', effective_from: null }
    await must(manager(recipeCalls.sendVersion, { params: { id: draft }, body }))
    expect((await openWork(leaver)).works.map(({ state }) => state)).toEqual(['plan', 'review'])
    const boss = (await must(admin(sessionCalls.me))).data.uuid
    const message = await notify(admin)
    const ofBoss = (await openWork(boss)).works
    expect(ofBoss.map(({ kind }) => kind)).toEqual(['analysis', 'notification'])
    await must(admin(notificationCalls.send, { params: { id: message.uuid } }))
    expect((await openWork(boss)).works.map(({ kind }) => kind)).toEqual(['analysis'])
  })

  it('goes to another person with an entry each; the author stays, and the new person is notified', async () => {
    await must(
      admin(companyCalls.edit, { params: { id: lab.company }, body: { recipe_review: 'Y' } }),
    )
    const plan = await create(manager, planFor(lab))
    const draft = await makeRecipe(manager, 'Draft of the leaver')
    const keeper = await makeManager('keeper')
    const { works } = await openWork(leaver, { to: keeper.uuid })
    expect(works.map(({ refusal }) => refusal)).toEqual([null, null])
    const headers = { 'Operation-Id': crypto.randomUUID() }
    expect((await must(handOver(keeper.uuid, works, { headers }))).data).toEqual({ handed: 2 })
    // Give the same order once more, as after a lost answer: it does nothing twice.
    await must(handOver(keeper.uuid, works, { headers }))
    const kept = { user_uuid: keeper.uuid, user_name: keeper.name }
    const analysis = await readAnalysis(admin, plan.uuid)
    expect(analysis).toMatchObject({ user_uuid: leaver, status: 'INIT', keeper: kept })
    expect(analysis.hands).toEqual([leaver])
    const recipe = (await must(admin(recipeCalls.get, { params: { id: draft } }))).data
    expect(recipe.release).toMatchObject({ authors: [{ uuid: leaver }], keeper: kept })
    const trail = await readAuditOf(lab.company, 'analysis', plan.uuid)
    expect(trail.filter(({ action }) => action === 'analysis.hand_over')).toMatchObject([
      { reason: 'leaves us', changes: [{ field: 'keeper', after: kept }] },
    ])
    expect((await openWork(leaver)).works).toEqual([])
    expect((await openWork(keeper.uuid)).works.map(({ uuid }) => uuid)).toEqual([plan.uuid, draft])

    const inbox = await signIn(keeper.username, password)
    const mine = (await must(inbox(notificationCalls.mine))).data.data
    expect(mine.map(({ title }) => title)).toEqual(['Handed over to you: 2'])
    // Make a copy of the plan, which is of the person who makes it.
    const copy = { name: 'Copy' }
    const made = await must(
      admin(analysisCalls.duplicate, { params: { id: plan.uuid }, body: copy }),
    )
    expect(made.data.keeper).toBeUndefined()
  })

  it('is refused with its place for a person who may not have it, and then all of it stays', async () => {
    const plans = [await create(manager, planFor(lab)), await create(manager, planFor(lab))]
    const works = plans.map(({ uuid }) => ({ kind: 'analysis' as const, uuid }))
    const elsewhere = await makeManager('elsewhere', [lab.otherSwarm])
    const away = await makeManager('away')
    await must(admin(userCalls.edit, { params: { id: away.uuid }, body: { active: 'N' } }))
    const reasonFor = async (to: string) => {
      const answer = await handOver(to, works)
      const [shown] = (await openWork(leaver, { to })).works
      const { reason, field } = answer.errors[0] ?? {}
      expect([field, reason]).toEqual(['works.0', shown?.refusal?.reason])
      return reason
    }
    expect(await reasonFor(elsewhere.uuid)).toBe('keeper_swarm')
    expect(await reasonFor(away.uuid)).toBe('keeper_inactive')
    expect(await reasonFor(leaver)).toBe('keeper_same')
    const nobody = await handOver(crypto.randomUUID(), works)
    expect(nobody.errors[0]).toMatchObject({ field: 'to', reason: 'user_unknown' })
    const keeper = await makeManager('keeper')
    await must(
      admin(analysisCalls.delete, {
        params: { id: plans[1]?.uuid ?? '' },
        body: { reason: 'not needed' },
      }),
    )
    expect((await handOver(keeper.uuid, works)).status).toBe(404)
    expect((await readAnalysis(admin, plans[0]?.uuid ?? '')).keeper).toBeUndefined()
  })

  it('is refused to an asker who does not reach the person, and shows nothing out of their sight', async () => {
    const plan = await create(manager, planFor(lab))
    const second = await makePerson(admin, lab.company, `second-${label}`, {
      profile: 'Administrator',
      swarms: [lab.otherSwarm],
    })

    const other = await signIn(second.username, password)
    expect(await openWork(leaver, {}, other)).toEqual({ works: [], hidden: 1 })
    const works = [{ kind: 'analysis' as const, uuid: plan.uuid }]
    const keeper = await makeManager('keeper')
    expect((await handOver(keeper.uuid, works, { sender: other })).status).toBe(404)
    const boss = await lab.as('SuperAdmin')
    const { uuid: from } = (await must(boss(sessionCalls.me))).data
    const ofBoss = await create(boss, planFor(lab))
    const beyond = await handOver(keeper.uuid, [{ kind: 'analysis', uuid: ofBoss.uuid }], { from })
    expect(beyond.errors[0]).toMatchObject({ code: 'forbidden', reason: 'profile_beyond_own' })
    // Refuse work of somebody else, which is not handed over in the person's name.
    const strange = await handOver(keeper.uuid, [{ kind: 'analysis', uuid: ofBoss.uuid }])
    expect(strange.errors[0]).toMatchObject({ field: 'works.0', reason: 'work_not_open' })
  })
})
