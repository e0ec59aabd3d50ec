// Field study, section 14: a list over companies never asks every store while somebody waits.
import { env, runDurableObjectAlarm } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import { companyCalls } from '../../domain/calls/companies.ts'
import { emailCalls } from '../../domain/calls/emails.ts'
import { notificationCalls } from '../../domain/calls/notifications.ts'
import { partnerCalls } from '../../domain/calls/partners.ts'
import { recallCalls } from '../../domain/calls/recalls.ts'
import { storesAtOnce } from '../../domain/catalog/limits.ts'
import { storesIn } from './bench/asks.ts'
import { countAsks } from './count-asks.ts'
import { handToWorker } from './kept-worker.ts'
import { must } from './lab.ts'
import { accountRows } from './matrix/all-examples.ts'
import { factsOf, type World } from './matrix/example.ts'
import { makeWorld } from './matrix/world.ts'
import { makeCompany } from './people.ts'

handToWorker()

const many = 60
let world: World
const others: string[] = []

beforeAll(async () => {
  world = await makeWorld()
  for (let at = 0; at < many; at += 10) {
    const names = Array.from({ length: 10 }, (_, index) => `Many ${at + index}`)
    others.push(...(await Promise.all(names.map((name) => makeCompany(world.call, name)))))
  }
  for (const id of others.slice(0, 3))
    await must(world.call(partnerCalls.promote, { params: { id } }))
}, 120_000)

const reading = accountRows
  .filter(({ row, example }) => row.safe && example !== null)
  .map(({ name, row, example }) => [name, row, factsOf(example!)] as const)

describe(`a call of the provider, in a region of ${many} companies`, () => {
  it.each(reading)('%s asks no more than 50 stores', async (_, row, { prepare }) => {
    const { sender = world.call, ...parts } = await prepare(world)
    const takesPages =
      row.query !== undefined && 'entries' in row.query && 'limit' in (row.query.entries as object)
    const query = { ...parts.query, ...(takesPages && { limit: '500', page: '1' }) }
    const { asks } = await countAsks(() => sender(row, { ...parts, query }))
    expect(storesIn(asks)).toBeLessThanOrEqual(storesAtOnce)
    // Nor the directory once for each of them.
    expect(asks.statements.length, asks.statements.join('\n')).toBeLessThan(30)
  })

  it('a list of companies comes whole in pages of so many, and says how many there are', async () => {
    const found: string[] = []
    for (let page = 1, pages = 1; page <= pages; page++) {
      const query = { limit: '500', page: String(page), order: 'name ASC' }
      const { value, asks } = await countAsks(() =>
        must(world.call(companyCalls.search, { query, body: {} })),
      )
      // The own one says who is asking.
      expect(storesIn(asks)).toBeLessThanOrEqual(storesAtOnce)
      pages = value.data.pages
      expect(pages).toBe(Math.ceil(value.data.total / (storesAtOnce - 1)))
      found.push(...value.data.data.map(({ uuid }) => uuid))
      if (page === 1) expect(value.data.data.length).toBeLessThan(storesAtOnce)
    }
    for (const uuid of others) expect(found.filter((one) => one === uuid)).toHaveLength(1)
  })

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

  it('a recall is told to the first of its companies before the answer, and to the others after it', async () => {
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
    const { data } = await must(world.call(recallCalls.get, { params: order.params }))
    expect(data.told?.filter(({ told_at }) => told_at !== null)).toHaveLength(many)
  })

  it('issue 14: an e-mail to people of more companies is refused before anybody is asked', async () => {
    const { company } = world.lab
    const mail = (companies: string[]) =>
      must(
        world.call(emailCalls.create, {
          body: {
            subject: 'News',
            message: 'Newer',
            recipients: { profiles: [], users: [], companies },
          },
        }),
      )
    const { uuid } = (await mail([...others, company])).data
    const params = { id: uuid }
    for (const row of [emailCalls.recipients, emailCalls.send]) {
      const { value, asks } = await countAsks(() => world.call(row, { params }))
      expect(value.errors[0]).toMatchObject({ field: 'recipients', reason: 'too_many_companies' })
      expect(storesIn(asks)).toBe(1)
    }
    // As many as may be asked: the own company is one of them.
    const most = (await mail([...others.slice(0, storesAtOnce - 2), company])).data
    const sent = await countAsks(() =>
      must(world.call(emailCalls.send, { params: { id: most.uuid } })),
    )
    expect(sent.value.data.reached).toBeGreaterThan(0)
    expect(storesIn(sent.asks)).toBe(storesAtOnce)
  }, 60_000)
})
