import { beforeAll, describe, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { apiKeyCalls } from '../../domain/calls/api-keys.ts'
import { auditCalls } from '../../domain/calls/audit.ts'
import { certificateCalls } from '../../domain/calls/certificates.ts'
import { companyCalls } from '../../domain/calls/companies.ts'
import { passwordCalls } from '../../domain/calls/passwords.ts'
import { reportCalls } from '../../domain/calls/reports.ts'
import { sessionCalls } from '../../domain/calls/session.ts'
import { userCalls } from '../../domain/calls/users.ts'
import type { User } from '../../domain/entities/user.ts'
import { readAuditOf } from './audit-of.ts'
import { codeAt, mailsTo, openPage, switchOn } from './browser-page.ts'
import { foundLab, type Lab, must, password, send, type Sender, signIn } from './lab.ts'
import {
  holding,
  importForm,
  makeCompleted,
  makeValidated,
  readAnalysis,
  signing,
} from './made-analyses.ts'
import { changeInside } from './matrix/world.ts'
import { chooseOwn, confirmPerson, firstPassword, makePerson } from './people.ts'
import { at, because, me, reasonOf, signRunOf } from './signing-people.ts'

let lab: Lab
let admin: Sender
let second: Sender
let manager: Sender
beforeAll(async () => {
  lab = await foundLab('signers')
  admin = await lab.as('Administrator')
  second = await lab.as('SuperAdmin')
  manager = await lab.as('Manager')
}, 60_000)

const tryToSign = (signer: Sender, maker: Sender = manager) => signRunOf(maker, lab, signer)

describe('attack M4: one administrator alone', () => {
  it('attack M4: does not sign as somebody they made, with a password that they chose', async () => {
    await makePerson(admin, lab.company, 'made', { profile: 'Manager', swarms: [lab.swarm] })
    const person = await signIn('made', password)
    const who = await me(person)
    expect(reasonOf(await tryToSign(person))).toBe('confirmation_needed')
    expect(reasonOf(await admin(userCalls.confirm, { ...at(who), ...because }))).toBe(
      'confirms_own',
    )
    expect(reasonOf(await person(userCalls.confirm, { ...at(who), ...because }))).toBe(
      'permission_missing',
    )
    await confirmPerson(second, who, because.body.reason)
    expect((await tryToSign(await signIn('made', password))).status).toBe(200)
    const trail = await must(
      second(auditCalls.search, { body: { kind: 'user', action: 'user.confirm' } }),
    )
    const actions = trail.data.data
    expect(actions.find(({ action }) => action === 'user.confirm')?.reason).toBe(
      'met them at the bench',
    )
    expect(reasonOf(await second(userCalls.confirm, { ...at(who), ...because }))).toBe(
      'nothing_to_confirm',
    )
  })

  it('attack M4: does not sign by an address that they changed and the link to it', async () => {
    const username = 'moved'
    const made = await makePerson(admin, lab.company, username, {
      profile: 'Manager',
      swarms: [lab.swarm],
    })
    await must(second(userCalls.confirm, { ...at(made), ...because }))
    const email = 'own-box@lab.example'
    await must(admin(userCalls.edit, { ...at(made), body: { email } }))
    await must(admin(userCalls.resetPassword, at(made)))
    const mail = (await mailsTo(email, 1)).at(-1)
    const [, user, token] = /#([0-9a-f-]{36})\.([\w-]{43})/.exec(mail?.text ?? '') ?? []
    const chosen = { password: 'Own-choice-77!', repeat: 'Own-choice-77!' }
    await must(send(passwordCalls.confirmReset, { body: { user, token, ...chosen } }))
    const person = await signIn(username, chosen.password)
    const record = await makeCompleted(manager, lab.swarm)
    const body = { ...signing(record), password: chosen.password }
    const signed = await person(analysisCalls.validate, { ...at(record), body })
    expect([signed.status, reasonOf(signed)]).toEqual([409, 'confirmation_needed'])
    const reviewed = await person(analysisCalls.reviewSamples, {
      ...at(record),
      body: holding(record),
    })
    expect(reasonOf(reviewed)).toBe('confirmation_needed')
    expect(await me(person)).toMatchObject({ unconfirmed: true })
  })

  it('attack M4: does not confirm by an account that they made themselves', async () => {
    const helper = await makePerson(admin, lab.company, 'helper', { profile: 'Administrator' })
    const other = await makePerson(admin, lab.company, 'other-one', { profile: 'Operator' })
    let acting = await signIn('helper', password)
    expect(reasonOf(await acting(userCalls.confirm, { ...at(other), ...because }))).toBe(
      'confirmer_unconfirmed',
    )
    await confirmPerson(second, helper)
    acting = await signIn('helper', password)
    await must(acting(userCalls.confirm, { ...at(other), ...because }))
    expect(reasonOf(await acting(userCalls.confirm, { ...at(helper), ...because }))).toBe(
      'own_account',
    )
  })

  it('attack M4: does not sign after they switched the second step off', async () => {
    const made = await makePerson(admin, lab.company, 'stepless', {
      profile: 'Manager',
      swarms: [lab.swarm],
    })
    await confirmPerson(second, made)
    const page = openPage()
    await must(page.signIn('stepless'))
    await switchOn(page)
    const order = {
      ...at(made),
      body: { reason: 'lost their phone' },
      headers: { 'Operation-Id': 'attack-m4-two-step' },
    }
    await must(admin(userCalls.resetTwoStep, order))
    expect(reasonOf(await tryToSign(await signIn('stepless', password)))).toBe(
      'confirmation_needed',
    )

    // Deliver the same once more, after it was confirmed and the person had switched it on again.
    await must(second(userCalls.confirm, { ...at(made), ...because }))
    const again = openPage()
    await must(again.signIn('stepless'))
    await switchOn(again)
    await must(admin(userCalls.resetTwoStep, order))
    expect(reasonOf(await tryToSign(await signIn('stepless', password)))).toBe(
      'confirmation_needed',
    )
  })

  it('attack M4: a password chosen by somebody else opens nothing but the choice of another', async () => {
    const body = {
      username: 'chosen-for',
      name: 'Chosen For',
      email: 'chosen-for@lab.example',
      profile_uuid:
        ((await me(manager)) && (await users('Manager of signers'))?.profile_uuid) ?? '',
      swarms: [],
      password: firstPassword,
    }
    await must(admin(userCalls.create, { body }))
    const given = { username: 'chosen-for', password: firstPassword }
    const first = await send(sessionCalls.login, { body: given })
    expect([first.status, reasonOf(first)]).toEqual([401, 'password_change_needed'])
    expect(first.headers.get('Set-Cookie')).toBeNull()
    const same = await send(sessionCalls.login, { body: { ...given, new_password: firstPassword } })
    expect(reasonOf(same)).toBe('password_same')
    const weak = await send(sessionCalls.login, { body: { ...given, new_password: 'abc' } })
    expect(weak.errors[0]).toMatchObject({ field: 'new_password', reason: 'password_too_short' })
    await chooseOwn('chosen-for')
    expect((await send(sessionCalls.login, { body: given })).status).toBe(401)
    await signIn('chosen-for', password)
  })
})

async function users(name: string): Promise<User | undefined> {
  const { data } = await must(admin(userCalls.search, { query: { limit: '500' } }))
  return data.data.find((one) => one.name === name)
}

describe('attack M6: the second step', () => {
  it('attack M6: is asked for and checked at every signature, each code once', async () => {
    await makePerson(admin, lab.company, 'stepper', { profile: 'Manager', swarms: [lab.swarm] })
    const who = await users('Person stepper')
    if (who) await confirmPerson(second, who)
    await changeInside(lab.company, {
      type: 'patch',
      kind: 'user',
      uuid: who?.uuid ?? '',
      patch: { reviewer: 'Y' },
    })
    const page = openPage()
    await must(page.signIn('stepper'))
    const { secret, recovery } = await switchOn(page)
    const record = await makeCompleted(manager, lab.swarm)
    const body = signing(record)
    const sign = (code?: string) =>
      page.send(analysisCalls.validate, { ...at(record), body: { ...body, ...(code && { code }) } })
    expect((await sign()).errors[0]).toMatchObject({ field: 'code', reason: 'code_needed' })
    expect(reasonOf(await sign('000000'))).toBe('code_wrong')
    const code = codeAt(secret, 1)
    const made = await must(
      manager(reportCalls.createAnalysis, { ...at(record), query: { format: 'csv' } }),
    )
    expect(made.status).toBe(200)
    const { data } = await must(page.send(reportCalls.search, {}))
    const [report] = data.data
    const approve = (given?: string) =>
      page.send(reportCalls.approve, {
        params: { id: report?.uuid ?? '' },
        body: { ...signing(report ?? {}), ...(given && { code: given }) },
      })
    expect(reasonOf(await approve())).toBe('code_needed')
    expect(reasonOf(await approve('nonsense'))).toBe('code_wrong')
    await must(approve(code))
    // Use the same code again, on another record.
    expect(reasonOf(await sign(code))).toBe('code_wrong')
    await must(sign(recovery[0] ?? ''))
    const certificate = (
      await must(
        manager(certificateCalls.create, { body: { analysis_uuid: record.uuid, note: '' } }),
      )
    ).data
    const asked = (await must(manager(certificateCalls.request, { ...at(certificate), body: {} })))
      .data
    const issue = (given: string) =>
      page.send(certificateCalls.edit, {
        ...at(certificate),
        body: { status: 'Issued', signature: { ...signing(asked), code: given } },
      })
    expect(reasonOf(await issue('000000'))).toBe('code_wrong')
    expect(reasonOf(await issue(recovery[0] ?? ''))).toBe('code_wrong')
  })
})

describe('attack M7: four eyes', () => {
  let eyes: Lab
  let operator: Sender
  let changer: Sender
  beforeAll(async () => {
    eyes = await foundLab('eyes7', { four_eyes: 'Y' })
    operator = await eyes.as('Operator')
    changer = await eyes.as('Manager')
  }, 60_000)

  async function trySigning(signer: Sender, uuid: string) {
    const record = await readAnalysis(signer, uuid)
    return signer(analysisCalls.validate, { params: { id: uuid }, body: signing(record) })
  }

  it('attack M7: count who calculated a run, changed its samples or brought it in', async () => {
    const record = await makeCompleted(operator, eyes.swarm)
    const parts = { ...at(record), body: { exclusions: [], reason: 'look once more' } }
    await must(changer(analysisCalls.recalc, parts))
    expect(reasonOf(await trySigning(changer, record.uuid))).toBe('four_eyes')
    const found = await readAnalysis(changer, record.uuid)
    const who = [await me(operator), await me(changer)].map(({ uuid }) => uuid)
    expect(new Set(found.hands)).toEqual(new Set(who))
    const review = { ...at(record), body: holding(found) }
    expect(reasonOf(await changer(analysisCalls.reviewSamples, review))).toBe('four_eyes')

    const plate = await makeCompleted(operator, eyes.swarm)
    const samples = plate.samples.map((one, index) => ({ ...one, name: `Renamed ${index}` }))
    await must(
      changer(analysisCalls.edit, { ...at(plate), body: { samples, reason: 'wrong names' } }),
    )
    expect(reasonOf(await trySigning(changer, plate.uuid))).toBe('four_eyes')
    await must(trySigning(await eyes.as('Administrator'), plate.uuid))
  })

  it('attack M7: a word in the notebook is no hand in the results', async () => {
    const record = await makeCompleted(operator, eyes.swarm)
    await must(
      changer(analysisCalls.edit, { ...at(record), body: { notebook: 'seen', reason: 'note it' } }),
    )
    expect((await trySigning(changer, record.uuid)).status).toBe(200)
  })

  it('attack M7: count who gave a finished run its name', async () => {
    const record = await makeCompleted(operator, eyes.swarm)
    await must(
      changer(analysisCalls.edit, { ...at(record), body: { name: 'Other', reason: 'mixed up' } }),
    )
    expect(reasonOf(await trySigning(changer, record.uuid))).toBe('four_eyes')
  })

  it('attack M7: are switched off by two people only, and a run keeps the rule that it began under', async () => {
    const one = await eyes.as('Administrator')
    const other = await eyes.as('SuperAdmin')
    const record = await makeCompleted(one, eyes.swarm)
    const edit = async (sender: Sender, four_eyes: 'Y' | 'N') =>
      (await must(sender(companyCalls.edit, { params: { id: eyes.company }, body: { four_eyes } })))
        .data
    for (let time = 0; time < 2; time++) {
      const asked = await edit(one, 'N')
      expect([asked.four_eyes, asked.four_eyes_off?.by]).toEqual(['Y', (await me(one)).uuid])
    }
    expect((await edit(other, 'Y')).four_eyes_off).toBeUndefined()
    await edit(one, 'N')
    const off = await edit(other, 'N')
    expect([off.four_eyes, off.four_eyes_off]).toEqual(['N', undefined])
    expect(reasonOf(await trySigning(one, record.uuid))).toBe('four_eyes')
    const later = await makeCompleted(one, eyes.swarm)
    await must(trySigning(one, later.uuid))
    await edit(one, 'Y')
  })

  it('attack M7: a certificate is not issued by who requested what another had made out', async () => {
    const issuer = await eyes.as('Administrator')
    const { uuid: person } = await me(issuer)
    const patch = { reviewer: 'Y' }
    await changeInside(eyes.company, { type: 'patch', kind: 'user', uuid: person, patch })
    const signed = await makeCompleted(operator, eyes.swarm)
    await must(trySigning(changer, signed.uuid))
    const made = { body: { analysis_uuid: signed.uuid, note: '' } }
    const certificate = (await must(changer(certificateCalls.create, made))).data
    const asked = (await must(issuer(certificateCalls.request, { ...at(certificate), body: {} })))
      .data
    const body = { status: 'Issued', signature: signing(asked) }
    expect(reasonOf(await issuer(certificateCalls.edit, { ...at(certificate), body }))).toBe(
      'four_eyes',
    )
  })

  it('house B4: a report is approved by somebody who had no hand in it', async () => {
    const record = await makeCompleted(operator, eyes.swarm)
    await must(changer(reportCalls.createAnalysis, { ...at(record), query: { format: 'csv' } }))
    const { data } = await must(changer(reportCalls.search, {}))
    const [report] = data.data
    const order = { params: { id: report?.uuid ?? '' }, body: signing(report ?? {}) }
    expect(reasonOf(await changer(reportCalls.approve, order))).toBe('four_eyes')
    await must((await eyes.as('Administrator'))(reportCalls.approve, order))
  })
})

describe('attack L3: an API key', () => {
  it('attack L3: gives nobody’s word on samples or certificates', async () => {
    const body = {
      description: 'script',
      permissions: ['analysis.validate', 'certificates.review', 'certificates.edit'],
      expires_at: new Date(Date.now() + 86_400_000).toISOString(),
      password,
    }
    const { key } = (await must(manager(apiKeyCalls.create, { body }))).data
    const byKey: Sender = (row, parts = {}) =>
      send(row, { ...parts, headers: { ...parts.headers, Authorization: `Bearer ${key}` } })
    const record = await makeCompleted(manager, lab.swarm)
    const review = await byKey(analysisCalls.reviewSamples, {
      ...at(record),
      body: holding(record),
    })
    expect([review.status, reasonOf(review)]).toEqual([403, 'not_by_key'])
    const signed = await makeValidated(manager, lab.swarm)
    const made = { body: { analysis_uuid: signed.uuid, note: '' } }
    const certificate = (await must(manager(certificateCalls.create, made))).data
    // Write a note by a key, under its own name: it is no word of a reviewer's.
    await must(byKey(certificateCalls.edit, { ...at(certificate), body: { note: 'by a script' } }))
    const trail = await readAuditOf(lab.company, 'certificate', certificate.uuid)
    expect(trail.at(-1)).toMatchObject({ action: 'certificate.edit', actor: { via: 'key' } })
    expect(trail.at(-1)?.actor.key).toEqual(expect.any(String))
    await must(manager(certificateCalls.request, { ...at(certificate), body: {} }))
    const rejected = await byKey(certificateCalls.edit, {
      ...at(certificate),
      body: { status: 'Rejected', reason: 'by a script' },
    })
    expect([rejected.status, reasonOf(rejected)]).toEqual([403, 'not_by_key'])
  })
})

describe('attack L4: texts beside a signature', () => {
  it('attack L4: is one line of text', async () => {
    const record = await makeCompleted(manager, lab.swarm)
    for (const comment of [
      'a \u202Etxet\u202C',
      'line\nSigned by: Dr. Other',
      'bell \u0007',
      'x\u2028y',
    ]) {
      const body = { ...signing(record), comment }
      const answer = await manager(analysisCalls.validate, { ...at(record), body })
      expect(answer.errors[0]).toMatchObject({ field: 'comment', reason: 'control_character' })
    }
    const decided = holding(record, 0, { reason: 'turned \u202E round' })
    expect(
      (await manager(analysisCalls.reviewSamples, { ...at(record), body: decided })).status,
    ).toBe(422)
    const form = importForm(lab.swarm, { name: 'Run\u00ad 1' })
    expect((await manager(analysisCalls.import, { body: form })).status).toBe(422)
  })
})
