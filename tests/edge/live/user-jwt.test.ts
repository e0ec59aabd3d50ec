import { decode } from '@nats-io/jwt'
import { createUser, fromPublic } from '@nats-io/nkeys'
import { expect, test } from 'vitest'
import { decodePublicKey, isSignedBy, keyPairOf } from '../../../edge/live/nkeys.ts'
import { accountKey, holdsKey, mintUserJwt, verifyUserJwt } from '../../../edge/live/user-jwt.ts'

const secret = 'only-for-tests-0123456789abcdef0123456789abcdef'
const company = '7c9e6679-7425-40de-944b-e07fc1f90ae7'
const user = createUser()
const userPublicKey = user.getPublicKey()
const options = {
  secret,
  company,
  userPublicKey,
  name: 'device:1',
  pub: ['t.c.analysis.1'],
  sub: ['t.c.command.1', '_INBOX_1.>'],
  replies: true,
}
const mint = (lifeMs = 60_000) => mintUserJwt({ ...options, expiresAt: Date.now() + lifeMs })
const account = accountKey(secret, company)

test('keys and signatures are those of the NATS key library', () => {
  const pair = keyPairOf('user', new Uint8Array(32).fill(7))
  const theirs = fromPublic(pair.publicKey)
  const data = new TextEncoder().encode('nonce')
  expect(theirs.verify(data, pair.sign(data))).toBe(true)
  expect(isSignedBy('user', userPublicKey, data, user.sign(data))).toBe(true)
  expect(isSignedBy('user', userPublicKey, data.subarray(1), user.sign(data))).toBe(false)
  expect(isSignedBy('user', pair.publicKey, data, user.sign(data))).toBe(false)
  expect(fromPublic(account.publicKey).getPublicKey()).toBe(account.publicKey)
})

test('a damaged key is no key', () => {
  expect(decodePublicKey('user', userPublicKey)?.length).toBe(32)
  expect(decodePublicKey('account', userPublicKey)).toBeUndefined()
  for (const at of [1, 20, 55]) {
    const char = userPublicKey[at] === 'B' ? 'C' : 'B'
    const damaged = userPublicKey.slice(0, at) + char + userPublicKey.slice(at + 1)
    expect(decodePublicKey('user', damaged)).toBeUndefined()
  }
  for (const text of ['', 'U', '0'.repeat(56), userPublicKey.toLowerCase(), `${userPublicKey}A`]) {
    expect(decodePublicKey('user', text)).toBeUndefined()
  }
})

test('the NATS library reads the token as it was meant', () => {
  const claims = decode<{ pub: unknown; sub: unknown; resp: unknown }>(mint())
  expect(claims).toMatchObject({ iss: account.publicKey, sub: userPublicKey, name: 'device:1' })
  expect(claims.nats.pub).toEqual({ allow: options.pub })
  expect(claims.nats.sub).toEqual({ allow: options.sub })
  expect(claims.nats.resp).toEqual({ max: 1, ttl: 60_000_000_000 })
  const none = mintUserJwt({ ...options, pub: [], expiresAt: Date.now() + 1000 })
  expect(decode<{ pub: unknown }>(none).nats.pub).toEqual({ deny: ['>'] })
})

test('the grant is what was minted', () => {
  const grant = verifyUserJwt(mint(), account.publicKey, Date.now())
  expect(grant).toMatchObject({
    name: 'device:1',
    publicKey: userPublicKey,
    pub: { allow: options.pub, deny: [] },
    sub: { allow: options.sub, deny: [] },
    reply: { max: 1, ttlMs: 60_000 },
  })
})

test('attack H2: a token answers requests only where that was asked for', () => {
  const jwt = mintUserJwt({ ...options, replies: false, expiresAt: Date.now() + 60_000 })
  expect(decode<{ resp?: unknown }>(jwt).nats).not.toHaveProperty('resp')
  expect(verifyUserJwt(jwt, account.publicKey, Date.now())).not.toHaveProperty('reply')
})

test('a token is refused when expired, too long, of another account, or altered anywhere', () => {
  const now = Date.now()
  const jwt = mint()
  const { publicKey } = account
  expect(verifyUserJwt(jwt, publicKey, now + 61_000)).toBeUndefined()
  expect(verifyUserJwt(jwt, publicKey, now - 12 * 3600_000)).toBeUndefined()
  expect(verifyUserJwt(jwt, accountKey(secret, 'other').publicKey, now)).toBeUndefined()
  for (let at = 0; at < jwt.length - 1; at += 7) {
    const char = jwt[at] === 'A' ? 'B' : 'A'
    const altered = jwt.slice(0, at) + char + jwt.slice(at + 1)
    expect(verifyUserJwt(altered, publicKey, now), `altered at ${at}`).toBeUndefined()
  }
  for (const text of ['', '.', '..', 'a.b.c', '....', `${jwt}.x`]) {
    expect(verifyUserJwt(text, publicKey, now)).toBeUndefined()
  }
})

test('a token of a person lives for 10 minutes at most, of a device for 12 hours, and none is made for a malformed key', () => {
  const lives = (name: string, lifeMs: number) =>
    mintUserJwt({ ...options, name, expiresAt: Date.now() + lifeMs })
  expect(() => lives('user:1', 10 * 60_000 + 1000)).toThrow(RangeError)
  expect(() => lives('user:1', 10 * 60_000 - 1000)).not.toThrow()
  expect(() => lives('device:1', 12 * 3600_000 + 1000)).toThrow(RangeError)
  expect(() => lives('device:1', 12 * 3600_000 - 1000)).not.toThrow()
  const person = lives('user:1', 10 * 60_000 - 1000)
  expect(verifyUserJwt(person, account.publicKey, Date.now() - 60_000)).toBeUndefined()
  const malformed = { ...options, userPublicKey: 'UABC', expiresAt: Date.now() + 1000 }
  expect(() => mintUserJwt(malformed)).toThrow(RangeError)
})

test('the nonce must be signed by the holder, in either base64 spelling', () => {
  const grant = verifyUserJwt(mint(), account.publicKey, Date.now())
  if (!grant) throw new Error('token refused')
  const signature = Buffer.from(user.sign(Buffer.from('nonce')))
  expect(holdsKey(grant, 'nonce', signature.toString('base64url'))).toBe(true)
  expect(holdsKey(grant, 'nonce', signature.toString('base64'))).toBe(true)
  expect(holdsKey(grant, 'other', signature.toString('base64url'))).toBe(false)
  expect(holdsKey(grant, 'nonce', '')).toBe(false)
})
