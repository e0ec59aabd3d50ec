import { beforeAll, describe, expect, it } from 'vitest'
import { sessionCalls } from '../../domain/calls/session.ts'
import { userCalls } from '../../domain/calls/users.ts'
import { ordinaryProfile } from '../../edge/organisation/found-company.ts'
import { foundLab, must, type Sender } from './lab.ts'
import { askScim, makeToken, newPerson } from './scim-client.ts'

let token = ''
let admin: Sender
beforeAll(async () => {
  const lab = await foundLab('scimbent')
  admin = await lab.as('Administrator')
  token = await makeToken(admin, 'scim')
}, 60_000)

describe('bent searches of an identity provider', () => {
  it.each([
    String.raw`userName eq "\ud800"`,
    String.raw`id eq "\ud800\u0000"`,
    String.raw`externalId eq "\udfff"`,
    String.raw`emails.value eq "\u0000"`,
    String.raw`externalId eq "" or userName eq ""`,
    `${'id eq "a" or '.repeat(70)}id eq "a"`,
  ])('%s finds nobody, without a failure of the service', async (filter) => {
    const asked = await askScim('POST', '/Users/.search', { filter }, { as: token })
    expect([asked.status, asked.body['totalResults']]).toEqual([200, 0])
  })
})

describe('a group of an identity provider', () => {
  const addGroup = (displayName: string, value: unknown) =>
    askScim('POST', '/Groups', { displayName, members: [{ value }] }, { as: token })

  it('eleventh attack A11-17: takes no service account, nor somebody whom the provider has deleted', async () => {
    const { uuid, company_uuid: company } = (await must(admin(sessionCalls.me))).data
    const profile_uuid = ordinaryProfile(company, 'Operator')
    const body = { name: 'LIMS', username: 'lims', profile_uuid, swarms: [], owners: [uuid] }
    const service = (await must(admin(userCalls.createService, { body }))).data
    const emails = [{ value: 'gone@scim.example' }]
    const gone = await askScim('POST', '/Users', newPerson({ userName: 'gone', emails }), {
      as: token,
    })
    await askScim('DELETE', `/Users/${String(gone.body['id'])}`, undefined, { as: token })
    expect((await addGroup('Machines', service.uuid)).status).toBe(400)
    expect((await addGroup('Former people', gone.body['id'])).status).toBe(400)
    expect((await addGroup('People', uuid)).status).toBe(201)
  })
})
