import { beforeAll, describe, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { apiKeyCalls } from '../../domain/calls/api-keys.ts'
import { auditCalls } from '../../domain/calls/audit.ts'
import { bkernelCalls } from '../../domain/calls/bkernels.ts'
import { certificateCalls } from '../../domain/calls/certificates.ts'
import { recipeCalls } from '../../domain/calls/recipes.ts'
import { userCalls } from '../../domain/calls/users.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import { openVersion, signedVersion } from '../../domain/rules/recipe-version.ts'
import { ordinaryProfile } from '../../edge/organisation/found-company.ts'
import { foundLab, type Lab, must, password, send, type Sender, signIn } from './lab.ts'
import { makeCompleted, signing } from './made-analyses.ts'
import { changeInside } from './matrix/world.ts'
import { makeRecipe, startReview } from './method-bodies.ts'
import { chooseByLink, confirmPerson, makePerson } from './people.ts'
import { planBody, takeStep } from './rollouts.ts'
import { at, because, me, reasonOf } from './signing-people.ts'

/** Decision 84: an account that one person has set up is no second person beside them until another one confirms it. */

let lab: Lab
let admin: Sender
let second: Sender
let manager: Sender
beforeAll(async () => {
  lab = await foundLab('unconfirmed', { four_eyes: 'Y' })
  admin = await lab.as('Administrator')
  second = await lab.as('SuperAdmin')
  manager = await lab.as('Manager')
}, 60_000)

const sign = (sender: Sender, run: Analysis) =>
  sender(analysisCalls.validate, { ...at(run), body: signing(run) })
const made = async (word: string, maker = admin) => {
  const given = { profile: 'Manager' as const, swarms: [lab.swarm] }
  const person = await makePerson(maker, lab.company, word, given)
  return { person, as: await signIn(word, password) }
}
const countedBy = async (sender: Sender) =>
  ((await me(sender)).counted_with ?? []).map(({ name }) => name)

describe('an account that nobody has confirmed', () => {
  it('does not have its run signed by who made it; others sign it, and who made it once it is confirmed', async () => {
    const { person, as } = await made('dummy')
    const run = await makeCompleted(as, lab.swarm)
    const refused = await sign(admin, run)
    expect([refused.status, refused.errors[0]]).toMatchObject([
      409,
      { reason: 'counts_as_you', params: { name: person.name } },
    ])
    // Expect the page to read the same from the account, so that the button is off before it is pressed.
    expect(await countedBy(admin)).toEqual([person.name])
    expect(await countedBy(as)).toEqual([(await me(admin)).name])
    expect(await countedBy(manager)).toEqual([])
    await must(sign(manager, await makeCompleted(as, lab.swarm)))
    await confirmPerson(second, person)
    expect(await countedBy(admin)).toEqual([])
    await must(sign(admin, run))
  })

  it('signs, judges and issues nothing of who made it, nor of another account that they made', async () => {
    const { as } = await made('other-way')
    const sibling = await made('sibling')
    const own = await makeCompleted(admin, lab.swarm)
    expect(reasonOf(await sign(as, own))).toBe('confirmation_needed')
    const reviewed = await as(analysisCalls.reviewSamples, {
      ...at(own),
      body: {
        result_hash: own.results.at(-1)?.hash ?? '',
        decisions: [{ sample_uuid: own.samples[0]?.uuid ?? '', verdict: 'accepted', seen: null }],
      },
    })
    expect(reasonOf(reviewed)).toBe('confirmation_needed')
    expect(await countedBy(as)).toContain(sibling.person.name)
  })

  it('counts as who took its address, also one that was confirmed long ago, and by its program', async () => {
    const { person } = await made('taken-over', second)
    await confirmPerson(admin, person)
    const again = await signIn(person.username, password)
    await must(admin(userCalls.edit, { ...at(person), body: { email: 'box@lab.example' } }))
    const run = await makeCompleted(again, lab.swarm)
    expect(reasonOf(await sign(admin, run))).toBe('counts_as_you')
    await must(second(userCalls.confirm, { ...at(person), ...because }))
    await must(sign(admin, run))
  })

  it('still counts as who made it when it was deleted', async () => {
    const { person, as } = await made('short-lived')
    const run = await makeCompleted(as, lab.swarm)
    await must(admin(userCalls.delete, { ...at(person), ...because }))
    expect(reasonOf(await sign(admin, run))).toBe('counts_as_you')
  })

  it('counts as who made it by the key that it has made, too', async () => {
    const { as } = await made('by-key')
    const expires_at = new Date(Date.now() + 86_400_000).toISOString()
    const body = {
      description: 'robot',
      permissions: ['analysis.create', 'cfx96.use'],
      expires_at,
      password,
    }
    const { data } = await must(as(apiKeyCalls.create, { body }))
    const robot: Sender = (row, parts = {}) =>
      send(row, { ...parts, headers: { Authorization: `Bearer ${data.key}` } })
    const run = await makeCompleted(robot, lab.swarm)
    expect(reasonOf(await sign(admin, run))).toBe('counts_as_you')
  })
})

it('two people whom the provider has set up work together once the one who signs is confirmed', async () => {
  const signer = await made('first-of-two', second)
  const operator = await made('second-of-two', second)
  await confirmPerson(admin, signer.person)
  const run = await makeCompleted(operator.as, lab.swarm)
  expect((await sign(await signIn('first-of-two', password), run)).errors).toEqual([])
})

it('an invitation by mail alone makes nobody a second person: who invites has typed the address', async () => {
  const person = {
    username: 'invited',
    name: 'Invited Person',
    email: 'invited@lab.example',
    profile_uuid: ordinaryProfile(lab.company, 'Manager'),
    swarms: [lab.swarm],
  }
  await must(admin(userCalls.create, { body: person }))
  await chooseByLink(person.email)
  const run = await makeCompleted(await signIn('invited', password), lab.swarm)
  expect(reasonOf(await sign(admin, run))).toBe('counts_as_you')
})

describe('the same rule holds for every second person', () => {
  it('of a certificate', async () => {
    const { person, as } = await made('requests')
    const uuid = (await me(admin)).uuid
    await changeInside(lab.company, { type: 'patch', kind: 'user', uuid, patch: { reviewer: 'Y' } })
    const run = await makeCompleted(manager, lab.swarm)
    await must(sign(second, run))
    const body = { analysis_uuid: run.uuid, note: '' }
    const { data: record } = await must(as(certificateCalls.create, { body }))
    const { data: asked } = await must(as(certificateCalls.request, { ...at(record), body: {} }))
    const issued = await admin(certificateCalls.edit, {
      ...at(asked),
      body: { status: 'Issued', signature: signing(asked) },
    })
    expect(issued.errors[0]).toMatchObject({
      reason: 'counts_as_you',
      params: { name: person.name },
    })
  })

  it('of the review of the trail, which says so before', async () => {
    const { person, as } = await made('deletes')
    const run = await makeCompleted(as, lab.swarm)
    await must(as(analysisCalls.delete, { ...at(run), ...because }))
    const { data } = await must(admin(auditCalls.queue, { query: { limit: '500' } }))
    const row = data.data.find((one) => one.uuid === run.uuid)
    expect(row).toMatchObject({ own: true, own_as: person.name })
    const body = { entries: [row?.seq ?? 0], word: 'in_order' }
    expect(reasonOf(await admin(auditCalls.mark, { body }))).toBe('counts_as_you')
    await must(second(auditCalls.mark, { body }))
  })

  it('of the rollout of a version', async () => {
    const provider = await foundLab('unconfirmed-maker', { isProvider: 'Y' })
    const maker = await provider.as('SuperAdmin')
    const person = await makePerson(maker, provider.company, 'plans', { profile: 'SuperAdmin' })
    const planner = await signIn('plans', password)
    const version = crypto.randomUUID()
    await changeInside(provider.company, {
      type: 'record.create',
      kind: 'bkernel',
      uuid: version,
      body: {
        name: 'Planned by a dummy',
        version: '5.5.5',
        models: ['bGATE 96'],
        notes: '',
        released_at: '2026-01-10',
        unsupported_from: null,
        file_hash: 'b'.repeat(64),
        company_uuids: [],
        device_uuids: [],
      },
    })
    const body = { ...planBody(), reason: 'Quieter fans' }
    await must(planner(bkernelCalls.plan, { params: { id: version }, body }))
    expect((await takeStep(maker, version, 'approve')).errors[0]).toMatchObject({
      reason: 'counts_as_you',
      params: { name: person.name },
    })
  })

  it('of a version of a recipe', async () => {
    const reviewing = await foundLab('unconfirmed-recipes')
    const { approver } = await startReview(reviewing)
    const given = { profile: 'Administrator' as const, swarms: [reviewing.swarm] }
    const person = await makePerson(approver, reviewing.company, 'writes', given)
    const author = await signIn('writes', password)
    const id = await makeRecipe(author, 'Written under another name')
    const body = { evidence: 'No call differs in 12 runs', effective_from: null }
    const { data } = await must(author(recipeCalls.sendVersion, { params: { id }, body }))
    const open = openVersion(data, new Date().toISOString())
    if (!open) throw new Error('no open version')
    const order = { params: { id }, body: signing(signedVersion(data, open)) }
    expect((await approver(recipeCalls.approveVersion, order)).errors[0]).toMatchObject({
      reason: 'counts_as_you',
      params: { name: person.name },
    })
    const ask = { params: { id }, body: { reason: 'the other threshold' } }
    expect(reasonOf(await approver(recipeCalls.askVersionChanges, ask))).toBe('counts_as_you')
  })
})
