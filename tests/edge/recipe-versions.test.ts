import { env, runDurableObjectAlarm } from 'cloudflare:test'
import { beforeEach, describe, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { companyCalls } from '../../domain/calls/companies.ts'
import { protocolCalls } from '../../domain/calls/protocols.ts'
import { recipeCalls } from '../../domain/calls/recipes.ts'
import { sessionCalls } from '../../domain/calls/session.ts'
import type { Recipe } from '../../domain/entities/recipe.ts'
import {
  openVersion,
  type OpenVersion,
  signedVersion,
  takeEffect,
} from '../../domain/rules/recipe-version.ts'
import { takeEffectDue } from '../../edge/store/recipe-version-changes.ts'
import { foundLab, type Lab, must, type Sender } from './lab.ts'
import { importForm, signing } from './made-analyses.ts'
import { makeProtocol, makeRecipe, process } from './method-bodies.ts'
import { changeRecord, inStoreOf } from './store-writes.ts'
import { planFor } from './plan.ts'

let lab: Lab
/** Writes versions. */
let author: Sender
/** Approves them. */
let approver: Sender
let label = 0
beforeEach(async () => {
  label += 1
  lab = await foundLab(`review-${label}`)
  author = await lab.as('Manager')
  approver = await lab.as('Administrator')
}, 60_000)

const now = () => new Date().toISOString()
const evidence = 'Bench: 12 runs, no call differs. Efficiency 98 %, R² 0.998.'
const reviewing = (recipe_review: 'Y' | 'N', sender = approver) =>
  sender(companyCalls.edit, { params: { id: lab.company }, body: { recipe_review } })
const read = async (id: string) => (await must(author(recipeCalls.get, { params: { id } }))).data
const edit = (id: string, body: object, sender = author) =>
  sender(recipeCalls.edit, { params: { id }, body })
const send = (id: string, effective_from: string | null = null, sender = author) =>
  sender(recipeCalls.sendVersion, { params: { id }, body: { evidence, effective_from } })
const withdraw = (id: string) => author(recipeCalls.withdrawVersion, { params: { id } })
const approve = async (id: string, sender = approver) => {
  const recipe = await read(id)
  const open = openVersion(recipe, now()) as OpenVersion
  return sender(recipeCalls.approveVersion, {
    params: { id },
    body: signing(signedVersion(recipe, open)),
  })
}
const versions = async (id: string) =>
  (await must(author(recipeCalls.versions, { params: { id } }))).data
const plan = (recipe_uuid: string, sender = author) => {
  const body = planFor(lab, { recipe_uuid, protocol_uuid: null })
  return sender(analysisCalls.create, { body })
}
const reason = (answer: { errors: { reason?: string | undefined }[] }) => answer.errors[0]?.reason

/** Make a programme with another number of cycles. */
const cycles = (repeat: number) => ({
  process: {
    ...process,
    steps: process.steps.map((step) => (step.type === 'loop' ? { ...step, repeat } : step)),
  },
})
const cyclesOf = ({ process: { steps } }: Pick<Recipe, 'process'>) =>
  steps.flatMap((step) => (step.type === 'loop' ? [step.repeat] : []))[0]
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

describe('in a company without review', () => {
  it('a saved version is in force at once, and each has its time in the list', async () => {
    const id = await makeRecipe(author, 'At once')
    await must(edit(id, cycles(45)))
    await must(edit(id, { name: 'Renamed' }))
    const recipe = await read(id)
    expect(recipe).toMatchObject({ version: 2, name: 'Renamed' })
    expect(recipe).not.toHaveProperty('next')
    expect((await must(plan(id))).data.method.recipe_version).toBe(2)
    const list = await versions(id)
    expect(list.map(({ version, state }) => [version, state])).toEqual([
      [2, 'effective'],
      [1, 'superseded'],
    ])
    expect(list.map(cyclesOf)).toEqual([45, 40])
    expect(list[1]?.superseded_at).toBe(list[0]?.effective_at)
    expect(list[1]?.written_by).toBe((await must(author(sessionCalls.me))).data.name)
  })
})

describe('in a company with review', () => {
  beforeEach(async () => {
    await must(reviewing('Y'))
  })

  it('an existing recipe stays in force, and an edit makes a draft beside it', async () => {
    await must(reviewing('N'))
    await must(reviewing('N', await lab.as('SuperAdmin')))
    const id = await makeRecipe(author, 'Older')
    await must(reviewing('Y'))
    await must(edit(id, { ...cycles(45), name: 'Other name' }))
    const recipe = await read(id)
    expect(recipe).toMatchObject({ version: 1, name: 'Other name', next: { version: 2 } })
    expect(recipe.next?.release.state).toBe('draft')
    expect([cyclesOf(recipe), recipe.next && cyclesOf(recipe.next)]).toEqual([40, 45])
    const { data } = await must(plan(id))
    expect([data.method.recipe_version, cyclesOf(data.method)]).toEqual([1, 40])
    // Edit once more, which goes on with the same draft.
    await must(edit(id, cycles(50)))
    expect(await read(id)).toMatchObject({ version: 1, next: { version: 2 } })
  })

  it('a new recipe is a draft, with which nothing is planned, imported or prepared before it is approved', async () => {
    const id = await makeRecipe(author, 'New')
    expect((await read(id)).release?.state).toBe('draft')
    expect(reason(await plan(id))).toBe('recipe_not_effective')
    const form = importForm(lab.swarm, { recipe_uuid: id })
    expect(reason(await author(analysisCalls.import, { body: form }))).toBe('recipe_not_effective')
    expect(reason(await edit(id, { publication_requested: 1 }))).toBe('recipe_not_effective')
    const protocol = await makeProtocol(author, 'On a draft', id)
    const prepared = await author(protocolCalls.prepare, { params: { id: protocol } })
    expect(reason(prepared)).toBe('recipe_not_effective')
    await must(send(id))
    expect(reason(await plan(id))).toBe('recipe_not_effective')
    await must(approve(id))
    expect((await must(plan(id))).data.method.recipe_version).toBe(1)
    await must(author(protocolCalls.prepare, { params: { id: protocol } }))
  })

  it('its author does not approve it, and the signature covers what was on the screen', async () => {
    const id = await makeRecipe(author, 'Signed')
    expect(reason(await approve(id))).toBe('wrong_state')
    await must(send(id))
    expect(reason(await approve(id, author))).toBe('wrote_it')
    const recipe = await read(id)
    const open = openVersion(recipe, now()) as OpenVersion
    const other = { ...open, release: { ...open.release, evidence: 'Something else' } }
    const stale = await approver(recipeCalls.approveVersion, {
      params: { id },
      body: signing(signedVersion(recipe, other)),
    })
    expect(reason(stale)).toBe('changed_meanwhile')
    const wrong = { ...signing(signedVersion(recipe, open)), password: 'Not-the-one-1!' }
    const refused = await approver(recipeCalls.approveVersion, { params: { id }, body: wrong })
    expect(refused.ok).toBe(false)
    const { data } = await must(approve(id))
    const [version] = await versions(id)
    expect(version).toMatchObject({ version: 1, state: 'effective' })
    expect(version?.release?.signature?.record_hash).toBe(
      signing(signedVersion(recipe, open)).record_hash,
    )
    expect(data.release?.evidence).toBe(evidence)
  })

  it('a person who changed a draft of somebody else does not approve it either', async () => {
    const id = await makeRecipe(author, 'Two authors')
    await must(edit(id, cycles(42), approver))
    await must(send(id))
    expect(reason(await approve(id))).toBe('wrote_it')
    await must(approve(id, await lab.as('SuperAdmin')))
  })

  it('a copy of an approved version is not approved by who wrote the original', async () => {
    const id = await makeRecipe(author, 'Original')
    await must(send(id))
    await must(approve(id))
    const { data } = await must(approver(recipeCalls.duplicate, { params: { id } }))
    expect(data.release?.state).toBe('draft')
    await must(send(data.uuid))
    expect(reason(await approve(data.uuid, author))).toBe('wrote_it')
    expect(reason(await approve(data.uuid, approver))).toBe('wrote_it')
  })

  it('a version in review or approved is not edited before it is withdrawn', async () => {
    const id = await makeRecipe(author, 'Withdrawn')
    await must(send(id))
    await must(approve(id))
    await must(edit(id, cycles(45)))
    await must(send(id, inDays(2)))
    expect(reason(await edit(id, cycles(46)))).toBe('wrong_state')
    await must(edit(id, { name: 'A name is no content' }))
    await must(approve(id))
    expect(await read(id)).toMatchObject({ version: 1, next: { version: 2 } })
    expect(reason(await edit(id, cycles(46)))).toBe('wrong_state')
    expect((await must(plan(id))).data.method.recipe_version).toBe(1)
    await must(withdraw(id))
    // Expect another number: the one that was approved names its content for ever.
    expect((await read(id)).next).toMatchObject({ version: 3, release: { state: 'draft' } })
    await must(edit(id, cycles(46)))
    const list = await versions(id)
    expect(list.map(({ version, state }) => [version, state])).toEqual([
      [3, 'draft'],
      [2, 'discarded'],
      [1, 'effective'],
    ])
    expect(list.map(cyclesOf)).toEqual([46, 45, 40])
    expect(list[1]?.release?.signature?.meaning).toBe('approval')
  })

  it('an approved version is in force from its day, also before the service has written that down', async () => {
    const id = await makeRecipe(author, 'Dated')
    await must(send(id))
    await must(approve(id))
    await must(edit(id, cycles(45)))
    expect(reason(await send(id, inDays(-1)))).toBe('value_not_possible')
    const day = inDays(3)
    await must(send(id, day))
    await must(approve(id))
    const waiting = await read(id)
    expect(takeEffect(waiting, inDays(2)).version).toBe(1)
    expect(takeEffect(waiting, inDays(4)).version).toBe(2)
    const past = inDays(-1)
    const next = { ...waiting.next, release: { ...waiting.next?.release, effective_from: past } }
    await changeRecord(lab.company, { kind: 'recipe', uuid: id }, { next })
    const { data } = await must(plan(id))
    expect([data.method.recipe_version, cyclesOf(data.method)]).toEqual([2, 45])
    // Run the store's own alarm, which writes it down.
    await runDurableObjectAlarm(env.COMPANY_STORE.getByName(lab.company))
    const recipe = await read(id)
    expect([recipe.version, cyclesOf(recipe)]).toEqual([2, 45])
    expect(recipe).not.toHaveProperty('next')
  })

  it('a due version is put in force, and the time of the next is returned', async () => {
    const id = await makeRecipe(author, 'Woken')
    await must(send(id))
    await must(approve(id))
    await must(edit(id, cycles(45)))
    const day = inDays(3)
    await must(send(id, day))
    await must(approve(id))
    const due = await inStoreOf(lab.company, (sql) =>
      [now(), inDays(4)].map((at) => takeEffectDue(sql, at, (change) => sql.transaction(change))),
    )
    expect(due).toEqual([Date.parse(day), null])
    expect((await read(id)).version).toBe(2)
  })

  it('a draft is dropped with a reason, and a first draft is deleted instead', async () => {
    const id = await makeRecipe(author, 'Dropped')
    const discard = (body: object) => author(recipeCalls.discardVersion, { params: { id }, body })
    expect(reason(await discard({ reason: 'not needed' }))).toBe('wrong_state')
    await must(send(id))
    await must(approve(id))
    await must(edit(id, cycles(45)))
    expect((await discard({ reason: '' })).ok).toBe(false)
    await must(discard({ reason: 'not needed' }))
    expect(await read(id)).not.toHaveProperty('next')
    expect((await versions(id)).map(({ state }) => state)).toEqual(['discarded', 'effective'])
  })

  it('a retired recipe runs no more, changes no more, and a copy of it is a draft', async () => {
    const id = await makeRecipe(author, 'Retired')
    await must(send(id))
    await must(approve(id))
    await must(author(recipeCalls.retire, { params: { id }, body: { reason: 'replaced' } }))
    expect(reason(await plan(id))).toBe('archived')
    expect(reason(await edit(id, { archived: 0 }))).toBe('wrong_state')
    expect(reason(await edit(id, cycles(45)))).toBe('wrong_state')
    expect((await versions(id)).map(({ state }) => state)).toEqual(['retired'])
    const { data } = await must(author(recipeCalls.duplicate, { params: { id } }))
    expect(data).toMatchObject({ archived: 0, version: 1, release: { state: 'draft' } })
    expect(data).not.toHaveProperty('retired')
  })

  it('two people switch the review off, and the next edit of a draft puts it in force', async () => {
    const id = await makeRecipe(author, 'Off')
    const one = (await must(reviewing('N'))).data
    expect(one).toMatchObject({
      recipe_review: 'Y',
      recipe_review_off: { by_name: expect.any(String) },
    })
    expect((await must(reviewing('N'))).data.recipe_review).toBe('Y')
    const second = (await must(reviewing('N', await lab.as('SuperAdmin')))).data
    expect(second.recipe_review).toBe('N')
    expect(second).not.toHaveProperty('recipe_review_off')
    await must(edit(id, { name: 'Off and named' }))
    const recipe = await read(id)
    expect(recipe).not.toHaveProperty('release')
    expect((await must(plan(id))).data.method.recipe_version).toBe(1)
  })
})
