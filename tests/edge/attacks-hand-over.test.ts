import { beforeAll, describe, expect, it } from 'vitest'
import { apiKeyCalls } from '../../domain/calls/api-keys.ts'
import { handOverCalls } from '../../domain/calls/hand-over.ts'
import { notificationCalls } from '../../domain/calls/notifications.ts'
import { profileCalls } from '../../domain/calls/profiles.ts'
import { sessionCalls } from '../../domain/calls/session.ts'
import { userCalls } from '../../domain/calls/users.ts'
import { ordinaryProfile } from '../../edge/organisation/found-company.ts'
import { foundLab, type Lab, must, password, type Sender, signIn } from './lab.ts'
import { makePerson } from './people.ts'
import { create, planFor } from './plan.ts'
import { askScim, beginPeople, makeToken } from './scim-client.ts'
import { inStoreOf } from './store-writes.ts'

let lab: Lab
let admin: Sender
let manager: Sender
beforeAll(async () => {
  lab = await foundLab('unseen-work')
  admin = await lab.as('Administrator')
  manager = await lab.as('Manager')
}, 60_000)

const by = (id: string) => ({ params: { id } })
const idOf = async (sender: Sender) => (await must(sender(sessionCalls.me))).data.uuid

describe('eleventh attack A11-4: work of a kind that the asker does not see', () => {
  it('is not handed over by them, although they may edit people', async () => {
    const leaver = await makePerson(admin, lab.company, 'was-admin', {
      profile: 'Administrator',
      swarms: [lab.swarm],
    })
    const asLeaver = await signIn('was-admin', password)
    const recipients = { profiles: [], companies: [], users: [await idOf(manager)] }
    const words = { title: 'Not yet for everybody', message: 'Draft', recipients }
    const draft = (await must(asLeaver(notificationCalls.create, { body: words }))).data
    const less = { profile_uuid: ordinaryProfile(lab.company, 'Operator'), reason: 'leaves' }
    await must(admin(userCalls.edit, { ...by(leaver.uuid), body: less }))
    const profiles = (await must(admin(profileCalls.search))).data.data
    const held = profiles.find(({ uuid }) => uuid === less.profile_uuid)?.permissions ?? []
    const body = { name: 'People', base: 'Operator', permissions: [...held, 'users.edit'] }
    const { data: profile } = await must(admin(profileCalls.create, { body }))
    const clerk = await makePerson(admin, lab.company, 'clerk', { swarms: [lab.swarm] })
    const order = { profile_uuid: profile.uuid, reason: 'people' }
    await must(admin(userCalls.edit, { ...by(clerk.uuid), body: order }))
    const asClerk = await signIn('clerk', password)
    const keeper = await idOf(admin)
    const works = [{ kind: 'notification' as const, uuid: draft.uuid }]
    const { data } = await must(asClerk(handOverCalls.openWork, by(leaver.uuid)))
    expect(data).toEqual({ works: [], hidden: 1 })
    const given = await asClerk(handOverCalls.handOver, {
      ...by(leaver.uuid),
      body: { to: keeper, works },
    })
    expect(given.errors[0]?.code).toBe('not_found')
    const stays = await must(admin(notificationCalls.get, by(draft.uuid)))
    expect(stays.data.keeper).toBeUndefined()
  })

  it('takes no file from them, also where the permission goes while the file comes', async () => {
    const plan = await create(manager, planFor(lab))
    const uuid = crypto.randomUUID()
    const file = {
      uuid,
      name: 'note.txt',
      mime_type: 'text/plain',
      size: 1,
      content_hash: 'a'.repeat(64),
      user_uuid: await idOf(manager),
    }
    const to = { resource_kind: 'analysis', resource_uuid: plan.uuid, role: 'file' } as const
    const answer = await inStoreOf(lab.company, (_sql, store) =>
      store.change({ type: 'attachment.add', file, to }, crypto.randomUUID(), {
        actor: { uuid: file.user_uuid, name: 'Manager', via: 'account' },
        sight: { kinds: ['attachment'], swarms: [lab.swarm] },
        permissions: ['attachments.upload'],
        fourEyes: false,
      }),
    )
    expect(answer).toMatchObject({ ok: false, errors: [{ code: 'not_found' }] })
  })
})

describe('eleventh attack A11-5: a key of a service account', () => {
  it('shows its owner no swarm that they are not in', async () => {
    const owner = await makePerson(admin, lab.company, 'one-swarm', {
      profile: 'Manager',
      swarms: [lab.swarm],
    })
    const asOwner = await signIn('one-swarm', password)
    const body = {
      username: 'two-swarms',
      name: 'Robot of two swarms',
      profile_uuid: ordinaryProfile(lab.company, 'Manager'),
      swarms: [lab.swarm, lab.otherSwarm],
      owners: [owner.uuid],
    }
    const service = (await must(admin(userCalls.createService, { body }))).data
    const expires_at = new Date(Date.now() + 80 * 86_400_000).toISOString()
    const wish = { description: 'reads', permissions: ['analysis.search'], expires_at, password }
    const order = { body: { ...wish, service: service.uuid } }
    const refused = await asOwner(apiKeyCalls.create, order)
    expect(refused.errors[0]).toMatchObject({ code: 'forbidden', reason: 'swarm_unknown' })
    const link = { swarms: [lab.swarm], reason: 'one is enough' }
    await must(admin(userCalls.link, { ...by(service.uuid), body: link }))
    const { record } = (await must(asOwner(apiKeyCalls.create, order))).data
    // Put into another swarm later, its keys stay out of it, also when somebody wakes them who is not there.
    await must(asOwner(apiKeyCalls.deactivate, by(record.uuid)))
    await must(
      admin(userCalls.link, { ...by(service.uuid), body: { ...link, swarms: body.swarms } }),
    )
    const woken = await must(asOwner(apiKeyCalls.activate, by(record.uuid)))
    expect(woken.data.swarms).toEqual([lab.swarm])
    await must(asOwner(notificationCalls.mine))
  })
})

describe('eleventh attack A11-8: a service account among the members of a group', () => {
  it('is refused to an identity provider, which sees no service accounts', async () => {
    beginPeople()
    const body = {
      username: 'robot-in-no-group',
      name: 'Robot in no group',
      profile_uuid: ordinaryProfile(lab.company, 'Operator'),
      swarms: [],
      owners: [await idOf(admin)],
    }
    const { uuid } = (await must(admin(userCalls.createService, { body }))).data
    const as = await makeToken(admin, 'scim')
    expect((await askScim('GET', `/Users/${uuid}`, undefined, { as })).status).toBe(404)
    const members = [{ value: uuid }]
    const made = await askScim('POST', '/Groups', { displayName: 'Robots', members }, { as })
    expect(made.status).toBe(400)
    const empty = await askScim('POST', '/Groups', { displayName: 'Robots' }, { as })
    const Operations = [{ op: 'add', path: 'members', value: members }]
    const path = `/Groups/${String(empty.body['id'])}`
    expect((await askScim('PATCH', path, { Operations }, { as })).status).toBe(400)
  })
})
