import { beforeEach, describe, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { apiKeyCalls } from '../../domain/calls/api-keys.ts'
import { handOverCalls } from '../../domain/calls/hand-over.ts'
import { notificationCalls } from '../../domain/calls/notifications.ts'
import { recipeCalls } from '../../domain/calls/recipes.ts'
import { passwordCalls } from '../../domain/calls/passwords.ts'
import { sessionCalls } from '../../domain/calls/session.ts'
import { userCalls } from '../../domain/calls/users.ts'
import type { User } from '../../domain/entities/user.ts'
import type { BaseProfile } from '../../domain/base-profiles.ts'
import { openVersion, signedVersion } from '../../domain/rules/recipe-version.ts'
import { ordinaryProfile } from '../../edge/organisation/found-company.ts'
import { readAuditOf } from './audit-of.ts'
import { mailsTo } from './browser-page.ts'
import { foundLab, type Lab, must, password, send, type Sender, signIn } from './lab.ts'
import { makeCompleted, signing } from './made-analyses.ts'
import { makeRecipe, startReview } from './method-bodies.ts'
import { makePerson } from './people.ts'
import { planFor } from './plan.ts'
import { me } from './signing-people.ts'
import { changeRecord } from './store-writes.ts'

let lab: Lab
let admin: Sender
let owner: User
let asOwner: Sender
let label = 0
beforeEach(async () => {
  label += 1
  lab = await foundLab(`robots-${label}`)
  admin = await lab.as('Administrator')
  owner = await makePerson(admin, lab.company, `owner-${label}`, {
    profile: 'Manager',
    swarms: [lab.swarm],
  })
  asOwner = await signIn(owner.username, password)
}, 60_000)

const makeService = (
  given: { owners?: string[]; profile?: BaseProfile; sender?: Sender; word?: string } = {},
) => {
  const { owners = [owner.uuid], profile = 'Manager', sender = admin, word = 'one' } = given
  const body = {
    username: `robot-${label}${word}`,
    name: `Pipetting robot ${label} ${word}`,
    profile_uuid: ordinaryProfile(lab.company, profile),
    swarms: [lab.swarm],
    owners,
  }
  return sender(userCalls.createService, { body })
}
const makeKey = (service: string, permissions: string[], sender = asOwner) => {
  const expires_at = new Date(Date.now() + 80 * 86_400_000).toISOString()
  const body = { description: 'plans runs', permissions, expires_at, password, service }
  return sender(apiKeyCalls.create, { body })
}
const byKey =
  (key: string): Sender =>
  (row, parts = {}) =>
    send(row, { ...parts, headers: { ...parts.headers, Authorization: `Bearer ${key}` } })
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const handOver = (service: string, to: string) => {
  const body = { to, works: [{ kind: 'user' as const, uuid: service }] }
  return must(admin(handOverCalls.handOver, { params: { id: owner.uuid }, body }))
}
const robotWith = async (permissions: string[]) => {
  const service = (await must(makeService())).data
  const made = (await must(makeKey(service.uuid, permissions))).data
  return { service, robot: byKey(made.key), key: made.record.uuid }
}

describe('a service account', () => {
  it('acts by the keys that its owner makes, and the trail names it with its key', async () => {
    const { service, robot, key } = await robotWith([
      'analysis.search',
      'analysis.create',
      'recipes.search',
      'protocol.search',
      'protocol.use',
      'products.search',
      'cfx96.use',
    ])
    expect(service).toMatchObject({ service: { owners: [owner.uuid] }, active: 'Y' })
    expect(service.unconfirmed).toBeUndefined()
    const plan = planFor(lab)
    await must(robot(analysisCalls.create, { body: plan }))
    const [entry] = await readAuditOf(lab.company, 'analysis', plan.uuid)
    expect(entry?.actor).toMatchObject({ uuid: service.uuid, name: service.name, via: 'key', key })
    const listed = (await must(asOwner(apiKeyCalls.search))).data.data
    expect(listed.map(({ user_uuid }) => user_uuid)).toEqual([service.uuid])
    const { services } = (await must(asOwner(apiKeyCalls.services))).data
    expect(services.map(({ uuid }) => uuid)).toEqual([service.uuid])
    const access = await must(admin(userCalls.access, { params: { id: service.uuid } }))
    expect(access.data.owners).toEqual([{ uuid: owner.uuid, name: owner.name, active: 'Y' }])
    // End its keys as its owner, who does so as with their own.
    await must(asOwner(apiKeyCalls.deactivate, { params: { id: key } }))
    expect((await robot(analysisCalls.search)).status).toBe(401)
  })

  it('cannot sign in, sign, get a password or a mail, or be what only a person is', async () => {
    const { service, robot } = await robotWith(['analysis.search', 'analysis.validate'])
    const login = { username: service.username, password }
    expect((await send(sessionCalls.login, { body: login })).status).toBe(401)
    await send(passwordCalls.forgot, { body: { email: service.email } })
    const run = await makeCompleted(asOwner, lab.swarm)
    const signed = await robot(analysisCalls.validate, {
      params: { id: run.uuid },
      body: signing(run),
    })
    expect(signed.errors[0]).toMatchObject({ code: 'forbidden', reason: 'not_by_key' })
    const params = { id: service.uuid }
    const refusals = [
      await admin(userCalls.resetPassword, { params }),
      await admin(userCalls.resetTwoStep, { params, body: { reason: 'lost it' } }),
      await admin(userCalls.edit, { params, body: { email: `robot-${label}@lab.example` } }),
      await (await lab.as('SuperAdmin'))(userCalls.promoteToPartner, { params }),
    ]
    expect(refusals.map(({ errors }) => errors[0]?.reason)).toEqual(
      refusals.map(() => 'service_account'),
    )
    const note = {
      title: 'Service on Monday',
      message: 'The block is checked.',
      recipients: { profiles: [], companies: [], users: [service.uuid, owner.uuid] },
    }
    const made = (await must(admin(notificationCalls.create, { body: note }))).data
    const shown = await must(
      admin(notificationCalls.recipientsPreview, { params: { id: made.uuid } }),
    )
    expect(shown.data.people.map(({ uuid }) => uuid)).toEqual([owner.uuid])
    expect(await mailsTo(service.email, 0)).toEqual([])
  })

  it('has keys that reach no further than its owner and itself, and only its owners make them', async () => {
    const service = (await must(makeService({ profile: 'Operator' }))).data
    const wide = await makeKey(service.uuid, ['analysis.validate'])
    expect(wide.errors[0]).toMatchObject({ field: 'permissions', reason: 'scope_beyond_own' })
    const reader = await makePerson(admin, lab.company, `reader-${label}`, { swarms: [lab.swarm] })
    const asReader = await signIn(reader.username, password)
    expect((await makeKey(service.uuid, ['analysis.search'], asReader)).status).toBe(404)
    expect((await makeKey(reader.uuid, ['analysis.search'])).status).toBe(404)
  })

  it('twelfth look R12-2: ends a key that reaches further than its new owner, and the previous owner has no hand in it', async () => {
    const { service, robot, key } = await robotWith(['analysis.search', 'analysis.validate'])
    const next = await makePerson(admin, lab.company, `narrow-${label}`, { swarms: [lab.swarm] })
    await handOver(service.uuid, next.uuid)
    expect((await robot(analysisCalls.search)).status).toBe(401)
    const asNext = await signIn(next.username, password)
    const body = { old_hours: 0, expires_at: inDays(80), password }
    expect((await asOwner(apiKeyCalls.rotate, { params: { id: key }, body })).status).toBe(404)
    const woken = await asNext(apiKeyCalls.activate, { params: { id: key } })
    expect(woken.errors[0]).toMatchObject({ code: 'forbidden', reason: 'scope_beyond_own' })
    await must(makeKey(service.uuid, ['analysis.search'], asNext))
  })

  it('twelfth look R12-2: names the new owner of a key that was handed over, and ends it in a week unless they rotate it', async () => {
    const { service, robot, key } = await robotWith(['analysis.search'])
    const second = (await must(makeKey(service.uuid, ['analysis.search']))).data
    const next = await makePerson(admin, lab.company, `keeps-${label}`, { swarms: [lab.swarm] })
    await handOver(service.uuid, next.uuid)
    await must(robot(analysisCalls.search))
    const asNext = await signIn(next.username, password)
    const listed = (await must(asNext(apiKeyCalls.search))).data.data
    const week = inDays(7.01)
    expect(listed.map(({ owner, expires_at }) => [owner, expires_at < week])).toEqual([
      [{ user_uuid: next.uuid, user_name: next.name }, true],
      [{ user_uuid: next.uuid, user_name: next.name }, true],
    ])
    const trail = await readAuditOf(lab.company, 'api_key', key)
    expect(trail.at(-1)).toMatchObject({ action: 'api_key.hand_over' })
    const body = { old_hours: 0, expires_at: inDays(80), password }
    const rotated = await must(asNext(apiKeyCalls.rotate, { params: { id: key }, body }))
    expect(rotated.data.record.expires_at > week).toBe(true)
    expect((await robot(analysisCalls.search)).status).toBe(401)
    await must(byKey(rotated.data.key)(analysisCalls.search))
    await must(admin(userCalls.edit, { params: { id: next.uuid }, body: { active: 'N' } }))
    expect((await byKey(second.key)(analysisCalls.search)).status).toBe(401)
  })

  it('twelfth look R12-2: stops a key with its own owner, and goes on with the co-owner who rotates it', async () => {
    const mate = await makePerson(admin, lab.company, `mate-${label}`, {
      profile: 'Manager',
      swarms: [lab.swarm],
    })
    const { uuid } = (await must(makeService({ owners: [owner.uuid, mate.uuid] }))).data
    const { key, record } = (await must(makeKey(uuid, ['analysis.search']))).data
    await must(admin(userCalls.edit, { params: { id: owner.uuid }, body: { active: 'N' } }))
    expect((await byKey(key)(analysisCalls.search)).status).toBe(401)
    const asMate = await signIn(mate.username, password)
    const body = { old_hours: 0, expires_at: inDays(80), password }
    const rotated = await must(asMate(apiKeyCalls.rotate, { params: { id: record.uuid }, body }))
    expect(rotated.data.record.owner).toEqual({ user_uuid: mate.uuid, user_name: mate.name })
    await must(byKey(rotated.data.key)(analysisCalls.search))
  })

  it('twelfth look R12-2: has keys that are in no swarm that their account gets later, as keys of people', async () => {
    const theirs = await makeCompleted(asOwner, lab.swarm)
    const { service, robot } = await robotWith(['analysis.search'])
    const own = await must(
      asOwner(apiKeyCalls.create, {
        body: {
          description: 'mine',
          permissions: ['analysis.search'],
          expires_at: inDays(9),
          password,
        },
      }),
    )
    for (const id of [service.uuid, owner.uuid]) {
      const swarms = [lab.swarm, lab.otherSwarm]
      await must(admin(userCalls.link, { params: { id }, body: { swarms, reason: 'helps there' } }))
    }
    const hidden = await makeCompleted(asOwner, lab.otherSwarm)
    await must(asOwner(analysisCalls.get, { params: { id: hidden.uuid } }))
    for (const as of [robot, byKey(own.data.key)]) {
      await must(as(analysisCalls.get, { params: { id: theirs.uuid } }))
      expect((await as(analysisCalls.get, { params: { id: hidden.uuid } })).status).toBe(404)
    }
    // Take them out of the first one, after which they are in none.
    const body = { swarms: [lab.otherSwarm], reason: 'moves there' }
    await must(admin(userCalls.link, { params: { id: service.uuid }, body }))
    expect((await robot(analysisCalls.get, { params: { id: theirs.uuid } })).status).toBe(404)
  })

  it('is made with people as owners, and with no more than its maker holds', async () => {
    const service = (await must(makeService())).data
    const again = await makeService({ owners: [service.uuid], word: 'two' })
    expect(again.errors[0]).toMatchObject({ field: 'owners.0', reason: 'service_owner' })
    const beyond = await makeService({ profile: 'SuperAdmin', word: 'three' })
    expect(beyond.errors[0]).toMatchObject({ reason: 'profile_beyond_own' })
    expect((await makeService({ sender: asOwner })).status).toBe(403)
    const alone = await lab.as('SuperAdmin')
    const { uuid } = (await must(admin(sessionCalls.me))).data
    const robotAdmin = await alone(userCalls.edit, {
      params: { id: service.uuid },
      body: { profile_uuid: ordinaryProfile(lab.company, 'Administrator') },
    })
    expect(robotAdmin.ok).toBe(true)
    // Count no program that holds the rights of an administrator: the last person stays one.
    const { uuid: boss } = (await must(alone(sessionCalls.me))).data
    await must(alone(userCalls.edit, { params: { id: uuid }, body: { active: 'N' } }))
    const last = await alone(userCalls.edit, { params: { id: boss }, body: { active: 'N' } })
    expect(last.ok).toBe(false)
  })

  it('stops with the last owner who has access, and goes on with the one who takes it over', async () => {
    const { service, robot } = await robotWith(['analysis.search'])
    await must(robot(analysisCalls.search))
    const off = { params: { id: owner.uuid }, body: { active: 'N' } }
    await must(admin(userCalls.edit, off))
    expect((await robot(analysisCalls.search)).status).toBe(401)
    const params = { id: owner.uuid }
    const { works } = (await must(admin(handOverCalls.openWork, { params }))).data
    expect(works).toMatchObject([{ kind: 'user', uuid: service.uuid, state: 'service' }])
    const next = await makePerson(admin, lab.company, `next-${label}`, { swarms: [lab.swarm] })
    const give = (to: string) =>
      admin(handOverCalls.handOver, {
        params,
        body: { to, works: [{ kind: 'user', uuid: service.uuid }] },
      })
    expect((await give(service.uuid)).errors[0]?.reason).toBe('keeper_service')
    await must(give(next.uuid))
    await must(robot(analysisCalls.search))
    const trail = await readAuditOf(lab.company, 'user', service.uuid)
    expect(trail.at(-1)).toMatchObject({ action: 'user.hand_over' })
    const asNext = await signIn(next.username, password)
    expect((await must(asNext(apiKeyCalls.services))).data.services).toHaveLength(1)
  })
})

describe('A20-8: a program is no second person beside the owner of its key', () => {
  /** Make a program of this person with a key for all that they may do. */
  const programOf = async (sender: Sender, profile: BaseProfile): Promise<Sender> => {
    const { uuid, permissions } = await me(sender)
    const service = (await must(makeService({ owners: [uuid], profile, sender: admin }))).data
    const made = await must(makeKey(service.uuid, permissions, sender))
    return byKey(made.data.key)
  }

  it('who does not sign a run that their program has made; another person does', async () => {
    const rule = { four_eyes: 'Y' }
    await changeRecord(lab.company, { kind: 'company', uuid: lab.company }, rule)
    const manager = await lab.as('Manager')
    const run = await makeCompleted(await programOf(manager, 'Manager'), lab.swarm)
    const sign = (sender: Sender) =>
      sender(analysisCalls.validate, { params: { id: run.uuid }, body: signing(run) })
    expect((await sign(manager)).errors[0]?.reason).toBe('four_eyes')
    await must(sign(await lab.as('SuperAdmin')))
  })

  it('who does not approve a version that their program has written', async () => {
    const { approver } = await startReview(lab)
    const program = await programOf(approver, 'Administrator')
    const id = await makeRecipe(program, 'Written by a program')
    const body = { evidence: 'No call differs in 12 runs', effective_from: null }
    const { data } = await must(program(recipeCalls.sendVersion, { params: { id }, body }))
    const open = openVersion(data, new Date().toISOString())
    if (!open) throw new Error('no open version')
    const order = { params: { id }, body: signing(signedVersion(data, open)) }
    expect((await approver(recipeCalls.approveVersion, order)).errors[0]?.reason).toBe('wrote_it')
  })

  it('who does not confirm an account that their program has made', async () => {
    const program = await programOf(admin, 'Administrator')
    const profile_uuid = ordinaryProfile(lab.company, 'Manager')
    const word = `made-by-robot-${label}`
    const person = { username: word, name: word, email: `${word}@lab.example`, swarms: [] }
    const made = await must(program(userCalls.create, { body: { ...person, profile_uuid } }))
    const confirm = (sender: Sender) =>
      sender(userCalls.confirm, {
        params: { id: made.data.uuid },
        body: { reason: 'met them at the bench' },
      })
    await confirm(admin)
    const after = (await must(admin(userCalls.search))).data.data
    const waits = after.find(({ uuid }) => uuid === made.data.uuid)?.unconfirmed
    expect(waits?.map(({ by }) => by)).toContain((await me(admin)).uuid)
    await must(confirm(await lab.as('SuperAdmin')))
  })

  it('who does not change their own printed name, profile or end by their program', async () => {
    const program = await programOf(admin, 'Administrator')
    const params = { id: (await me(admin)).uuid }
    const profile_uuid = ordinaryProfile(lab.company, 'Manager')
    const answers = [
      await program(userCalls.edit, { params, body: { name: 'Another Name', reason: 'typo' } }),
      await program(userCalls.edit, { params, body: { profile_uuid, reason: 'moved' } }),
      await program(userCalls.delete, { params, body: { reason: 'has left' } }),
    ]
    expect(answers.map(({ errors }) => errors[0]?.reason)).toEqual([
      'own_name',
      'own_profile',
      'own_account',
    ])
  })
})
