import { vi } from 'vitest'

type Claims = Record<string, unknown>

const encode = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

/**
 * An identity provider as small as an attack needs it, whose ID tokens can be wrong in every way. A provider as people have it
 * is in tests/devices/identity-provider.test.ts.
 */
export class SmallProvider {
  readonly issuer: string
  /** Claims of the next ID token on top of the right ones; `undefined` leaves one out. */
  claims: Claims = {}
  header: Claims = {}
  /** Answer of the user endpoint; null where there is none. */
  user: Claims | null = null
  /** Key that signs, where it is not the one that is published. */
  signWith: CryptoKey | null = null
  /** Fields of the metadata on top of the right ones. */
  metadata: Claims = {}
  /** Happens while the code is exchanged. */
  meanwhile: (() => Promise<unknown>) | null = null
  /** Calls of the token endpoint. */
  exchanged = 0
  #keys: CryptoKeyPair | null = null
  #kid = 'first'
  readonly #codes = new Map<string, { nonce: string; challenge: string; client: string }>()

  constructor(issuer: string) {
    this.issuer = issuer
  }

  async rotate(kid: string): Promise<void> {
    this.#keys = await makeKeys()
    this.#kid = kid
  }

  /** Let somebody sign in at the provider: return what it writes into the address of our page. */
  authorise(address: string): string {
    const { searchParams } = new URL(address)
    const given = (name: string) => searchParams.get(name) ?? ''
    const code = crypto.randomUUID()
    this.#codes.set(code, {
      nonce: given('nonce'),
      challenge: given('code_challenge'),
      client: given('client_id'),
    })
    return new URLSearchParams({ code, state: given('state'), iss: this.issuer }).toString()
  }

  async answer(request: Request): Promise<Response> {
    const path = request.url.slice(this.issuer.length)
    if (path === '/.well-known/openid-configuration') return Response.json(this.#describe())
    if (path === '/keys') return Response.json({ keys: [await this.#publicKey()] })
    if (path === '/user' && this.user) return Response.json(this.user)
    if (path === '/token') return this.#exchange(new URLSearchParams(await request.text()))
    return new Response(null, { status: 404 })
  }

  #describe() {
    return {
      issuer: this.issuer,
      authorization_endpoint: `${this.issuer}/authorize`,
      token_endpoint: `${this.issuer}/token`,
      jwks_uri: `${this.issuer}/keys`,
      ...(this.user && { userinfo_endpoint: `${this.issuer}/user` }),
      id_token_signing_alg_values_supported: ['ES256', 'HS256', 'none'],
      authorization_response_iss_parameter_supported: true,
      ...this.metadata,
    }
  }

  async #exchange(form: URLSearchParams): Promise<Response> {
    this.exchanged += 1
    await this.meanwhile?.()
    const known = this.#codes.get(form.get('code') ?? '')
    this.#codes.delete(form.get('code') ?? '')
    const verifier = new TextEncoder().encode(form.get('code_verifier') ?? '')
    const digest = await crypto.subtle.digest('SHA-256', verifier)
    if (!known || Buffer.from(digest).toString('base64url') !== known.challenge) {
      return Response.json({ error: 'invalid_grant' }, { status: 400 })
    }
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      iss: this.issuer,
      sub: 'subject-1',
      aud: known.client,
      nonce: known.nonce,
      iat: now,
      exp: now + 300,
      auth_time: now,
      ...this.claims,
    }
    const token = await this.#sign(claims)
    return Response.json({ access_token: 'access', token_type: 'Bearer', id_token: token })
  }

  async #sign(claims: Claims): Promise<string> {
    const { privateKey } = await this.#pair()
    const text = `${encode({ alg: 'ES256', kid: this.#kid, ...this.header })}.${encode(claims)}`
    const how = { name: 'ECDSA', hash: 'SHA-256' }
    const bytes = new TextEncoder().encode(text)
    const signature = await crypto.subtle.sign(how, this.signWith ?? privateKey, bytes)
    const isBare = this.header['alg'] === 'none'
    return `${text}.${isBare ? '' : Buffer.from(signature).toString('base64url')}`
  }

  async #publicKey() {
    const { publicKey } = await this.#pair()
    const key = await crypto.subtle.exportKey('jwk', publicKey)
    return { ...key, kid: this.#kid, alg: 'ES256', use: 'sig' }
  }

  async #pair(): Promise<CryptoKeyPair> {
    return (this.#keys ??= await makeKeys())
  }
}

export async function makeKeys(): Promise<CryptoKeyPair> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
  return (await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])) as CryptoKeyPair
}

/** Answer requests to these providers, and to a resolver whose records are given; nothing else is reached. */
export function serve(providers: readonly SmallProvider[], records: Record<string, string> = {}) {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const provider = providers.find(({ issuer }) => request.url.startsWith(`${issuer}/`))
    if (provider) return provider.answer(request)
    const name = new URL(request.url).searchParams.get('name')
    if (name === null) throw new TypeError('no such host')
    const data = records[name]
    return Response.json({ Answer: data === undefined ? [] : [{ data: `"${data}"` }] })
  })
}
