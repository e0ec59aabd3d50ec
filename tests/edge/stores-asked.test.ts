// Field study, section 14: no call asks every store while somebody waits. Every row of the contract is sent among as many companies
// in tests/edge/matrix-objects.test.ts; here are those that concern many companies at once.
import { env, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { beforeAll, describe, expect, it, type MockInstance, vi } from 'vitest'
import { companyCalls } from '../../domain/calls/companies.ts'
import { emailCalls } from '../../domain/calls/emails.ts'
import { globalRecipeCalls } from '../../domain/calls/global-recipes.ts'
import { notificationCalls } from '../../domain/calls/notifications.ts'
import { partnerCalls } from '../../domain/calls/partners.ts'
import { protocolCalls } from '../../domain/calls/protocols.ts'
import { recallCalls } from '../../domain/calls/recalls.ts'
import { storesAtOnce } from '../../domain/catalog/limits.ts'
import { patience } from '../../edge/in-time.ts'
import { CompanyStore } from '../../edge/store/CompanyStore.ts'
import { storesIn } from './bench/asks.ts'
import { countAsks } from './count-asks.ts'
import { must, visiting } from './lab.ts'
import type { World } from './matrix/example.ts'
import { makeWorld } from './matrix/world.ts'
import { makeProtocol, makePublished } from './method-bodies.ts'
import { makeCompanies } from './people.ts'
import { changeRecord, inStoreOf, startAgain } from './store-writes.ts'

const many = 60
/**
 * Let the stores of companies fail or hang when they are asked for a record, an outline or by name.
 * @returns what lets them answer again.
 */
function bendStores(bent: Readonly<Record<string, 'throws' | 'hangs'>>): () => void {
  let isOver = false
  const spies = (['get', 'describe', 'ask'] as const).map((method) => {
    const answer = CompanyStore.prototype[method] as (...given: unknown[]) => unknown
    const spy = vi.spyOn(CompanyStore.prototype, method) as unknown as MockInstance
    return spy.mockImplementation(async function (this: object, ...given: unknown[]) {
      const { ctx } = this as { ctx: DurableObjectState }
      const how = bent[ctx.id.name ?? '']
      if (how === 'throws') throw new Error('Network connection lost')
      while (how === 'hangs' && !isOver) await scheduler.wait(20)
      return answer.apply(this, given)
    })
  })
  return () => {
    isOver = true
    for (const spy of spies) spy.mockRestore()
  }
}

let world: World
const others: string[] = []

beforeAll(async () => {
  world = await makeWorld()
  others.push(...(await makeCompanies(world.call, many)))
  for (const id of others.slice(0, 3))
    await must(world.call(partnerCalls.promote, { params: { id } }))
}, 120_000)

/** Archive a recipe of the provider, as its deletion needs. */
const archive = (id: string) =>
  must(world.call(globalRecipeCalls.edit, { params: { id }, body: { archived: 1 } }))

it('issue 14: the companies are asked after the answer whether they use a recipe, which then goes', async () => {
  // Call the alarm directly, since it may be under way by itself.
  const ask = () =>
    runInDurableObject(env.COMPANY_STORE.getByName(world.home.company), (store) => store.alarm())
  const used = await makePublished(world.call, world.plainWord())
  const free = await makePublished(world.call, world.plainWord())
  const remove = async (id: string) => {
    const params = { id }
    const { value, asks } = await countAsks(() => world.call(globalRecipeCalls.delete, { params }))
    expect(storesIn(asks)).toBe(1)
    return value.errors.map(({ reason, params: said }) => [reason, said])
  }
  // Ask nobody about one that is not archived: its uses could grow meanwhile.
  expect((await remove(used)).map(([reason]) => reason)).toEqual(['wrong_state'])
  const manager = await world.lab.as('Manager')
  const protocol = await makeProtocol(manager, 'On the provider’s', used)
  for (const id of [used, free]) await archive(id)
  const total = expect.any(Number) as number
  for (const id of [used, free]) {
    expect(await remove(id)).toEqual([['uses_asked', { asked: 0, total }]])
  }
  await ask()
  expect(await remove(used)).toEqual([['in_use', { count: 1, by: 'PROTOCOL' }]])
  expect(await remove(free)).toEqual([])
  // End the use, which is not held against it: the count is given once.
  await must(manager(protocolCalls.delete, { params: { id: protocol } }))
  expect((await remove(used)).map(([reason]) => reason)).toEqual(['uses_asked'])
  // Edit it, which makes a count void: a protocol could have begun to use it.
  await ask()
  await must(world.call(globalRecipeCalls.edit, { params: { id: used }, body: { archived: 0 } }))
  await archive(used)
  expect((await remove(used)).map(([reason]) => reason)).toEqual(['uses_asked'])
  await ask()
  expect(await remove(used)).toEqual([])
}, 60_000)

describe(`a call of the provider, in a region of ${many} companies`, () => {
  it('a list of companies comes whole in pages of so many, and says how many there are', async () => {
    const found: string[] = []
    for (let page = 1, pages = 1; page <= pages; page++) {
      const query = { limit: '500', page: String(page), order: 'name ASC' }
      const { value, asks } = await countAsks(() =>
        must(world.call(companyCalls.search, { query, body: {} })),
      )
      // Count the own one too, which says who is asking.
      expect(storesIn(asks)).toBeLessThanOrEqual(storesAtOnce)
      pages = value.data.pages
      expect(pages).toBe(Math.ceil(value.data.total / (storesAtOnce - 1)))
      found.push(...value.data.data.map(({ uuid }) => uuid))
      if (page === 1) expect(value.data.data.length).toBeLessThan(storesAtOnce)
    }
    for (const uuid of others) expect(found.filter((one) => one === uuid)).toHaveLength(1)
  })

  it('issue 21: goes without the companies whose stores throw or hang, and names them', async () => {
    const [lost, slow, ...well] = others.slice(0, 5) as [string, string, ...string[]]
    const { company } = world.lab
    const recipients = { profiles: [], users: [], companies: [lost, slow, ...well, company] }
    const words = { title: 'Not from all', message: 'A look at it', recipients }
    const made = (await must(world.call(notificationCalls.create, { body: words }))).data
    const params = { id: made.uuid }
    const lists = {
      companies: async () => {
        const query = { limit: '500', order: 'created_at ASC' }
        const pages = []
        for (let page = 1, count = 1; page <= count; page += 1) {
          const parts = { query: { ...query, page: String(page) }, body: {} }
          const { data } = await must(world.call(companyCalls.search, parts))
          count = data.pages
          pages.push(data)
        }
        const data = pages.flatMap((one) => one.data)
        return { data, silent: pages.flatMap(({ silent = [] }) => silent) }
      },
      preview: async () =>
        (await must(world.call(notificationCalls.recipientsPreview, { params, query: {} }))).data,
      receipts: async () =>
        (await must(world.call(notificationCalls.receipts, { params, query: {} }))).data,
    }
    const whole = await lists.companies()
    const people = (await lists.preview()).total
    const release = bendStores({ [lost]: 'throws', [slow]: 'hangs' })
    const usual = patience.list
    try {
      for (const ask of Object.values(lists)) {
        // Wait longer and longer: a busy machine may take longer than a limit for stores that do answer.
        for (patience.list = 250; ; patience.list *= 2) {
          const { silent = [] } = await ask()
          if (silent.length > 2) continue
          expect(new Set(silent.map(({ uuid }) => uuid))).toEqual(new Set([lost, slow]))
          expect(silent.every(({ name }) => name.startsWith('Many '))).toBe(true)
          break
        }
      }
      const some = await lists.companies()
      expect(some.data.map(({ uuid }) => uuid)).toEqual(
        whole.data.map(({ uuid }) => uuid).filter((uuid) => uuid !== lost && uuid !== slow),
      )
      expect((await lists.preview()).total).toBe(people)
      // Expect their figures from the index, which needs no store.
      const query = { limit: '500' }
      const figures = (await must(world.call(companyCalls.figures, { query }))).data.data
      expect(figures.map(({ uuid }) => uuid)).toEqual(expect.arrayContaining([lost, slow]))
      // Send it to all of them: those that do not answer get it from the store of its sender later.
      const sent = (await must(world.call(notificationCalls.send, { params }))).data
      expect(sent.status).toBe('Planned')
    } finally {
      patience.list = usual
      release()
    }
  }, 120_000)

  it('a list of partners asks the directory once for all of their underlings', async () => {
    const { value, asks } = await countAsks(() =>
      must(world.call(partnerCalls.search, { query: { limit: '500' } })),
    )
    expect(value.data.total).toBeGreaterThanOrEqual(4)
    const ofPartner = value.data.data.find(({ uuid }) => uuid === world.partner.company)
    expect(ofPartner?.underlings.map(({ uuid }) => uuid)).toEqual([world.underling.company])
    expect(asks.statements.filter((text) => text.includes('partner_uuid IN'))).toHaveLength(1)
    expect(asks.statements.filter((text) => text.includes('partner_uuid = ?1 AND'))).toEqual([])
  })

  it('twelfth look R12-6: a notification to many companies is sent after the answer, and its readers are listed by pages', async () => {
    const { company } = world.lab
    const recipients = { profiles: [], users: [], companies: [...others, company] }
    const words = { title: 'To all of you', message: 'A look at it', recipients }
    const made = (await must(world.call(notificationCalls.create, { body: words }))).data
    const params = { id: made.uuid }
    const count = async (ask: (page: string) => Promise<{ pages?: number | undefined }>) => {
      for (let page = 1, pages = 1; page <= pages; page += 1) {
        const { value, asks } = await countAsks(() => ask(String(page)))
        expect(storesIn(asks)).toBeLessThanOrEqual(storesAtOnce)
        pages = value.pages ?? 1
        if (page === 1) expect(pages).toBe(2)
      }
    }
    const reached: string[] = []
    await count(async (page) => {
      const query = { page }
      const { data } = await must(
        world.call(notificationCalls.recipientsPreview, { params, query }),
      )
      reached.push(...data.people.map((one) => one.company_uuid))
      return data
    })
    expect(new Set(reached)).toEqual(new Set([company]))
    const { value, asks } = await countAsks(() =>
      must(world.call(notificationCalls.send, { params })),
    )
    expect(storesIn(asks)).toBe(1)
    expect(value.data.status).toBe('Planned')
    await runDurableObjectAlarm(env.COMPANY_STORE.getByName(world.home.company))
    const sent = (await must(world.call(notificationCalls.get, { params }))).data
    expect([sent.status, sent.reached]).toEqual(['Sent', reached.length])
    const readers: string[] = []
    await count(async (page) => {
      const { data } = await must(
        world.call(notificationCalls.receipts, { params, query: { page } }),
      )
      readers.push(...data.people.map((one) => one.uuid))
      return data
    })
    expect(readers).toHaveLength(reached.length)
  }, 60_000)

  it('a recall is announced to the first of its companies before the answer, and to the others by the alarm, also once it is closed', async () => {
    const subject = { kind: 'lot', bkit_uuid: crypto.randomUUID(), lot: 'L-0' } as const
    const opened = await must(
      world.call(recallCalls.create, { body: { subject, reason: 'A look at it' } }),
    )
    const order = { params: { id: opened.data.uuid }, body: { companies: others } }
    const { value, asks } = await countAsks(() => must(world.call(recallCalls.announce, order)))
    const kept = asks.stores.findIndex(({ question }) => question === 'recall.reached')
    expect(storesIn({ ...asks, stores: asks.stores.slice(0, kept) })).toBe(storesAtOnce)
    const waiting = value.data.told?.filter(({ told_at }) => told_at === null)
    expect(waiting).toHaveLength(many - storesAtOnce + 1)
    const told = async () =>
      (await must(world.call(recallCalls.get, { params: order.params }))).data.told ?? []
    const reached = async () => (await told()).filter(({ told_at }) => told_at !== null).length
    const { company } = world.home
    // Run the alarm of a process that was started after the other one was killed.
    const nextTurn = () => startAgain(company, (store) => store.alarm())
    await nextTurn()
    expect(await reached()).toBe(many)
    // Leave more than one turn, with the first company away: it must not hold up the others.
    const entries = (await told()).map((one) => ({ ...one, told_at: null }))
    const gone = { ...entries[0]!, company_uuid: '00000000-0000-4000-8000-000000000000' }
    const record = { kind: 'recall', uuid: order.params.id } as const
    await changeRecord(company, record, { told: [...entries, gone] })
    await nextTurn()
    await nextTurn()
    await nextTurn()
    expect(await reached()).toBe(many)
    const next = await runInDurableObject(env.COMPANY_STORE.getByName(company), (_, state) =>
      state.storage.getAlarm(),
    )
    expect(next).not.toBeNull()
    const placesOf = async () =>
      inStoreOf(company, (sql) =>
        sql.first<{ value: string }>(`SELECT value FROM meta WHERE name = 'recalls_told_up_to'`),
      )
    expect((await placesOf())?.value).toContain(order.params.id)
    // Erase a company, which is not tried again for ever: the recall says what became of it, and keeps no place.
    await env.DIRECTORY.prepare(
      `INSERT INTO companies (uuid, name, created_at, updated_at, deleted_at) VALUES (?1, '', ?2, ?2, ?2)`,
    )
      .bind(gone.company_uuid, new Date().toISOString())
      .run()
    await nextTurn()
    const ended = (await told()).filter(({ told_at }) => told_at === null)
    expect(ended).toMatchObject([
      { company_uuid: gone.company_uuid, erased_at: expect.any(String) },
    ])
    await nextTurn()
    expect((await placesOf())?.value).toBe('{}')
    // Close it while most wait (seventeenth attack A17-4).
    await changeRecord(company, record, { told: entries })
    const body = { reason: 'Nothing was found' }
    await must(world.call(recallCalls.close, { params: order.params, body }))
    await nextTurn()
    await nextTurn()
    await nextTurn()
    expect(await reached()).toBe(many)
  }, 60_000)

  it('issue 14: an e-mail to people of more companies is refused before anybody is asked', async () => {
    const { company } = world.lab
    const bodyOf = (companies: string[]) => ({
      subject: 'News',
      message: 'Newer',
      recipients: { profiles: [], users: [], companies },
    })
    const mail = (companies: string[]) =>
      must(world.call(emailCalls.create, { body: bodyOf(companies) }))
    const { uuid } = (await mail([...others, company])).data
    const params = { id: uuid }
    for (const row of [emailCalls.recipients, emailCalls.send]) {
      const { value, asks } = await countAsks(() => world.call(row, { params }))
      expect(value.errors[0]).toMatchObject({ field: 'recipients', reason: 'too_many_companies' })
      expect(storesIn(asks)).toBe(1)
    }
    // Visit another company: the store that says who asks is one of them there, too.
    const headers = await visiting(world.call, world.leaver.company)
    const body = bodyOf(others.slice(0, storesAtOnce - 1))
    const visited = (await must(world.call(emailCalls.create, { body, headers }))).data
    const there = await world.call(emailCalls.send, { params: { id: visited.uuid }, headers })
    expect(there.errors[0]).toMatchObject({ reason: 'too_many_companies' })
    // Send to as many as may be asked, of which the own company is one.
    const most = (await mail([...others.slice(0, storesAtOnce - 2), company])).data
    const sent = await countAsks(() =>
      must(world.call(emailCalls.send, { params: { id: most.uuid } })),
    )
    expect(sent.value.data.reached).toBeGreaterThan(0)
    expect(storesIn(sent.asks)).toBe(storesAtOnce)
  }, 60_000)
})
