import * as oauth from 'oauth4webapi'
import { Fault } from '../../domain/fault.ts'
import { fetchProvider, isOutside } from './provider-fetch.ts'

/** A client at an identity provider. */
export interface OidcClient {
  issuer: string
  clientId: string
  clientSecret: string | null
  redirectUri: string
  /** True on the machine of a developer, where a provider may be reached without TLS. */
  isLocal: boolean
}

/** Values of a sign-in that is under way at the provider. */
export interface OidcRequest {
  state: string
  nonce: string
  verifier: string
}

export interface OidcPerson {
  subject: string
  /** Address with small ASCII letters (`foldAddress`); null when the provider does not say that it has been verified. */
  email: string | null
}

/** Reason for which somebody goes to the provider. For a signature they sign in there afresh, whatever session they have. */
export type OidcPurpose = 'sign_in' | 'test' | 'signature'

/** Signatures that are accepted: of public keys only, so neither `none` nor one made with the client secret. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'EdDSA']
/** Seconds by which the clocks may differ. */
const clockTolerance = 60
/** Seconds by which times of one clock may be rounded. */
const roundingSeconds = 2
const patienceMs = 10_000

/** Begin a sign-in: code flow with PKCE (OpenID Connect Core 3.1, RFC 7636). @throws Fault `refused` */
export async function beginAt(
  client: OidcClient,
  { email, purpose }: { email: string | null; purpose: OidcPurpose },
): Promise<{ url: string; request: OidcRequest }> {
  const server = await discover(client)
  if (server.authorization_endpoint === undefined) throw unreachable()
  const request = {
    state: oauth.generateRandomState(),
    nonce: oauth.generateRandomNonce(),
    verifier: oauth.generateRandomCodeVerifier(),
  }
  // Check the address that a person is sent to, so that it is no machine of their own network either.
  if (!isOutside(server.authorization_endpoint, client.isLocal)) throw unreachable()
  const url = new URL(server.authorization_endpoint)
  const parameters = {
    response_type: 'code',
    client_id: client.clientId,
    redirect_uri: client.redirectUri,
    scope: 'openid email',
    state: request.state,
    nonce: request.nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(request.verifier),
    code_challenge_method: 'S256',
    ...(email !== null && { login_hint: email }),
    // Ask to sign in again: a test shows that the provider asks, not that somebody is signed in there.
    ...(purpose !== 'sign_in' && { prompt: 'login' }),
    ...(purpose === 'signature' && { max_age: '0' }),
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return { url: url.href, request }
}

/**
 * End a sign-in: exchange the code at this provider alone, and check issuer, audience, nonce, times, algorithm and the
 * signature by the provider's present keys.
 * @param fresh for a signature: the sign-in began at this time (milliseconds since 1970), and the person has signed in since.
 * @throws Fault `wrong_credentials` with the reason `provider_refused`, `provider_denied`, `provider_client` or `provider_not_fresh`; `refused` when the provider
 * cannot be asked.
 */
export async function finishAt(
  client: OidcClient,
  request: OidcRequest,
  answer: URLSearchParams,
  fresh?: { begunAt: number; now: number },
): Promise<OidcPerson> {
  const server = await discover(client)
  const who = { client_id: client.clientId, [oauth.clockTolerance]: clockTolerance }
  try {
    const checked = oauth.validateAuthResponse(server, who, answer, request.state)
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      who,
      authenticationOf(client, server),
      checked,
      client.redirectUri,
      request.verifier,
      optionsOf(client),
    )
    const tokens = await oauth.processAuthorizationCodeResponse(server, who, response, {
      expectedNonce: request.nonce,
      requireIdToken: true,
    })
    await oauth.validateApplicationLevelSignature(server, response, optionsOf(client))
    const claims = oauth.getValidatedIdTokenClaims(tokens)
    if (!claims) throw refused('id_token')
    if (fresh && !isFresh(claims, fresh)) throw notFresh()
    const told =
      claims['email'] === undefined ? await askUser(client, server, tokens, claims.sub) : claims
    const { email } = told
    const isVerified = told['email_verified'] === true && typeof email === 'string'
    return { subject: claims.sub, email: isVerified ? foldAddress(email) : null }
  } catch (error) {
    throw faultOf(error)
  }
}

/**
 * Fold an e-mail address as the directory compares them: ASCII letters alone. Other alphabets have letters whose small form is an
 * ASCII one, such as the Kelvin sign, so that another mailbox would count as this one.
 */
export function foldAddress(email: string): string {
  return email.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

/**
 * Check that somebody has signed in at the provider since a signature began (`auth_time`, OpenID Connect Core 2). The age of the
 * sign-in is read from the provider's clock alone, so that a clock that differs hides no older one; a provider that passes over
 * `prompt` and `max_age` is found out.
 */
function isFresh(
  { auth_time: signedIn, iat }: oauth.IDToken,
  { begunAt, now }: { begunAt: number; now: number },
): boolean {
  if (typeof signedIn !== 'number') return false
  const waited = (now - begunAt) / 1000
  const isOfNow =
    signedIn >= begunAt / 1000 - clockTolerance && signedIn <= now / 1000 + clockTolerance
  return isOfNow && iat - signedIn <= waited + roundingSeconds
}

async function discover(client: OidcClient): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(client.issuer)
  try {
    const response = await oauth.discoveryRequest(issuer, {
      algorithm: 'oidc',
      ...optionsOf(client),
    })
    const server = await oauth.processDiscoveryResponse(issuer, response)
    const offered = server.id_token_signing_alg_values_supported ?? ['RS256']
    const accepted = offered.filter((name) => algorithms.includes(name))
    return { ...server, id_token_signing_alg_values_supported: accepted }
  } catch {
    throw unreachable()
  }
}

/** Ask the user-info endpoint, for providers that put no e-mail address into the ID token. The subject must be the same. */
async function askUser(
  client: OidcClient,
  server: oauth.AuthorizationServer,
  tokens: oauth.TokenEndpointResponse,
  subject: string,
): Promise<Record<string, unknown>> {
  if (server.userinfo_endpoint === undefined) return {}
  const who = { client_id: client.clientId }
  const response = await oauth.userInfoRequest(server, who, tokens.access_token, optionsOf(client))
  return oauth.processUserInfoResponse(server, who, subject, response)
}

function authenticationOf(client: OidcClient, server: oauth.AuthorizationServer): oauth.ClientAuth {
  if (client.clientSecret === null) return oauth.None()
  const ways = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  return ways.includes('client_secret_basic')
    ? oauth.ClientSecretBasic(client.clientSecret)
    : oauth.ClientSecretPost(client.clientSecret)
}

function optionsOf({ isLocal }: OidcClient) {
  return {
    signal: () => AbortSignal.timeout(patienceMs),
    [oauth.allowInsecureRequests]: isLocal,
    [oauth.customFetch]: (url: string, options: Parameters<typeof fetchProvider>[1]) =>
      fetchProvider(url, options, isLocal),
  }
}

/** Reasons that people can do something about, by the provider's word (RFC 6749, 4.1.2.1 and 5.2). */
const reasons: Readonly<Record<string, 'provider_denied' | 'provider_client'>> = {
  access_denied: 'provider_denied',
  invalid_client: 'provider_client',
  unauthorized_client: 'provider_client',
}

function turnedAway(reason: 'provider_denied' | 'provider_client'): Fault {
  return new Fault('wrong_credentials', 'The identity provider refuses the sign-in', { reason })
}

function faultOf(error: unknown): Fault {
  if (error instanceof Fault) return error
  if (error instanceof oauth.WWWAuthenticateChallengeError) {
    // Read it as a refusal of the client: the user endpoint asks for a bearer token instead.
    const isClient = error.cause.some(({ scheme }) => scheme.toLowerCase() === 'basic')
    if (isClient) return turnedAway('provider_client')
  }
  // Show the provider's own word only where it is a short code, such as `access_denied`.
  if (
    error instanceof oauth.AuthorizationResponseError ||
    error instanceof oauth.ResponseBodyError
  ) {
    const reason = reasons[error.error]
    if (reason) return turnedAway(reason)
    return refused(/^[a-z_]{1,40}$/.test(error.error) ? error.error : 'error')
  }
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (typeof code === 'string' && /^OAUTH_[A-Z_]{1,60}$/.test(code)) return refused(code)
  return unreachable()
}

function refused(why: string): Fault {
  return new Fault('wrong_credentials', 'The answer of the identity provider cannot be accepted', {
    reason: 'provider_refused',
    params: { why },
  })
}

function notFresh(): Fault {
  return new Fault('wrong_credentials', 'The provider did not ask for a new sign-in', {
    reason: 'provider_not_fresh',
  })
}

function unreachable(): Fault {
  return new Fault('refused', 'The identity provider does not answer as OpenID Connect', {
    reason: 'provider_unreachable',
  })
}
