import { env } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import { passwordCalls } from '../../domain/calls/passwords.ts'
import { sessionCalls } from '../../domain/calls/session.ts'
import { userCalls } from '../../domain/calls/users.ts'
import { voidPassword } from '../../edge/directory/sign-in.ts'
import { mailsTo } from './browser-page.ts'
import { foundLab, type Lab, must, password, send, type Sender, signIn } from './lab.ts'
import { chooseByLink, confirmPerson, makePerson } from './people.ts'
import { inStoreOf, withoutTriggers } from './store-writes.ts'
import { at, because, me, reasonOf, signRunOf } from './signing-people.ts'

/** One administrator as two people: by accounts made for it, and by orders in another order than was thought of. */

let lab: Lab
let admin: Sender
let second: Sender
let manager: Sender
beforeAll(async () => {
  lab = await foundLab('second-person')
  admin = await lab.as('Administrator')
  second = await lab.as('SuperAdmin')
  manager = await lab.as('Manager')
}, 60_000)

const tryToSign = (signer: Sender) => signRunOf(manager, lab, signer)

describe('second attack: a confirmation that the store refuses', () => {
  /** Make the name in a record's column differ from its newest entry while the work runs. */
  async function whileBent(
    company: string,
    { kind, uuid }: { kind: string; uuid: string },
    work: () => Promise<void>,
  ): Promise<void> {
    const write = (name: string) =>
      inStoreOf(company, (sql) => {
        const query = 'SELECT name FROM records WHERE kind = ? AND uuid = ?'
        const before = sql.first<{ name: string }>(query, kind, uuid)?.name ?? ''
        withoutTriggers(sql, () =>
          sql.run('UPDATE records SET name = ? WHERE kind = ? AND uuid = ?', name, kind, uuid),
        )
        return before
      })
    const name = await write('Bent')
    await work()
    await write(name)
  }

  it('second attack: leaves the password as it is, and is made when the store was put right', async () => {
    // Use a store of its own: nothing can be signed in one that was damaged.
    const damaged = await foundLab('damaged')
    const other = await damaged.as('SuperAdmin')
    const made = await makePerson(await damaged.as('Administrator'), damaged.company, 'half-done')
    await whileBent(damaged.company, { kind: 'user', uuid: made.uuid }, async () => {
      const refused = await other(userCalls.confirm, { ...at(made), ...because })
      expect(reasonOf(refused)).toBe('record_damaged')
      const known = await env.DIRECTORY.prepare(
        'SELECT password_chosen FROM logins WHERE user_uuid = ?',
      )
        .bind(made.uuid)
        .first<{ password_chosen: number }>()
      expect(known?.password_chosen).toBe(3)
    })
    await confirmPerson(other, made)
    await signIn('half-done', password)
  })

  it('second attack: one that broke off behind the password is finished by asking again', async () => {
    const made = await makePerson(admin, lab.company, 'broken-off', { profile: 'Manager' })
    const before = await signIn('broken-off', password)
    // Act as if the service had stopped there.
    await voidPassword(env.DIRECTORY, made.uuid, 'nobody knows it')
    await confirmPerson(second, made)
    expect((await before(sessionCalls.me)).status).toBe(401)
    await signIn('broken-off', password)
  })

  it('second attack: one whose link was not sent sends it when the order comes once more', async () => {
    const made = await makePerson(admin, lab.company, 'no-link', { profile: 'Manager' })
    const order = { ...at(made), ...because, headers: { 'Operation-Id': `confirm-${made.uuid}` } }
    await must(second(userCalls.confirm, order))
    await env.DIRECTORY.prepare('DELETE FROM password_resets WHERE user_uuid = ?')
      .bind(made.uuid)
      .run()
    await must(second(userCalls.confirm, order))
    await chooseByLink('no-link@lab.example')
    expect(
      (await send(sessionCalls.login, { body: { username: 'no-link', password } })).status,
    ).toBe(200)
  })
})

describe('attack M4: one administrator as two people', () => {
  it('attack M4: does not confirm what an account that they made has set, made or named', async () => {
    const tool = await makePerson(admin, lab.company, 'tool', { profile: 'Administrator' })
    const acting = await signIn('tool', password)
    const victim = await makePerson(second, lab.company, 'victim', {
      profile: 'Manager',
      swarms: [lab.swarm],
    })
    await confirmPerson(admin, victim)
    await must(acting(userCalls.edit, { ...at(victim), body: { email: 'box@lab.example' } }))
    const made = await makePerson(acting, lab.company, 'made-by-tool', { profile: 'Manager' })
    for (const one of [victim, made]) {
      await admin(userCalls.confirm, { ...at(one), ...because })
      expect(reasonOf(await admin(userCalls.confirm, { ...at(one), ...because }))).toBe(
        'confirms_own',
      )
    }
    expect(reasonOf(await tryToSign(await signIn('victim', password)))).toBe('confirmation_needed')
    await must(second(userCalls.confirm, { ...at(victim), ...because }))
    expect((await tryToSign(await signIn('victim', password))).status).toBe(200)

    const named = (await must(acting(userCalls.edit, { ...at(victim), body: { name: 'Marco B' } })))
      .data
    expect(named.unconfirmed?.map(({ by }) => by)).toEqual([tool.uuid, (await me(admin)).uuid])
  })

  it('attack M4: does not sign by a password from while the address was their own', async () => {
    const made = await makePerson(second, lab.company, 'lent', {
      profile: 'Manager',
      swarms: [lab.swarm],
    })
    await must(admin(userCalls.confirm, { ...at(made), ...because }))
    await must(admin(userCalls.edit, { ...at(made), body: { email: 'lent-box@lab.example' } }))
    await must(admin(userCalls.resetPassword, at(made)))
    const mail = (await mailsTo('lent-box@lab.example', 1)).at(-1)
    const [, user, token] = /#([0-9a-f-]{36})\.([\w-]{43})/.exec(mail?.text ?? '') ?? []
    const chosen = { password: 'Own-choice-77!', repeat: 'Own-choice-77!' }
    await must(send(passwordCalls.confirmReset, { body: { user, token, ...chosen } }))
    const before = await signIn('lent', chosen.password)
    // Bring the right address back and confirm it: what was chosen in between must not be.
    await must(admin(userCalls.edit, { ...at(made), body: { email: 'lent@lab.example' } }))
    await must(second(userCalls.confirm, { ...at(made), ...because }))
    expect((await before(sessionCalls.me)).status).toBe(401)
    const again = { username: 'lent', password: chosen.password }
    expect((await send(sessionCalls.login, { body: again })).status).toBe(401)
  })

  it('attack M4: does not have confirmed what they set after it was looked at', async () => {
    const seen = await makePerson(admin, lab.company, 'looked-at', { profile: 'Manager' })
    const body = { ...because.body, base: seen.updated_at }
    await must(admin(userCalls.edit, { ...at(seen), body: { email: 'looked-box@lab.example' } }))
    const late = await second(userCalls.confirm, { ...at(seen), body })
    expect([late.errors[0]?.code, reasonOf(late)]).toEqual(['stale', 'changed_meanwhile'])
  })

  it('attack M4: an order to change an address that comes once more takes nobody back to it', async () => {
    const someone = await makePerson(admin, lab.company, 'replayed', { profile: 'Manager' })
    await confirmPerson(second, someone)
    const email = 'replayed-box@lab.example'
    const headers = { 'Operation-Id': `address-${someone.uuid}` }
    const order = { ...at(someone), body: { email }, headers }
    await must(admin(userCalls.edit, order))
    await must(second(userCalls.confirm, { ...at(someone), body: { reason: 'called them' } }))
    await must(admin(userCalls.edit, { ...at(someone), body: { email: someone.email } }))
    expect((await must(admin(userCalls.edit, order))).data.email).toBe(someone.email)
    await signIn(someone.email, password)
  })
})
