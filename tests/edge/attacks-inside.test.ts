import { env } from 'cloudflare:test'
import type { Store } from '../../edge/context.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { notificationCalls } from '../../domain/calls/notifications.ts'
import { userCalls } from '../../domain/calls/users.ts'
import type { Notification } from '../../domain/entities/notification.ts'
import { bySystem } from '../../edge/store/publications.ts'
import { foundLab, type Lab, must, password, type Sender, signIn } from './lab.ts'
import { makePerson } from './people.ts'

let provider: Lab
let lab: Lab
let boss: Sender
let admin: Sender
beforeAll(async () => {
  provider = await foundLab('insider', { isProvider: 'Y', developer: 'Y' })
  lab = await foundLab('inside')
  boss = await provider.as('SuperAdmin')
  admin = await lab.as('Administrator')
})

const storeOf = (company: string) => env.COMPANY_STORE.getByName(company) as unknown as Store

describe('A22-5: somebody joins a company while a notice to everybody is on its way', () => {
  const write = async (change: object): Promise<Notification> => {
    const recipients = { profiles: [], companies: [lab.company], users: [] }
    const body = { title: 'Do not use lot 9', message: 'It leaks', recipients, ...change }
    return (await must(boss(notificationCalls.create, { body }))).data
  }

  /** Find recipients as the call does, let something happen, and deliver to those who were found. */
  async function deliver(notification: Notification, meanwhile: () => Promise<unknown>) {
    const { recipients } = notification
    const sight = { kinds: [], swarms: [] }
    const asked = { name: 'recipients', recipients, whole: true } as const
    const found = await storeOf(lab.company).ask(asked, sight)
    await meanwhile()
    const users = found.ok ? found.value.flatMap((one) => (one.active ? [one.uuid] : [])) : []
    const change = { type: 'notification.deliver', notification, users } as const
    const done = await storeOf(lab.company).change(change, crypto.randomUUID(), bySystem)
    expect(done.ok).toBe(true)
  }

  const box = async (name: string) =>
    (await must((await signIn(name, password))(notificationCalls.mine))).data

  it('A22-5: who comes between the search for recipients and the delivery gets it once, to be signed', async () => {
    const notice = await write({ must_sign: true })
    await deliver(notice, () => makePerson(admin, lab.company, 'comes-inside'))
    const { data, to_sign: toSign } = await box('comes-inside')
    expect(data.map(({ title }) => title)).toEqual(['Do not use lot 9'])
    expect(toSign).toHaveLength(1)
    await deliver(notice, async () => {})
    expect((await box('comes-inside')).data).toHaveLength(1)
  })

  it('A22-5: who may sign in again gets it too, and who has switched such messages off does not', async () => {
    const person = await makePerson(admin, lab.company, 'back-inside')
    await makePerson(admin, lab.company, 'quiet-inside')
    const by = (id: string) => ({ params: { id } })
    await must(admin(userCalls.edit, { ...by(person.uuid), body: { active: 'N', reason: 'Away' } }))
    const off = {
      params: { key: 'messages' },
      body: { settings: [{ name: 'written', value: 'off' }] },
    }
    await must((await signIn('quiet-inside', password))(userCalls.setSettings, off))
    const notice = await write({ title: 'New rule' })
    await deliver(notice, () =>
      must(admin(userCalls.edit, { ...by(person.uuid), body: { active: 'Y', reason: 'Back' } })),
    )
    expect((await box('back-inside')).data.map(({ title }) => title)).toContain('New rule')
    expect((await box('quiet-inside')).data.map(({ title }) => title)).not.toContain('New rule')
  })
})
