import { beforeAll, describe, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { notificationCalls } from '../../domain/calls/notifications.ts'
import { sessionCalls } from '../../domain/calls/session.ts'
import { userCalls } from '../../domain/calls/users.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import { foundLab, type Lab, must, type Sender } from './lab.ts'
import { create, planFor } from './plan.ts'
import { comment, written } from './comments.ts'

let lab: Lab
let admin: Sender
let operator: Sender
let manager: Sender
let managerId: string
beforeAll(async () => {
  lab = await foundLab('commented')
  admin = await lab.as('Administrator')
  operator = await lab.as('Operator')
  manager = await lab.as('Manager')
  managerId = (await must(manager(sessionCalls.me))).data.uuid
})

const plan = () => create(operator, planFor(lab))
const inbox = async (run: Pick<Analysis, 'uuid'>) => {
  const { data } = await must(manager(notificationCalls.mine, { query: { limit: '100' } }))
  return data.data.filter(({ about }) => about?.uuid === run.uuid)
}

describe('fifteenth attack: a comment', () => {
  it('A15-1: that a request has twice is kept once', async () => {
    const run = await plan()
    const one = written({ mentions: [managerId] })
    const twice = { ...one, text: 'The same id with other words' }
    const answer = await comment(operator, run, [one, twice])
    expect(answer.status).toBe(200)
    const { data } = await must(operator(analysisCalls.get, { params: { id: run.uuid } }))
    expect(data.comments?.map(({ text }) => text)).toEqual([one.text])
    expect(await inbox(run)).toHaveLength(1)
  })

  it('A15-1: that is kept already is no fault when it comes again, also from a person who lost sight of the run since', async () => {
    const run = await plan()
    const one = written({ mentions: [managerId] })
    await must(comment(operator, run, [one]))
    const link = (swarms: string[]) =>
      must(
        admin(userCalls.link, { params: { id: managerId }, body: { swarms, reason: 'a bench' } }),
      )
    await link([lab.otherSwarm])
    expect((await comment(operator, run, [one])).status).toBe(200)
    expect((await comment(operator, run, [{ ...one, uuid: run.uuid }])).status).toBe(422)
    await link([lab.swarm])
  })

  it('A15-2: tells the people it mentions, also where another run has one of the same id', async () => {
    const one = written({ mentions: [managerId] })
    const runs = [await plan(), await plan()]
    for (const run of runs) {
      await must(comment(operator, run, [one]))
      expect(await inbox(run)).toHaveLength(1)
    }
  })
})
