import * as v from 'valibot'
import { beforeAll, describe, expect, it } from 'vitest'
import { passwordCalls } from '../../domain/calls/passwords.ts'
import { userCalls } from '../../domain/calls/users.ts'
import { Email, Name, PlainId } from '../../domain/fields.ts'
import { ordinaryProfile } from '../../edge/organisation/found-company.ts'
import { sourceOf } from '../../edge/agent.ts'
import { addressBrake } from '../../edge/session/throttle.ts'
import { foundLab, type Lab, password, send } from './lab.ts'

let lab: Lab
beforeAll(async () => {
  lab = await foundLab('input')
})

describe('addresses', () => {
  it('of any form are looked through in no time, also by who is not signed in', async () => {
    const email = `a@${'.'.repeat(60_000)} `
    const from = performance.now()
    const answer = await send(passwordCalls.forgot, { body: { email } })
    expect(answer.status).toBe(422)
    expect(performance.now() - from).toBeLessThan(500)
  })

  it('hold nothing that a mail’s header would read as more than one', () => {
    const bad = [
      'a@b.c,d',
      'a@b.c>',
      '<a@b.c',
      'a;x@b.c',
      'a\u0000@b.c',
      '"a"@b.c',
      'a@b..c',
      'a(c)@b.c',
    ]
    expect(bad.filter((address) => v.is(Email, address))).toEqual([])
    const good = ['jo.hn+x@lab.example', 'ö@dé.example', "o'neill@a-b.co.uk", 'x_y%z@lab.example']
    expect(good.filter((address) => !v.is(Email, address))).toEqual([])
  })
})

describe('names', () => {
  const unseen = [
    'Adm\u200bin',
    'Adm\u2060in',
    '\ufeffAdmin',
    'nimdA\u202e',
    'A\u2066x',
    'A\u0085B',
    'A\u2028B',
  ]

  it('hold no sign that is not seen or turns the writing round', async () => {
    expect(unseen.filter((name) => v.is(Name, name) || v.is(PlainId, name))).toEqual([])
    expect(['علی\u200cرضا', 'Ünal µ', '李雷'].filter((name) => !v.is(Name, name))).toEqual([])
    const admin = await lab.as('Administrator')
    const person = {
      username: 'plain',
      name: 'Plain',
      email: 'plain@lab.example',
      profile_uuid: ordinaryProfile(lab.company, 'Operator'),
      swarms: [],
      password,
    }
    for (const field of ['username', 'name']) {
      const body = { ...person, [field]: 'Adm\u200bin' }
      const answer = await admin(userCalls.create, { body })
      expect(answer.errors[0]).toMatchObject({ field, reason: 'control_character' })
    }
  })
})

describe('the place that tries come from', () => {
  it('is the whole network of an IPv6 address, however it is written, and one address of IPv4', () => {
    const same = ['2001:db8:1:2::1', '2001:0DB8:0001:0002:ffff:0:0:9', '2001:db8:1:2:3:4:5:6']
    expect(new Set(same.map(sourceOf))).toEqual(new Set(['2001:db8:1:2::/64']))
    expect(new Set(same.map((one) => addressBrake(one).bucket)).size).toBe(1)
    expect(sourceOf('2001:db8:1:3::1')).not.toBe(sourceOf(same[0] ?? ''))
    expect(sourceOf('::ffff:192.0.2.7')).toBe('192.0.2.7')
    expect(['192.0.2.7', '', '::', '::1', ':::::::::::'].map(sourceOf)).toEqual([
      '192.0.2.7',
      '',
      '0:0:0:0::/64',
      '0:0:0:0::/64',
      expect.any(String),
    ])
  })
})
