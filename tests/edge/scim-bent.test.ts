import { beforeAll, describe, expect, it } from 'vitest'
import { foundLab } from './lab.ts'
import { askScim, makeToken } from './scim-client.ts'

let token = ''
beforeAll(async () => {
  const lab = await foundLab('scimbent')
  token = await makeToken(await lab.as('Administrator'), 'scim')
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
