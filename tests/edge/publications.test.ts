import { env, runDurableObjectAlarm } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import { mostOpenRequests } from '../../domain/catalog/limits.ts'
import { auditCalls } from '../../domain/calls/audit.ts'
import { companyCalls } from '../../domain/calls/companies.ts'
import { globalRecipeCalls } from '../../domain/calls/global-recipes.ts'
import { notificationCalls } from '../../domain/calls/notifications.ts'
import { publicationCalls } from '../../domain/calls/publications.ts'
import { recipeCalls } from '../../domain/calls/recipes.ts'
import { sessionCalls } from '../../domain/calls/session.ts'
import { type Lab, must, password, type Sender, signIn } from './lab.ts'
import type { World } from './matrix/example.ts'
import { changeInside, makeWorld } from './matrix/world.ts'
import { makePerson } from './people.ts'
import { actionsOn, evaluation, makePublished, makeRecipe, process } from './method-bodies.ts'
import { changeRecord } from './store-writes.ts'

let world: World
let lab: Lab
let provider: Sender
let manager: Sender
beforeAll(async () => {
  world = await makeWorld()
  lab = world.lab
  provider = world.call
  manager = await lab.as('Manager')
}, 60_000)

const ask = (id: string, flag: 0 | 1, more: { reason?: string; opId?: string } = {}) =>
  manager(recipeCalls.edit, {
    params: { id },
    body: { publication_requested: flag, ...(more.reason && { reason: more.reason }) },
    headers: { 'Operation-Id': more.opId ?? crypto.randomUUID() },
  })

const read = async (id: string) => (await must(manager(recipeCalls.get, { params: { id } }))).data

const requestsOf = async (recipe: string) => {
  const query = { limit: '500' }
  const { data } = await must(provider(publicationCalls.search, { query, body: {} }))
  return data.data.filter(({ recipe_uuid }) => recipe_uuid === recipe)
}

/** Make a recipe with an open request, and return both. */
async function asked(name = world.plainWord()) {
  const id = await makeRecipe(manager, name)
  await must(ask(id, 1, { reason: 'Works for all of us' }))
  const [request] = await requestsOf(id)
  return { id, name, request: request?.uuid ?? '' }
}

const takeOver = (id: string, body: object = {}, sender = provider) =>
  sender(publicationCalls.takeOver, { params: { id }, body })
const refuse = (id: string, reason = 'Too special for all', sender = provider) =>
  sender(publicationCalls.refuse, { params: { id }, body: { reason } })

describe('[STATE-054] a request for publication', () => {
  it('is mailed to each administrator of the provider in their language, with a link', async () => {
    const { uuid } = (await must(provider(sessionCalls.me))).data
    const person = { kind: 'user' as const, uuid }
    await changeRecord(world.home.company, person, { default_language: 'de' })
    const { name } = await asked()
    await changeRecord(world.home.company, person, { default_language: 'en' })
    const { results } = await env.DIRECTORY.prepare(
      'SELECT subject, text FROM mails WHERE company_uuid = ?1 AND subject LIKE ?2',
    )
      .bind(world.home.company, `%${name}`)
      .all<{ subject: string; text: string }>()
    const mail = results.find(({ subject }) => subject === `Veröffentlichung beantragt: ${name}`)
    expect(mail?.text).toContain('Works for all of us')
    expect(mail?.text).toContain('/recipes/global')
  })

  it('reaches the provider with a copy of the recipe that a later edit does not change', async () => {
    const { id, name } = await asked()
    await must(
      manager(recipeCalls.edit, {
        params: { id },
        body: { process: { ...process, lid_temperature: 99 } },
      }),
    )
    expect(await requestsOf(id)).toMatchObject([
      {
        name,
        recipe_version: 1,
        process: { lid_temperature: process.lid_temperature },
        company_uuid: lab.company,
        note: 'Works for all of us',
        status: 'open',
        waiting: 0,
      },
    ])
    expect(await read(id)).toMatchObject({
      version: 2,
      publication_requested: 1,
      publication: { state: 'requested' },
    })
  })

  it('arrives once, however often it is sent', async () => {
    const id = await makeRecipe(manager, world.plainWord())
    const opId = crypto.randomUUID()
    await Promise.all([1, 2, 3].map(() => must(ask(id, 1, { opId }))))
    expect(await requestsOf(id)).toHaveLength(1)
  })

  it('is sent by the alarm of the store when it could not be sent at once', async () => {
    const id = await makeRecipe(manager, world.plainWord())
    await env.DIRECTORY.exec('UPDATE companies SET provider = 2 WHERE provider = 1')
    await must(ask(id, 1)).finally(() =>
      env.DIRECTORY.exec('UPDATE companies SET provider = 1 WHERE provider = 2'),
    )
    expect(await requestsOf(id)).toEqual([])
    await runDurableObjectAlarm(env.COMPANY_STORE.getByName(lab.company))
    expect(await requestsOf(id)).toMatchObject([{ status: 'open' }])
  })

  it('goes with a recipe that is archived or deleted', async () => {
    const [first, second] = [await asked(), await asked()]
    await must(manager(recipeCalls.edit, { params: { id: first.id }, body: { archived: 1 } }))
    await must(manager(recipeCalls.delete, { params: { id: second.id } }))
    expect((await requestsOf(first.id))[0]?.status).toBe('withdrawn')
    expect((await requestsOf(second.id))[0]?.status).toBe('withdrawn')
    const late = await takeOver(first.request)
    expect([late.status, late.errors[0]?.reason]).toEqual([409, 'wrong_state'])
  })

  it('is refused while as many are open as a company may have', async () => {
    const other = await world.leaver.as('Manager')
    const send = async () => {
      const id = await makeRecipe(other, world.plainWord())
      return other(recipeCalls.edit, { params: { id }, body: { publication_requested: 1 } })
    }
    for (let count = 0; count < mostOpenRequests; count += 1) await must(send())
    const answer = await send()
    expect([answer.status, answer.errors[0]]).toMatchObject([
      409,
      { reason: 'requests_open', params: { limit: mostOpenRequests } },
    ])
  })
})

describe('[STATE-054] the provider takes a request over', () => {
  it('as a new recipe for all companies', async () => {
    const { id, name, request } = await asked()
    const opId = { 'Operation-Id': crypto.randomUUID() }
    const send = () =>
      provider(publicationCalls.takeOver, { params: { id: request }, body: {}, headers: opId })
    const { data } = await must(send())
    expect(data).toMatchObject({ status: 'published', global_version: 1 })
    const { status, global_uuid, decided_at } = data
    expect((await must(send())).data).toMatchObject({ status, global_uuid, decided_at })
    const made = await must(
      manager(globalRecipeCalls.get, { params: { id: data.global_uuid ?? '' } }),
    )
    expect(made.data).toMatchObject({ name, version: 1, process })
    const after = await read(id)
    expect(after).toMatchObject({
      version: 1,
      publication: { state: 'published', global_uuid: data.global_uuid },
    })
    expect(after).not.toHaveProperty('publication_requested')
    expect(await actionsOn(manager, 'recipe', id)).toEqual([
      'recipe.create',
      'recipe.request_publication',
      'recipe.publication_settled',
    ])
  })

  it('as the next version of a recipe, if that is still the one that was looked at', async () => {
    const global = await makePublished(provider, world.plainWord())
    const before = await must(provider(globalRecipeCalls.get, { params: { id: global } }))
    const id = await makeRecipe(manager, world.plainWord())
    const body = { evaluation: { ...evaluation, variables: [] } }
    await must(manager(recipeCalls.edit, { params: { id }, body }))
    await must(ask(id, 1))
    const request = (await requestsOf(id))[0]?.uuid ?? ''
    await must(
      provider(globalRecipeCalls.edit, { params: { id: global }, body: { name: 'Renamed' } }),
    )
    const replaces = { uuid: global, base: before.data.updated_at }
    const stale = await takeOver(request, { replaces })
    expect([stale.status, stale.errors[0]?.code]).toEqual([409, 'stale'])
    expect((await requestsOf(id))[0]?.status).toBe('open')
    const now = await must(provider(globalRecipeCalls.get, { params: { id: global } }))
    const { data } = await must(
      takeOver(request, { replaces: { uuid: global, base: now.data.updated_at } }),
    )
    expect(data).toMatchObject({ global_uuid: global, global_version: 2 })
    const made = await must(provider(globalRecipeCalls.get, { params: { id: global } }))
    expect(made.data).toMatchObject({ name: 'Renamed', version: 2, evaluation: { variables: [] } })
  })

  it('once, when two administrators decide at the same time', async () => {
    const { id, name, request } = await asked()
    const word = world.plainWord()
    await makePerson(provider, world.home.company, word, { profile: 'SuperAdmin' })
    const other = await signIn(word, password)
    const answers = await Promise.all([
      takeOver(request),
      takeOver(request, {}, other),
      refuse(request),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(2)
    const found = await must(provider(globalRecipeCalls.search, { body: { search: name } }))
    expect(found.data.total).toBeLessThanOrEqual(1)
    expect((await read(id)).publication?.state).toBe((await requestsOf(id))[0]?.status)
  })

  it('or it is withdrawn in between: one of the two holds in both companies', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { id, request } = await asked()
      const [taken, withdrawn] = await Promise.all([takeOver(request), ask(id, 0)])
      expect(new Set([taken.status, withdrawn.status])).toEqual(new Set([200, 409]))
      const state = taken.status === 200 ? 'published' : 'withdrawn'
      expect((await requestsOf(id))[0]?.status).toBe(state)
      expect((await read(id)).publication?.state).toBe(
        state === 'published' ? 'published' : undefined,
      )
    }
  })

  it('and the company hears of it from the alarm when it could not be reached at once', async () => {
    const { id, request } = await asked()
    const name = (await requestsOf(id))[0]?.company_uuid ?? ''
    await env.DIRECTORY.exec('ALTER TABLE mails RENAME TO mails_away')
    await must(takeOver(request)).finally(() =>
      env.DIRECTORY.exec('ALTER TABLE mails_away RENAME TO mails'),
    )
    expect((await requestsOf(id))[0]).toMatchObject({ company_uuid: name, waiting: 1 })
    await runDurableObjectAlarm(env.COMPANY_STORE.getByName(world.home.company))
    expect((await requestsOf(id))[0]?.waiting).toBe(0)
    expect((await read(id)).publication?.state).toBe('published')
  })

  it('and a word that the request has arrived, which comes after the decision, keeps nothing waiting', async () => {
    const { request } = await asked()
    await must(takeOver(request))
    await changeInside(lab.company, {
      type: 'publication.sent',
      uuid: request,
      status: 'requested',
    })
    const params = { kind: 'publication', id: request }
    const { data } = await must(manager(auditCalls.record, { params }))
    const waits = data.flatMap(({ changes }) => changes).filter(({ field }) => field === 'waiting')
    expect(waits.at(-1)?.after).toBe(0)
  })

  it('not by the person who asked nor by an unconfirmed account, where the provider wants four eyes', async () => {
    const word = world.plainWord()
    await makePerson(provider, world.home.company, word, { profile: 'SuperAdmin' })
    const fresh = await signIn(word, password)
    const params = { id: world.home.company }
    await must(provider(companyCalls.edit, { params, body: { four_eyes: 'Y' } }))
    const askBy = async (sender: Sender) => {
      const id = await makeRecipe(sender, world.plainWord())
      await must(sender(recipeCalls.edit, { params: { id }, body: { publication_requested: 1 } }))
      return (await requestsOf(id))[0]?.uuid ?? ''
    }
    const [theirs, mine] = [await askBy(fresh), await askBy(provider)]
    const own = await takeOver(theirs, {}, fresh)
    expect([own.status, own.errors[0]?.reason]).toEqual([409, 'four_eyes'])
    const early = await refuse(mine, 'Too early for me', fresh)
    expect([early.status, early.errors[0]?.reason]).toEqual([409, 'confirmation_needed'])
    // Expect the account's work to count as that of who made it, until another person confirms it.
    const maker = await takeOver(theirs)
    expect([maker.status, maker.errors[0]?.reason]).toEqual([409, 'counts_as_you'])
  })
})

describe('[STATE-054] a refusal', () => {
  it('needs a reason, and reaches the person who asked with it', async () => {
    const { id, name, request } = await asked()
    expect((await refuse(request, '')).status).toBe(422)
    await must(refuse(request))
    expect(await read(id)).toMatchObject({
      publication: { state: 'refused', reason: 'Too special for all' },
    })
    const mine = await must(manager(notificationCalls.mine, {}))
    const told = mine.data.data.filter(({ message }) => message.includes(name))
    expect(told).toHaveLength(1)
    expect(told[0]?.message).toContain('Too special for all')
    expect(told[0]?.about?.kind).toBe('recipe')
    const mails = await env.DIRECTORY.prepare(
      `SELECT company_uuid, text FROM mails WHERE once >= ?1 || ':' AND once < ?1 || ';'`,
    )
      .bind(`publication-decided:${request}`)
      .all<{ company_uuid: string; text: string }>()
    expect(mails.results).toHaveLength(1)
    expect(mails.results[0]?.company_uuid).toBe(lab.company)
    expect(mails.results[0]?.text).toContain('Too special for all')
  })

  it('ends the request: another one may be made, independent of it', async () => {
    const { id, request } = await asked()
    await must(refuse(request))
    await must(ask(id, 1))
    expect((await requestsOf(id)).map(({ status }) => status).toSorted()).toEqual([
      'open',
      'refused',
    ])
    expect((await read(id)).publication).toMatchObject({ state: 'requested', reason: '' })
  })

  it('is not a company’s to give, nor the list of requests', async () => {
    const { request } = await asked()
    const admin = await lab.as('SuperAdmin')
    expect((await refuse(request, 'Not mine to say', admin)).status).toBe(403)
    expect((await takeOver(request, {}, admin)).status).toBe(403)
    expect((await admin(publicationCalls.search, { body: {} })).status).toBe(403)
  })
})
