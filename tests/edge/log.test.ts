import { env } from 'cloudflare:test'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { app } from '../../edge/app.ts'
import { describeError, logFailure, logNote } from '../../edge/log.ts'

const marker = 'Annegret Musterfrau 1957-03-04'

function thrownBy(run: () => unknown): unknown {
  try {
    run()
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}

describe('house B7: log.ts is the only way into the log', () => {
  it('house B7: a failure without a thrown error is written with facts of our own', () => {
    const written = vi.spyOn(console, 'error').mockReturnValue(undefined)
    logNote('device presence not kept', { code: 'internal', tries: 2 })
    expect(written.mock.calls).toEqual([
      ['device presence not kept', '{"code":"internal","tries":2}'],
    ])
    written.mockRestore()
  })
})

describe('the log of an error', () => {
  it.each([
    ['broken JSON', () => JSON.parse(`{"name": ${marker}}`)],
    ['a wrong address', () => new URL(marker)],
    ['a wrong header', () => new Headers({ [marker]: 'x' })],
    [
      'an error of ours with a value',
      () => {
        throw new TypeError(`${marker} is not iterable`)
      },
    ],
    [
      'a value of several lines',
      () => {
        throw new Error(`a\n    at ${marker}\nb`)
      },
    ],
  ])('of %s holds no value', (_, run) => {
    const text = describeError(thrownBy(run))
    for (const word of marker.split(' ')) expect(text).not.toContain(word)
  })

  it('of something that is no error is its type', () => {
    expect(describeError(marker)).toBe('thrown string')
  })

  it('says what and where', () => {
    const broken = describeError(thrownBy(() => (undefined as unknown as { a: string }).a))
    expect(broken).toMatch(
      /^TypeError \(Cannot read properties of undefined\)\n\s+at .*log\.test\.ts:\d+/,
    )
  })

  it('of the directory names the column and not what was in it', async () => {
    const insert = () =>
      env.DIRECTORY.prepare(
        'INSERT INTO logins (user_uuid, company_uuid, username, email, password_hash) VALUES (?1, ?2, ?1, ?1, ?1)',
      )
        .bind(marker, null)
        .run()
    const error = await insert().catch((caught: unknown) => caught)
    const text = describeError(error)
    expect(text).toContain('NOT NULL constraint failed: logins.company_uuid')
    expect(text).not.toContain(marker)
  })
})

describe('a request that fails inside', () => {
  afterEach(() => vi.restoreAllMocks())

  it('is logged by its row of the contract, never by its address, and answered with the same number', async () => {
    // Read what is logged, and still log it.
    const written = vi.spyOn(console, 'error')
    const url = `https://bapp.test/v3/session/login?q=${encodeURIComponent(marker)}`
    const headers = { 'X-Requested-With': 'XMLHttpRequest', 'Content-Type': 'application/json' }
    const body = JSON.stringify({ username: marker, password: marker })
    const answer = await app.request(
      url,
      { method: 'POST', headers, body },
      { ...env, DIRECTORY: undefined },
    )
    const { errors } = (await answer.json()) as { errors: { params: { request: string } }[] }
    expect(answer.status).toBe(500)
    const text = written.mock.calls.flat().join(' ')
    expect(text).toContain(errors[0]?.params.request)
    expect(text).toContain('POST /v3/session/login')
    for (const word of marker.split(' ')) expect(text).not.toContain(word)
  })

  it('says on one line what failed', () => {
    const written = vi.spyOn(console, 'error')
    logFailure('mail not sent', new Error(marker))
    expect(written.mock.calls[0]?.[0]).toBe('mail not sent')
    expect(written.mock.calls.flat().join(' ')).not.toContain('Annegret')
  })
})
