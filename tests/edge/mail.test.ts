// The mail provider is somebody else's service: `fetch` is replaced, so that it can answer, fail and be counted.
import { env } from 'cloudflare:test'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { checkMail } from '../../edge/mail/check-mail.ts'
import { deliverDue, forgetMails } from '../../edge/mail/deliver.ts'
import { type Mail, mostAnHour } from '../../edge/mail/mail.ts'
import { sendMail, sendMails, withdrawHeld } from '../../edge/mail/send.ts'
import { transportOf } from '../../edge/mail/transport.ts'

const bindings = env as unknown as Env
const withHttp: Env = {
  ...bindings,
  MAIL_ADAPTER: 'http',
  MAIL_URL: 'https://mail.example/send',
  MAIL_TOKEN: 'token-of-the-provider',
  MAIL_FROM: 'bapp@lab.example',
}
const mail = { to: 'ada@lab.example', subject: 'Grüße', text: 'One\nTwo' }
const company = crypto.randomUUID()

interface Row extends Record<string, string | number | null> {
  state: string
  attempts: number
  error: string
  text: string
  next_at: string | null
}

async function rows(): Promise<Row[]> {
  const { results } = await bindings.DIRECTORY.prepare(
    'SELECT state, attempts, error, text, next_at FROM mails WHERE company_uuid = ?1',
  )
    .bind(company)
    .all<Row>()
  return results
}

async function queue(): Promise<void> {
  await bindings.DIRECTORY.prepare(
    `INSERT INTO mails (uuid, company_uuid, recipient, subject, text, state, created_at)
     VALUES (?1, ?2, ?3, ?4, ?5, 'queued', ?6)`,
  )
    .bind(crypto.randomUUID(), company, mail.to, mail.subject, mail.text, new Date().toISOString())
    .run()
}

/** Make mails due, as if the wait were over. */
const due = () =>
  bindings.DIRECTORY.prepare(`UPDATE mails SET next_at = '' WHERE state = 'queued'`).run()

const answers = vi.fn<typeof fetch>()
beforeEach(async () => {
  await bindings.DIRECTORY.prepare('DELETE FROM mails').run()
  answers.mockReset()
  vi.stubGlobal('fetch', answers)
})
afterEach(() => vi.unstubAllGlobals())

describe('the outbox', () => {
  it('keeps mails where no service is configured', async () => {
    expect(transportOf(bindings)).toBeNull()
    await sendMail(bindings, company, mail)
    expect(await rows()).toMatchObject([{ state: 'kept', text: mail.text }])
    expect(await deliverDue(bindings)).toEqual({ sent: 0, failed: 0 })
  })

  it('takes a mail of the same key once', async () => {
    await sendMails(bindings, company, [{ ...mail, key: 'k' }])
    await sendMails(bindings, company, [
      { ...mail, key: 'k' },
      { ...mail, key: 'l' },
    ])
    expect(await rows()).toHaveLength(2)
  })

  it.each([
    ['to', { to: 'ada@lab.example\r\nBcc: eve@lab.example' }],
    ['to', { to: 'ada@lab.example,eve@lab.example' }],
    ['to', { to: '<ada@lab.example>' }],
    ['subject', { subject: 'Hello\nBcc: eve@lab.example' }],
    ['subject', { subject: 'Hello\u2028x' }],
    ['subject', { subject: ' ' }],
  ])(
    'refuses a %s that could begin another header, and queues none of the others',
    async (field, change) => {
      const mails = [mail, { ...mail, ...change }]
      await expect(sendMails(bindings, company, mails)).rejects.toMatchObject({
        first: { code: 'invalid', field },
      })
      expect(await rows()).toEqual([])
      expect(() => checkMail({ ...mail, ...change })).toThrow()
    },
  )
})

describe('mails whose content is in the tray as well', () => {
  const reader = crypto.randomUUID()
  const noted = (count: number, change: Partial<Mail> = {}): Mail[] =>
    Array.from({ length: count }, (_, at) => ({
      ...mail,
      key: `mention:${at}:${reader}`,
      tray: { about: 'people', reader, language: 'en' },
      ...change,
    }))
  const outbox = async () => {
    const { results } = await bindings.DIRECTORY.prepare(
      'SELECT subject, text, next_at, once, recipient FROM mails WHERE company_uuid = ?1 ORDER BY rowid',
    )
      .bind(company)
      .all<{ subject: string; text: string; next_at: string | null; once: string }>()
    return results
  }
  const notBefore = '2099-01-01T06:00:00.000Z'

  it('are at most so many an hour to one person, and one mail says how many more there are', async () => {
    const mails = noted(mostAnHour + 7, { notBefore })
    await sendMails(bindings, company, mails)
    // Repeat the order, which counts nothing twice.
    await sendMails(bindings, company, mails)
    const queued = await outbox()
    expect(queued).toHaveLength(mostAnHour + 1)
    expect(queued.at(-1)).toMatchObject({
      subject: 'bApp: more messages in your tray (7)',
      // Expect it after the hour in which the others leave, when the number is known.
      next_at: '2099-01-01T07:00:00.000Z',
    })
    expect(queued.at(-1)?.text).toContain('more messages for you: 7.')
    // Give another person and another hour their own.
    await sendMails(bindings, company, [
      ...noted(1, { to: 'eve@lab.example', key: `mention:eve:${crypto.randomUUID()}`, notBefore }),
      ...noted(1, { key: `mention:later:${reader}`, notBefore: '2099-01-01T07:00:00.000Z' }),
    ])
    expect(await outbox()).toHaveLength(mostAnHour + 3)
    // Expect it to go with the access of its reader.
    await withdrawHeld(bindings, company, { gone: [reader], changed: [] })
    expect(await outbox()).toHaveLength(1)
  })

  it('are counted in one mail also where they have no key', async () => {
    const tray = { about: 'people', reader, language: 'en' } as const
    const keyless = { ...mail, tray, notBefore }
    await sendMails(
      bindings,
      company,
      Array.from({ length: mostAnHour + 3 }, () => keyless),
    )
    expect((await outbox()).at(-1)?.subject).toBe('bApp: more messages in your tray (3)')
  })

  it('say so in the language of their reader', async () => {
    await sendMails(
      bindings,
      company,
      noted(mostAnHour + 1, { tray: { about: 'people', reader, language: 'de' }, notBefore }),
    )
    expect((await outbox()).at(-1)?.subject).toBe('bApp: weitere Nachrichten (1)')
  })

  it('hold back none about another subject: mentions no alarm, and alarms no failed control', async () => {
    const about = (subject: 'runs' | 'alarms') => ({
      key: `${subject}:${crypto.randomUUID()}:${reader}`,
      tray: { about: subject, reader, language: 'en' } as const,
      notBefore,
    })
    await sendMails(bindings, company, noted(mostAnHour + 5, { notBefore }))
    await sendMails(bindings, company, noted(1, about('alarms')))
    await sendMails(bindings, company, noted(1, about('runs')))
    const keys = (await outbox()).map(({ once }) => once.split(':')[0])
    expect(keys.slice(-3)).toEqual(['more', 'alarms', 'runs'])
    expect(keys).toHaveLength(mostAnHour + 3)
  })

  it('hold back no other mail: a link to a password is always queued', async () => {
    await sendMails(bindings, company, noted(mostAnHour + 5))
    const before = (await outbox()).length
    await sendMail(bindings, company, { ...mail, subject: 'Set your password' })
    await sendMail(bindings, company, { ...mail, subject: 'Recall 1', key: `recall:1:${reader}` })
    const subjects = (await outbox()).map(({ subject }) => subject)
    expect(subjects).toHaveLength(before + 2)
    expect(subjects).toContain('Set your password')
    // Expect them not to count for the others either.
    await sendMails(
      bindings,
      company,
      Array.from({ length: 30 }, () => mail),
    )
    expect(await outbox()).toHaveLength(before + 32)
  })
})

describe('mail by http', () => {
  it('leaves with the token, and its text does not stay', async () => {
    answers.mockResolvedValue(new Response(null, { status: 202 }))
    await queue()
    expect(await deliverDue(withHttp)).toEqual({ sent: 1, failed: 0 })
    const [url, init] = answers.mock.calls[0] ?? []
    expect(url).toBe('https://mail.example/send')
    expect(init).toMatchObject({
      method: 'POST',
      redirect: 'manual',
      headers: { Authorization: 'Bearer token-of-the-provider' },
    })
    expect(JSON.parse(init?.body as string)).toEqual({
      from: 'bapp@lab.example',
      to: [mail.to],
      subject: mail.subject,
      text: mail.text,
    })
    expect(await rows()).toMatchObject([{ state: 'sent', text: '', error: '' }])
  })

  it('is retried with back-off, and given up in the end; the error contains no secret', async () => {
    answers.mockImplementation(async () => new Response('no', { status: 503 }))
    await queue()
    const waits: number[] = []
    for (let count = 1; count <= 6; count += 1) {
      expect(await deliverDue(withHttp)).toEqual({ sent: 0, failed: 1 })
      const [row] = await rows()
      expect(row?.attempts).toBe(count)
      if (row?.next_at) waits.push(Date.parse(row.next_at) - Date.now())
      // Expect nobody to take it, since it is not due yet.
      expect(await deliverDue(withHttp)).toEqual({ sent: 0, failed: 0 })
      await due()
    }
    expect(waits).toEqual(waits.toSorted((a, b) => a - b))
    expect(waits).toHaveLength(5)
    const [row] = await rows()
    expect(row).toMatchObject({ state: 'failed', error: 'The mail service answered 503' })
  })

  it('is sent once by two who deliver at the same time', async () => {
    answers.mockImplementation(async () => new Response(null, { status: 200 }))
    for (let count = 0; count < 5; count += 1) await queue()
    const [one, other] = await Promise.all([deliverDue(withHttp), deliverDue(withHttp)])
    expect(one.sent + other.sent).toBe(5)
    expect(answers).toHaveBeenCalledTimes(5)
  })

  it('A25-4: is sent once also where the service is slow and the round of a later minute begins', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    let later: ReturnType<typeof deliverDue> | undefined
    answers.mockImplementation(async () => {
      vi.setSystemTime(Date.now() + 14_000)
      if (answers.mock.calls.length === 10) {
        later = deliverDue(withHttp)
        await later
      }
      return new Response(null, { status: 200 })
    })
    for (let count = 0; count < 12; count += 1) await queue()
    const first = await deliverDue(withHttp)
    expect([first.sent, (await later)?.sent, answers.mock.calls.length]).toEqual([10, 2, 12])
  })

  it('sixteenth attack A16-5: is removed 90 days after it was made, in batches, unless it still waits', async () => {
    for (let count = 0; count < 6; count += 1) await queue()
    const aged = new Date(Date.now() - 91 * 86_400_000).toISOString()
    await bindings.DIRECTORY.prepare(
      `UPDATE mails SET created_at = ?1,
         state = CASE rowid % 6 WHEN 0 THEN 'queued' WHEN 1 THEN 'kept' WHEN 2 THEN 'failed' ELSE 'sent' END`,
    )
      .bind(aged)
      .run()
    await queue()
    const forget = (rounds: number) =>
      forgetMails(bindings.DIRECTORY, Date.now(), { atOnce: 2, rounds })
    expect(await forget(1)).toBe(2)
    expect(await forget(10)).toBe(3)
    expect(await rows()).toMatchObject([{ state: 'queued' }, { state: 'queued' }])
  })

  it('needs its settings: a deployment that seems to send must send', () => {
    const { MAIL_TOKEN: _token, ...without } = withHttp
    expect(() => transportOf(without)).toThrow(/MAIL_TOKEN/)
    expect(() => transportOf({ ...bindings, MAIL_ADAPTER: 'smtp' })).toThrow(/SMTP_HOST/)
    expect(() => transportOf({ ...bindings, MAIL_ADAPTER: 'pigeon' })).toThrow(/outbox/)
  })
})
