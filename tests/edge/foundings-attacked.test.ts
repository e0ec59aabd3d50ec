import { env } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import { companyCalls } from '../../domain/calls/companies.ts'
import { foundingCalls } from '../../domain/calls/foundings.ts'
import { swarmCalls } from '../../domain/calls/swarms.ts'
import { type Founding, type FoundingStep } from '../../domain/entities/founding.ts'
import { removeLogin } from '../../edge/directory/directory.ts'
import { mailsTo } from './browser-page.ts'
import { must, type Sender, visiting } from './lab.ts'
import type { World } from './matrix/example.ts'
import { makeWorld } from './matrix/world.ts'
import { chooseByLink, makePerson } from './people.ts'
import { changeRecord } from './store-writes.ts'

let world: World
let provider: Sender
beforeAll(async () => {
  world = await makeWorld()
  provider = world.call
}, 90_000)

let count = 0

async function begin(given: Partial<Founding> = {}): Promise<Founding> {
  count += 1
  const word = `chief${count}`
  const administrator = { username: word, name: 'The Chief', email: `${word}@new.example` }
  const body = { name: `Attacked ${count}`, administrator, swarms: ['Bench'], ...given }
  return (await must(provider(foundingCalls.create, { body }))).data
}

const at = (id: string) => ({ params: { id } })
const press = (id: string, step: FoundingStep) =>
  provider(foundingCalls.step, { ...at(id), body: { step } })
const emailOf = ({ administrator }: Founding) => administrator?.email ?? ''

/** Take the note about a step away, as if the service had ended before it was written. */
async function breakOff({ uuid }: Founding, step: FoundingStep): Promise<void> {
  const { data } = await must(provider(foundingCalls.get, at(uuid)))
  const done = data.done.filter((one) => one.step !== step)
  await changeRecord(world.home.company, { kind: 'founding', uuid }, { done })
}

const swarmsOf = async (company: string) =>
  (await must(provider(swarmCalls.search, { headers: { 'X-Company': company } }))).data.total

describe('a founding that is dropped', () => {
  it('eleventh attack A11-12: leaves its name free, also where the company step broke off', async () => {
    const founding = await begin({ name: 'Half a laboratory' })
    await must(press(founding.uuid, 'company'))
    await breakOff(founding, 'company')
    const { data } = await must(provider(foundingCalls.end, at(founding.uuid)))
    expect(data.status).toBe('dropped')
    await must(provider(companyCalls.create, { body: { name: 'Half a laboratory' } }))
  })

  it('eleventh attack A11-12: leaves its name free when its company step is under way', async () => {
    const founding = await begin({ name: 'Made meanwhile' })
    const [step, end] = await Promise.all([
      press(founding.uuid, 'company'),
      provider(foundingCalls.end, at(founding.uuid)),
    ])
    const status = end.status === 200 && (await must(Promise.resolve(end))).data.status
    const body = { name: 'Made meanwhile' }
    const again = await provider(companyCalls.create, { body })
    expect([step.status, again.status]).toEqual(status === 'dropped' ? [409, 200] : [200, 409])
  })
})

describe('an invitation of a founding', () => {
  it('eleventh attack A11-13: is mailed once, also when its step broke off behind the mail', async () => {
    const founding = await begin()
    await must(press(founding.uuid, 'company'))
    await must(press(founding.uuid, 'administrator'))
    await breakOff(founding, 'administrator')
    await must(press(founding.uuid, 'administrator'))
    expect(await mailsTo(emailOf(founding), 1)).toHaveLength(1)
    await chooseByLink(emailOf(founding))
    await breakOff(founding, 'administrator')
    await must(press(founding.uuid, 'administrator'))
    const links = (await mailsTo(emailOf(founding), 1)).filter(({ text }) => text.includes('#'))
    expect(links).toHaveLength(1)
  })

  it('eleventh attack A11-13: is mailed when the step broke off before the mail', async () => {
    const founding = await begin()
    await must(press(founding.uuid, 'company'))
    await must(press(founding.uuid, 'administrator'))
    await breakOff(founding, 'administrator')
    const forget = env.DIRECTORY.prepare('DELETE FROM mails WHERE recipient = ?1')
    await forget.bind(emailOf(founding)).run()
    await must(press(founding.uuid, 'administrator'))
    expect(await mailsTo(emailOf(founding), 1)).toHaveLength(1)
    await chooseByLink(emailOf(founding))
  })
})

describe('a company that belongs to its people', () => {
  it('eleventh attack A11-14: is not entered by a founding whose administrator has left', async () => {
    const founding = await begin()
    const { uuid, company_uuid: company } = founding
    await must(press(uuid, 'company'))
    await must(press(uuid, 'administrator'))
    await chooseByLink(emailOf(founding))
    const login = await env.DIRECTORY.prepare('SELECT user_uuid FROM logins WHERE email = ?1')
      .bind(emailOf(founding))
      .first<{ user_uuid: string }>()
    const user_uuid = login?.user_uuid ?? ''
    await removeLogin(env.DIRECTORY, { user_uuid, company_uuid: company })
    const late = await press(uuid, 'swarms')
    expect(late.errors[0]).toMatchObject({ reason: 'founding_handed_over' })
    expect(await swarmsOf(company)).toBe(0)
  })

  it('eleventh attack A11-14: is not entered where others have signed in before its administrator', async () => {
    const founding = await begin()
    const { uuid, company_uuid: company } = founding
    await must(press(uuid, 'company'))
    const headers = await visiting(provider, company)
    await makePerson(provider, company, `other${count}`, { profile: 'Manager', headers })
    for (const step of ['administrator', 'swarms'] as const) {
      expect((await press(uuid, step)).errors[0]).toMatchObject({ reason: 'founding_handed_over' })
    }
    expect(await mailsTo(emailOf(founding), 0)).toEqual([])
  })
})

describe('a step that somebody edits meanwhile', () => {
  it('eleventh attack A11-15: is noted with what it was carried out with', async () => {
    const founding = await begin()
    const { uuid, company_uuid: company } = founding
    const body = { name: `Edited meanwhile ${count}` }
    await Promise.all([press(uuid, 'company'), provider(foundingCalls.edit, { ...at(uuid), body })])
    const { data } = await must(provider(foundingCalls.get, at(uuid)))
    const made = await must(provider(companyCalls.editForm, at(company)))
    expect(data.name).toBe(made.data.record?.name)
  })

  it('eleventh attack A11-15: is noted with the person who was invited before it broke off', async () => {
    const founding = await begin()
    const { uuid } = founding
    await must(press(uuid, 'company'))
    await must(press(uuid, 'administrator'))
    await breakOff(founding, 'administrator')
    const other = { username: 'somebodyelse', name: 'Else', email: 'else@new.example' }
    await must(provider(foundingCalls.edit, { ...at(uuid), body: { administrator: other } }))
    const { data } = await must(press(uuid, 'administrator'))
    expect(data.administrator).toEqual({ ...founding.administrator, default_language: 'en' })
    expect(await mailsTo(other.email, 0)).toEqual([])
  })
})
