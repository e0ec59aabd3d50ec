import { beforeAll, describe, expect, it } from 'vitest'
import { auditCalls } from '../../domain/calls/audit.ts'
import { userCalls } from '../../domain/calls/users.ts'
import { foundLab, type Lab, must, type Sender } from './lab.ts'
import { makePerson } from './people.ts'

/** Times without milliseconds, which the contract lets pass: as texts, 10:00:00Z comes after 10:00:00.500Z. */

let lab: Lab
let admin: Sender
beforeAll(async () => {
  lab = await foundLab('times')
  admin = await lab.as('Administrator')
}, 60_000)

/** Make people until one is made apart from the begin of a second, which both spellings name alike. */
async function makeApart(word: string): Promise<{ uuid: string; at: string }> {
  for (let turn = 0; ; turn += 1) {
    // oxlint-disable-next-line no-await-in-loop
    const { uuid } = await makePerson(admin, lab.company, `${word}${turn}`)
    // oxlint-disable-next-line no-await-in-loop
    const body = { uuid, kind: 'user', action: 'user.create' }
    // oxlint-disable-next-line no-await-in-loop
    const { data } = (await must(admin(auditCalls.search, { body }))).data
    const at = data[0]?.at ?? ''
    if (!at.endsWith('.000Z')) return { uuid, at }
  }
}
const wholeSecond = (at: string) => `${at.slice(0, 19)}Z`

describe('tenth attack T10-14: a time of whole seconds', () => {
  it('hides no entry of its second from the search of the trail, and adds none', async () => {
    const { uuid, at } = await makeApart('searched')
    const search = async (time: object) => {
      const body = { uuid, action: 'user.create', ...time }
      return (await must(admin(auditCalls.search, { body }))).data.data.length
    }
    expect(await search({ from: wholeSecond(at) })).toBe(1)
    expect(await search({ to: wholeSecond(at) })).toBe(0)
  })

  it('explains access as it was then, without what came later in that second', async () => {
    const { uuid: id, at } = await makeApart('explained')
    const query = { at: wholeSecond(at) }
    const early = await admin(userCalls.access, { params: { id }, query })
    expect(early.errors[0]?.reason).toBe('not_there_then')
    const then = await must(admin(userCalls.access, { params: { id }, query: { at } }))
    expect(then.data.profile).toBe('Operator')
  })
})
