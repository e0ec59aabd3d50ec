import { scryptSync } from 'node:crypto'
import { env } from 'cloudflare:test'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { sessionCalls } from '../../domain/calls/session.ts'
import { isOutdated } from '../../edge/session/password.ts'
import { openPage, waitFor } from './browser-page.ts'
import { foundLab, must, password } from './lab.ts'

const switched = env as { WRITES_FROZEN?: string }
const username = 'Operator-older'

/** A `scrypt-turns` hash, as made before 24 November 2026. */
const olderHash = (() => {
  const salt = Buffer.from('0123456789abcdef')
  const cost = { N: 1024, r: 8, p: 1 }
  const first = scryptSync(password, salt, 32, cost)
  const key = scryptSync(password, Buffer.concat([first, salt]), 32, cost)
  return `scrypt-turns$1024$8$2$${salt.toString('base64')}$${key.toString('base64')}`
})()

interface Row {
  password_hash: string
  password_version: number
  password_chosen: number
}

async function readLogin(): Promise<Row> {
  const row = await env.DIRECTORY.prepare(
    `SELECT password_hash, password_version, password_chosen FROM logins WHERE username = ?1`,
  )
    .bind(username)
    .first<Row>()
  if (!row) throw new Error(`no login of ${username}`)
  return row
}

const untilReplaced = () =>
  waitFor(async () => expect(isOutdated((await readLogin()).password_hash)).toBe(false))

beforeAll(async () => {
  await foundLab('older')
})
beforeEach(async () => {
  await env.DIRECTORY.prepare('UPDATE logins SET password_hash = ?2 WHERE username = ?1')
    .bind(username, olderHash)
    .run()
})

it('replaces an older hash after a sign-in, as no new password: sessions go on', async () => {
  const before = await readLogin()
  const page = openPage()
  await must(page.signIn(username))
  await untilReplaced()
  const after = await readLogin()
  expect({ ...after, password_hash: olderHash }).toEqual(before)
  await must(page.send(sessionCalls.me))
  await must(openPage().signIn(username))
  await new Promise((resolve) => setTimeout(resolve, 400))
  expect((await readLogin()).password_hash).toBe(after.password_hash)
})

it('keeps an older hash after a wrong password', async () => {
  expect((await openPage().signIn(username, 'Wrong-guess-1!')).status).toBe(401)
  await new Promise((resolve) => setTimeout(resolve, 400))
  expect((await readLogin()).password_hash).toBe(olderHash)
})

it('signs in by an older hash while writes are frozen, and its session outlives the replacement', async () => {
  switched.WRITES_FROZEN = '1'
  const reader = openPage()
  try {
    await must(reader.signIn(username))
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect((await readLogin()).password_hash).toBe(olderHash)
  } finally {
    delete switched.WRITES_FROZEN
  }
  await must(openPage().signIn(username))
  await untilReplaced()
  await must(reader.send(sessionCalls.me))
})
