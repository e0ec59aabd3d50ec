import { env } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import { notificationCalls, type Received } from '../../domain/calls/notifications.ts'
import { sessionCalls } from '../../domain/calls/session.ts'
import { userCalls } from '../../domain/calls/users.ts'
import { foundLab, type Lab, must, type Sender } from './lab.ts'
import { changeInside } from './matrix/world.ts'
import { makeMeasured } from './plan.ts'

let lab: Lab
let manager: Sender
let operator: Sender
let admin: Sender
beforeAll(async () => {
  lab = await foundLab('told')
  manager = await lab.as('Manager')
  operator = await lab.as('Operator')
  admin = await lab.as('Administrator')
})

const choose = (sender: Sender, settings: { name: string; value: string | boolean }[]) =>
  must(sender(userCalls.setSettings, { params: { key: 'messages' }, body: { settings } }))

const received = async (sender: Sender, run: string): Promise<Received[]> => {
  const { data } = await must(sender(notificationCalls.mine, { query: { limit: '100' } }))
  return data.data.filter(({ about }) => about?.uuid === run)
}

const mailsOf = async (run: string) => {
  const { results } = await env.DIRECTORY.prepare(
    'SELECT recipient, subject, text FROM mails WHERE substr(once, 1, 40) = ?1',
  )
    .bind(`run:${run}`)
    .all<{ recipient: string; subject: string; text: string }>()
  return results
}

describe('issue 20: the end of a run is reported', () => {
  it('issue 20: to who planned it, and to nobody else who did not ask for it', async () => {
    const run = await makeMeasured(lab, manager)
    expect(await received(manager, run.uuid)).toEqual([])
    await run.finish()
    await run.finish()
    const [message, ...more] = await received(manager, run.uuid)
    expect(message).toMatchObject({
      title: 'Run ended: Morning run',
      about: { kind: 'analysis', uuid: run.uuid },
      sender: 'bApp',
    })
    expect(message?.message).toContain('Morning run (bGATE told)\nThe run is complete.')
    expect(more).toEqual([])
    expect(await received(operator, run.uuid)).toEqual([])
    expect(await mailsOf(run.uuid)).toEqual([])
  })

  it('issue 20: to people of the swarm who chose it, by mail where they want that, without names of samples', async () => {
    await choose(operator, [{ name: 'swarm_run_ended', value: 'mail' }])
    await choose(manager, [{ name: 'run_ended', value: 'off' }])
    const run = await makeMeasured(lab, manager)
    await run.finish()
    expect(await received(manager, run.uuid)).toEqual([])
    expect(await received(operator, run.uuid)).toHaveLength(1)
    const [mail, ...others] = await mailsOf(run.uuid)
    expect(mail).toMatchObject({
      recipient: 'Operator-told@lab.example',
      subject: 'bApp: Run ended: Morning run',
    })
    expect(mail?.text).not.toContain('S1')
    expect(others).toEqual([])
    await choose(operator, [])
    await choose(manager, [])
  })

  it('issue 20: a failed control to everybody of the swarm, in the place of its end', async () => {
    const run = await makeMeasured(lab, manager, manager, {
      samples: [
        { uuid: crypto.randomUUID(), name: 'NTC', sample_type: 'ntc', coordinates: ['A1'] },
        { uuid: crypto.randomUUID(), name: 'S1', sample_type: 'unknown', coordinates: ['A2'] },
      ],
    })
    await run.finish()
    for (const sender of [manager, operator, admin]) {
      const messages = await received(sender, run.uuid)
      expect(messages.map(({ title }) => title)).toEqual(['Control failed: Morning run'])
    }
  })

  it('issue 20: only of the swarms that a person chose, but of their own runs in every swarm', async () => {
    const only = (swarm: string) => [
      { name: 'swarm_run_ended', value: 'tray' },
      { name: 'chosen_swarms', value: true },
      { name: `swarm.${swarm}`, value: true },
    ]
    await choose(operator, only(lab.otherSwarm))
    await choose(manager, only(lab.otherSwarm))
    const run = await makeMeasured(lab, manager, manager, {
      samples: [
        { uuid: crypto.randomUUID(), name: 'NTC', sample_type: 'ntc', coordinates: ['A1'] },
      ],
    })
    await run.finish()
    expect(await received(operator, run.uuid)).toEqual([])
    expect(await received(manager, run.uuid)).toHaveLength(1)
    await choose(operator, only(lab.swarm))
    const next = await makeMeasured(lab, manager)
    await next.finish()
    expect(await received(operator, next.uuid)).toHaveLength(1)
    await choose(operator, [])
    await choose(manager, [])
  })

  it('issue 20: not to people who have left the swarm, whatever they chose', async () => {
    await choose(operator, [{ name: 'swarm_run_ended', value: 'mail' }])
    const { uuid } = (await must(operator(sessionCalls.me))).data
    const leave = (swarms: string[]) =>
      changeInside(lab.company, { type: 'patch', kind: 'user', uuid, patch: { swarms } })
    await leave([lab.otherSwarm])
    const run = await makeMeasured(lab, manager)
    await run.finish()
    expect(await mailsOf(run.uuid)).toEqual([])
    await leave([lab.swarm])
    expect(await received(operator, run.uuid)).toEqual([])
  })
})
