import { env } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import { sessionCalls } from '../../domain/calls/session.ts'
import { endWaits, mailsTo, openPage, signInEntries, waitFor } from './browser-page.ts'
import { type Answer, foundLab, must, password } from './lab.ts'
import { changeRecords } from './store-writes.ts'

beforeAll(async () => {
  await foundLab('door')
})

/** Try several times in a row from an address of their own. */
async function tryOften(
  username: string,
  times: number,
  given = 'Wrong-guess-1!',
  address = username,
) {
  const page = openPage(address)
  const answers = []
  for (let i = 0; i < times; i++) answers.push(await page.signIn(username, given))
  return answers
}

const seen = ({
  status,
  errors,
}: {
  status: number
  errors: { code: string; reason?: string | undefined }[]
}) => `${status} ${errors[0]?.code} ${errors[0]?.reason ?? ''}`

describe('guessing a password', () => {
  it('[CALL-002] has to wait from the sixth try on, also with the right password, and is never locked out', async () => {
    const answers = await tryOften('Operator-door', 7)
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429, 429])
    expect(answers[5]?.errors[0]).toMatchObject({ code: 'too_many', reason: 'too_many_tries' })
    expect(answers[5]?.errors[0]?.params?.['seconds']).toBeLessThanOrEqual(2)
    expect((await openPage('198.51.100.1').signIn('Operator-door')).status).toBe(429)
    await endWaits()
    expect((await openPage('198.51.100.1').signIn('Operator-door')).status).toBe(200)
  })

  it('waits twice as long each time, a quarter of an hour at most', async () => {
    const waits: number[] = []
    for (let i = 0; i < 14; i++) {
      await tryOften('Manager-door', i === 0 ? 5 : 1)
      const row = await env.DIRECTORY.prepare(
        `SELECT blocked_until - last_at AS wait FROM failed_tries WHERE bucket LIKE 'account:%'
         ORDER BY last_at DESC LIMIT 1`,
      ).first<{ wait: number }>()
      waits.push((row?.wait ?? 0) / 1000)
      await endWaits()
    }
    expect(waits.slice(0, 4)).toEqual([2, 4, 8, 16])
    expect(Math.max(...waits)).toBe(900)
    expect(waits.at(-1)).toBe(900)
  })

  it('shows no difference between a name that is known and one that is not', async () => {
    const known = await tryOften('superadmin-door', 8)
    const unknown = await tryOften('nobody-of-door', 8)
    expect(known.map(seen)).toEqual(unknown.map(seen))
    // Leave out the seconds still to wait, which pass meanwhile.
    const words = (answers: Answer[]) =>
      JSON.stringify(answers.map(({ errors }) => errors)).replaceAll(/\d+/g, 'n')
    expect(words(known)).toEqual(words(unknown))
    for (const { headers } of [...known, ...unknown]) expect(headers.get('Set-Cookie')).toBeNull()
    await endWaits()
  })

  it('A27-6: shows none by another spelling either, nor by the other name of a person', async () => {
    const wide = (name: string) =>
      name.replace(/^./, (one) => String.fromCodePoint(one.codePointAt(0)! + 0xfee0))
    const waits = async (first: string, second: string) => {
      await tryOften(first, 6)
      const [answer] = await tryOften(second, 1, 'Wrong-guess-1!', 'another address')
      await endWaits()
      return answer?.status
    }
    expect(await waits('operator-door', wide('operator-door'))).toBe(429)
    expect(await waits('no-one-of-door', wide('no-one-of-door'))).toBe(429)
    expect(await waits('operator-door', 'operator-door@lab.example')).toBe(401)
    expect(await waits('no-one-of-door', 'no-one-of-door@lab.example')).toBe(401)
    expect((await openPage('198.51.100.3').signIn(wide('operator-door'))).status).toBe(200)
  })

  it('sent all at once teaches little beyond the fifth try', { timeout: 60_000 }, async () => {
    await foundLab('burst')
    const page = openPage('burst')
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => page.signIn('Operator-burst', 'Wrong-guess-1!')),
    )
    const heard = answers.filter(({ status }) => status === 401).length
    expect(heard).toBeGreaterThanOrEqual(5)
    // Allow two more: on a slow machine a wait may be over before the last of them is looked at.
    expect(heard).toBeLessThanOrEqual(7)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(12 - heard)
    await endWaits()
  })

  it('slows an address that tries many names', async () => {
    const page = openPage('192.0.2.66')
    const statuses: number[] = []
    for (let i = 0; i < 31; i++) statuses.push((await page.signIn(`sprayed-${i}`)).status)
    expect(statuses.slice(0, 30).every((status) => status === 401)).toBe(true)
    expect(statuses[30]).toBe(429)
    expect((await openPage('192.0.2.67').signIn('sprayed-31')).status).toBe(401)
  })

  it('is kept nowhere with a name or an address in it', async () => {
    const { results } = await env.DIRECTORY.prepare('SELECT bucket FROM failed_tries').all<{
      bucket: string
    }>()
    expect(results.length).toBeGreaterThan(5)
    for (const { bucket } of results) expect(bucket).toMatch(/^(everybody|[a-z-]+:[0-9a-f]{32})$/)
  })

  it('is shown to the owner of the account: in the trail, by mail and at the next sign-in', async () => {
    const told = await foundLab('told')
    const page = openPage()
    const { uuid } = (await must(page.signIn('Operator-told'))).data
    await tryOften('Operator-told', 6)
    await waitFor(async () => {
      const entries = await signInEntries(told.company, uuid)
      expect(entries.filter((action) => action === 'sign_in.failed')).toHaveLength(5)
      expect(entries).toContain('sign_in.slowed')
    })
    const [mail] = await mailsTo('operator-told@lab.example', 1)
    expect(mail?.subject).toContain('Failed sign-ins')
    await endWaits()
    const again = openPage()
    await must(again.signIn('Operator-told'))
    const { data } = await must(again.send(sessionCalls.list))
    expect(data).toMatchObject({ failed: 0, failed_before: 5 })
  })

  it('leaves no password in the trail, the mails or the directory', async () => {
    await tryOften('Administrator-door', 1, 'Canary-guess-77!')
    const tables = ['mails', 'failed_tries', 'logins']
    for (const table of tables) {
      const { results } = await env.DIRECTORY.prepare(`SELECT * FROM ${table}`).all()
      expect(JSON.stringify(results)).not.toContain('Canary-guess-77!')
    }
  })
})

describe('somebody who was made inactive', () => {
  it('is answered like somebody with a wrong password', async () => {
    const gone = await foundLab('gone')
    await changeRecords(gone.company, 'user', '', { active: 'N' })
    const answer = await openPage().signIn('Operator-gone', password)
    const wrong = await openPage().signIn('Manager-gone', 'Wrong-guess-1!')
    expect(seen(answer)).toBe(seen(wrong))
    expect(answer.headers.get('Set-Cookie')).toBeNull()
  })
})

describe('guesses spread over the whole region', () => {
  it('slow down who has failed before, and shut out nobody else', async () => {
    await endWaits()
    await env.DIRECTORY.prepare(
      `INSERT OR REPLACE INTO failed_tries (bucket, count, first_at, last_at, blocked_until)
       VALUES ('everybody', 2000, ?1, ?1, ?1 + 600000)`,
    )
      .bind(Date.now())
      .run()
    await foundLab('calm')
    await must(openPage('203.0.113.77').signIn('Operator-calm'))
    const guesser = openPage('203.0.113.78')
    expect((await guesser.signIn('Manager-calm', 'Wrong-1!')).status).toBe(429)
    expect((await guesser.signIn('Manager-calm')).status).toBe(429)
    expect((await guesser.signIn('nobody-calm')).status).toBe(429)
    await env.DIRECTORY.prepare(`DELETE FROM failed_tries WHERE bucket = 'everybody'`).run()
  })
})
