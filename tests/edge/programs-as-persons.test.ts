import { beforeAll, describe, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { apiKeyCalls } from '../../domain/calls/api-keys.ts'
import { companyCalls } from '../../domain/calls/companies.ts'
import { reportCalls } from '../../domain/calls/reports.ts'
import { userCalls } from '../../domain/calls/users.ts'
import { ordinaryProfile } from '../../edge/organisation/found-company.ts'
import { peopleBehind } from '../../edge/store/people-behind.ts'
import { foundLab, type Lab, must, password, send, type Sender } from './lab.ts'
import { makeCompleted, signing } from './made-analyses.ts'
import { me } from './signing-people.ts'
import { inStoreOf } from './store-writes.ts'

let provider: Lab
let lab: Lab
beforeAll(async () => {
  provider = await foundLab('programs-provider', { isProvider: 'Y' })
  lab = await foundLab('programs-lab', { four_eyes: 'Y' })
}, 60_000)

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const byKey =
  (key: string): Sender =>
  (row, parts = {}) =>
    send(row, { ...parts, headers: { ...parts.headers, Authorization: `Bearer ${key}` } })

/** Make a program of these people with a key of the first one for these permissions. */
async function makeProgram(people: Sender[], by: Sender, company: string, permissions: string[]) {
  const owners = await Promise.all(people.map(async (one) => (await me(one)).uuid))
  const username = `robot-${crypto.randomUUID().slice(0, 8)}`
  const body = {
    username,
    name: username,
    profile_uuid: ordinaryProfile(company, 'SuperAdmin'),
    swarms: company === lab.company ? [lab.swarm] : [],
    owners,
  }
  const service = (await must(by(userCalls.createService, { body }))).data
  const wish = { description: 'works for me', permissions, expires_at: inDays(80), password }
  const order = { body: { ...wish, service: service.uuid } }
  const made = (await must(people[0]!(apiKeyCalls.create, order))).data
  return { program: byKey(made.key), key: made.record.uuid, service, owners }
}

describe('a program is no second person', () => {
  it('A21-10: who does not approve a report that their program has made', async () => {
    const [operator, manager] = [await lab.as('Operator'), await lab.as('Manager')]
    const { permissions } = await me(manager)
    const boss = await lab.as('SuperAdmin')
    const { program } = await makeProgram([manager], boss, lab.company, permissions)
    const run = await makeCompleted(operator, lab.swarm)
    await must(
      program(reportCalls.createAnalysis, { params: { id: run.uuid }, query: { format: 'csv' } }),
    )
    const [report] = (await must(manager(reportCalls.search, {}))).data.data
    const order = { params: { id: report?.uuid ?? '' }, body: signing(report ?? {}) }
    expect((await manager(reportCalls.approve, order)).errors[0]?.reason).toBe('four_eyes')
    await must(boss(reportCalls.approve, order))
  })

  it('A21-12: in another company either, where its key acts by the way into it', async () => {
    const boss = await provider.as('SuperAdmin')
    const wanted = ['companies.edit', 'companies.search', 'companies.reach']
    const { program } = await makeProgram([boss], boss, provider.company, wanted)
    const order = { params: { id: lab.company }, body: { four_eyes: 'N' as const } }
    const asked = (await must(boss(companyCalls.edit, order))).data
    expect([asked.four_eyes, asked.four_eyes_off?.by]).toEqual(['Y', (await me(boss)).uuid])
    const refused = await program(companyCalls.edit, order)
    expect(refused.errors[0]).toMatchObject({ code: 'forbidden', reason: 'not_by_key' })
    // Expect it to reach the company, and to change what one person may change there.
    const body = { calibration_required: 'N' as const }
    expect((await must(program(companyCalls.edit, { ...order, body }))).data.four_eyes).toBe('Y')
  })
})

describe('A21-6: a key that changes hands', () => {
  /** Make a program of two people, of whom the first one has made its key. */
  const shared = async () => {
    const [manager, mate] = [await lab.as('Manager'), await lab.as('SuperAdmin')]
    const { permissions } = await me(manager)
    return {
      manager,
      mate,
      ...(await makeProgram([manager, mate], mate, lab.company, permissions)),
    }
  }
  const sign = async (sender: Sender, run: Awaited<ReturnType<typeof makeCompleted>>) =>
    (await sender(analysisCalls.validate, { params: { id: run.uuid }, body: signing(run) }))
      .errors[0]?.reason
  const rotate = (sender: Sender, id: string, old_hours: number) => {
    const body = { old_hours, expires_at: inDays(80), password }
    return must(sender(apiKeyCalls.rotate, { params: { id }, body }))
  }

  it('counts for everybody whose secret of it still opens it', async () => {
    const { manager, mate, program, key } = await shared()
    // Keep the secret that the first one knows good for another day.
    await rotate(mate, key, 24)
    const run = await makeCompleted(program, lab.swarm)
    expect([await sign(manager, run), await sign(mate, run)]).toEqual(['four_eyes', 'four_eyes'])
  })

  it('counts for who knows its secret where another one has only activated it', async () => {
    const { manager, mate, program, key: id } = await shared()
    await must(manager(apiKeyCalls.deactivate, { params: { id } }))
    await must(mate(apiKeyCalls.activate, { params: { id } }))
    const run = await makeCompleted(program, lab.swarm)
    expect(await sign(manager, run)).toBe('four_eyes')
  })

  it('counts for all of them who set up a person, whom none of them confirms', async () => {
    const [admin, boss] = [await lab.as('Administrator'), await lab.as('SuperAdmin')]
    const { permissions } = await me(admin)
    const { program, key, owners, service } = await makeProgram(
      [admin, boss],
      boss,
      lab.company,
      permissions,
    )
    await rotate(boss, key, 24)
    const word = `made-${service.username}`
    const profile_uuid = ordinaryProfile(lab.company, 'Manager')
    const body = { username: word, name: word, email: `${word}@lab.example`, swarms: [] }
    const made = (await must(program(userCalls.create, { body: { ...body, profile_uuid } }))).data
    const setBy = made.unconfirmed?.map(({ by }) => by)
    expect(setBy).toEqual(expect.arrayContaining([service.uuid, ...owners]))
  })

  it('counts for who had it then, and no longer for who cannot know its secret', async () => {
    const { manager, mate, owners, program, key, service } = await shared()
    const before = await makeCompleted(program, lab.swarm)
    const { data } = await rotate(mate, key, 0)
    const behind = (at?: string) =>
      inStoreOf(lab.company, (sql) =>
        peopleBehind(sql, { uuid: service.uuid, name: service.name, key }, at),
      )
    const [then, now] = [await behind(before.created_at), await behind()]
    expect([then, now].map((some) => some.map(({ uuid }) => uuid))).toEqual([
      [service.uuid, owners[0]],
      [service.uuid, owners[1]],
    ])
    expect([await sign(manager, before), await sign(mate, before)]).toEqual([
      'four_eyes',
      undefined,
    ])
    const after = await makeCompleted(byKey(data.key), lab.swarm)
    expect([await sign(mate, after), await sign(manager, after)]).toEqual(['four_eyes', undefined])
  })
})
