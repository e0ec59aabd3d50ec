import * as v from 'valibot'
import type { FinishedSignIn } from '../../domain/calls/identity-provider.ts'
import type { Account } from '../../domain/calls/session.ts'
import { Fault } from '../../domain/fault.ts'
import type { AccountContext, CallContext } from '../context.ts'
import {
  bindByEmail,
  findLinked,
  findProviderOf,
  hasPerson,
  keepState,
  type KnownProvider,
  type KnownState,
  markTested,
  readProvider,
  takeState,
} from '../directory/identity-providers.ts'
import { signInOf } from '../directory/sign-in.ts'
import { unwrap } from '../outcome.ts'
import {
  findProver,
  keepProof,
  settleProof,
  signingProviderOf,
} from '../directory/signature-proofs.ts'
import { makeSecret, sameSecret, sha256Hex } from '../crypto/secret.ts'
import type { By, Right } from '../store/by.ts'
import {
  beginAt,
  finishAt,
  foldAddress,
  type OidcClient,
  type OidcPerson,
  type OidcPurpose,
} from './oidc.ts'
import { hashProof } from './reauthenticate.ts'
import { seal, unseal } from './seal.ts'
import { note, signInProven } from './sign-in.ts'

/** Longest time that people may take at their provider. */
const patienceMs = 10 * 60_000
/** Longest time between the sign-in at the provider and the signature. */
const signatureMs = 5 * 60_000
const cookieName = '__Host-bapp-provider'

const Kept = v.strictObject({
  state: v.string(),
  nonce: v.string(),
  verifier: v.string(),
  back: v.optional(v.string()),
  popup: v.optional(v.boolean()),
  /** Basis of a test, which is asked for again at its end. */
  right: v.optional(v.custom<Right>((value) => typeof value === 'object' && value !== null)),
})

/** Return the address of the page that people come back to. */
export function redirectUri({ origin }: Pick<CallContext, 'origin'>): string {
  return `${origin}/login`
}

/** The page after the sign-in: the address to return to, and true in a window of its own, which closes. */
interface Afterwards {
  back?: string | undefined
  popup?: boolean | undefined
}

/** Begin the sign-in of a person with this e-mail address. @throws Fault `refused` with the reason `provider_unknown` */
export async function beginSignIn(
  context: CallContext,
  email: string,
  afterwards: Afterwards,
): Promise<{ url: string }> {
  const address = foldAddress(email)
  const provider = await findProviderOf(context.env.DIRECTORY, domainOf(address))
  if (!provider) {
    throw new Fault('refused', 'No identity provider is known for this address', {
      field: 'email',
      reason: 'provider_unknown',
    })
  }
  const { url } = await goTo(context, provider, { email: address, purpose: 'sign_in', afterwards })
  return { url }
}

/** Begin a sign-in that only shows whether the settings work, by the right of a tester. */
export async function beginTest(
  context: CallContext,
  provider: KnownProvider,
  right: Right,
): Promise<{ url: string }> {
  const { url } = await goTo(context, provider, { email: null, purpose: 'test', right })
  return { url }
}

/**
 * Begin the proof of a signature over the content of this hash. It goes on in a window of its own; `proof` stays in the page that
 * signs, and opens nothing before the person has signed in at the provider.
 * @throws Fault `refused` with the reason `signs_with_password`
 */
export async function beginProof(
  context: AccountContext,
  record_hash: string,
): Promise<{ url: string; proof: string }> {
  const { account, env } = context
  const provider = await signingProviderOf(env.DIRECTORY, account)
  if (!provider) {
    throw new Fault('refused', 'You sign with your password', { reason: 'signs_with_password' })
  }
  const { email } = account
  const { url, state_hash } = await goTo(context, provider, { email, purpose: 'signature' })
  const proof = makeSecret()
  const now = Date.now()
  const { company_uuid, version } = provider
  const kept = {
    proof_hash: hashProof(proof, context.by),
    state_hash,
    company_uuid,
    user_uuid: account.uuid,
    version,
    record_hash,
    expires_at: now + patienceMs,
  }
  await keepProof(env.DIRECTORY, kept, now)
  return { url, proof }
}

async function goTo(
  context: CallContext,
  provider: KnownProvider,
  given: {
    email: string | null
    purpose: OidcPurpose
    right?: Right
    afterwards?: Afterwards
  },
): Promise<{ url: string; state_hash: string }> {
  const { email, purpose, right = null, afterwards = {} } = given
  const { env } = context
  const client = clientOf(context, provider)
  const { url, request } = await beginAt(client, { email, purpose })
  const browser = makeSecret()
  const now = Date.now()
  const state_hash = sha256Hex(request.state)
  const place = placeOf(provider.company_uuid, state_hash)
  const kept: KnownState = {
    state_hash,
    browser_hash: sha256Hex(browser),
    company_uuid: provider.company_uuid,
    version: provider.version,
    tester_uuid: right?.user ?? null,
    sealed: seal(
      env.SEALING_SECRET,
      place,
      JSON.stringify({ ...request, ...afterwards, ...(right && { right }) }),
    ),
    expires_at: now + patienceMs,
  }
  await keepState(env.DIRECTORY, kept, now)
  context.header('Set-Cookie', browserCookie(browser, patienceMs / 1000))
  return { url, state_hash }
}

/**
 * End a sign-in by what the provider wrote into the address. The state is used up first, in the browser that began, and for
 * the settings of then: an answer of another provider, company or browser signs nobody in.
 * @returns the account that is signed in now; none after a test or the proof of a signature.
 */
export async function finishSignIn(context: CallContext, text: string): Promise<FinishedSignIn> {
  const { env } = context
  const answer = new URLSearchParams(text)
  const stateHash = sha256Hex(answer.get('state') ?? '')
  const kept = await takeState(env.DIRECTORY, stateHash, Date.now())
  const browser = readBrowser(context.cookie)
  if (!kept || browser === null || !sameSecret(kept.browser_hash, sha256Hex(browser))) throw spent()
  context.header('Set-Cookie', browserCookie('', 0))
  const provider = await readProvider(env.DIRECTORY, kept.company_uuid)
  const isOn = provider?.enabled === 1 || kept.tester_uuid !== null
  if (!provider || provider.version !== kept.version || !isOn) throw spent()
  const sealed = unseal(env.SEALING_SECRET, placeOf(kept.company_uuid, stateHash), kept.sealed)
  if (sealed === null) throw spent()
  const { back = null, popup = false, right, ...request } = v.parse(Kept, JSON.parse(sealed))
  const prover = await findProver(env.DIRECTORY, stateHash)
  const begunAt = kept.expires_at - patienceMs
  const fresh = prover === null ? undefined : { begunAt, now: Date.now() }
  const person = await finishAt(clientOf(context, provider), request, answer, fresh)
  if (prover !== null) {
    await endProof(context, { provider, prover, person, stateHash })
    return { account: null, purpose: 'signature', back: null, popup: true }
  }
  if (kept.tester_uuid === null) {
    return { account: await enter(context, provider, person), purpose: 'sign_in', back, popup }
  }
  if (!right) throw spent()
  await endTest(context, { provider, right, person })
  return { account: null, purpose: 'test', back: null, popup: false }
}

/** Settle the proof of a signature: by the subject that is bound to the person who signs, and by nobody else. */
async function endProof(
  context: CallContext,
  given: { provider: KnownProvider; prover: string; person: OidcPerson; stateHash: string },
): Promise<void> {
  const { provider, prover, person, stateHash } = given
  const { DIRECTORY } = context.env
  const { company_uuid } = provider
  const who = { company_uuid, user_uuid: prover }
  if ((await findLinked(DIRECTORY, provider, person.subject)) !== prover) {
    context.later(() => note(context, who, 'failed'))
    throw new Fault('wrong_credentials', 'Somebody else has signed in at the provider', {
      reason: 'provider_other_person',
    })
  }
  const now = Date.now()
  if (!(await settleProof(DIRECTORY, stateHash, { now, windowMs: signatureMs }))) throw spent()
  context.later(() => note(context, who, 'provider_proved'))
}

/** @throws Fault as a new request of the tester would be refused: the provider was asked meanwhile. */
async function endTest(
  context: CallContext,
  given: { provider: KnownProvider; right: Right; person: OidcPerson },
): Promise<void> {
  const { provider, right, person } = given
  const { DIRECTORY } = context.env
  const { company_uuid } = provider
  await unwrap(context.store(company_uuid).confirm(callerOf(right)))
  const email = emailOf(provider, person)
  if (email === null || !(await hasPerson(DIRECTORY, company_uuid, email))) throw noAccount()
  if (!(await markTested(DIRECTORY, provider, new Date().toISOString()))) throw spent()
  await note(context, { company_uuid, user_uuid: right.user }, 'provider_tested')
}

/** Make a caller of whom all but the right is read when it is asked for again. */
function callerOf(right: Right): By {
  const actor = { uuid: right.user, name: '', via: 'account' } as const
  return { actor, sight: { kinds: [], swarms: [] }, permissions: [], fourEyes: false, right }
}

/**
 * Find the account of a subject. The e-mail address counts once, at the first sign-in, and only within the company of
 * the provider.
 */
async function enter(
  context: CallContext,
  provider: KnownProvider,
  person: OidcPerson,
): Promise<Account> {
  const { DIRECTORY } = context.env
  const { company_uuid } = provider
  const known = await findLinked(DIRECTORY, provider, person.subject)
  const user_uuid = known ?? (await bind(context, provider, person))
  const login = await signInOf(DIRECTORY, user_uuid)
  if (!login || login.company_uuid !== company_uuid) throw noAccount()
  // Read the settings again, which may have been switched off or changed while the provider was asked.
  const isStillOn = async () => {
    const now = await readProvider(DIRECTORY, company_uuid)
    return now?.enabled === 1 && now.version === provider.version
  }
  const account = await signInProven(context, login, isStillOn)
  context.later(() => note(context, login, 'provider_opened'))
  return account
}

async function bind(
  context: CallContext,
  provider: KnownProvider,
  person: OidcPerson,
): Promise<string> {
  const { subject } = person
  const email = emailOf(provider, person)
  const { company_uuid } = provider
  const bound =
    email === null ? null : await bindByEmail(context.env.DIRECTORY, provider, { subject, email })
  if (bound === null) throw noAccount()
  context.later(() => note(context, { company_uuid, user_uuid: bound }, 'provider_linked'))
  return bound
}

/** Return the verified e-mail address if it is one of the company's domain. */
function emailOf({ domain }: KnownProvider, { email }: OidcPerson): string | null {
  return email !== null && domainOf(email) === domain ? email : null
}

function clientOf(context: CallContext, provider: KnownProvider): OidcClient {
  const { env } = context
  const { company_uuid, sealed_secret } = provider
  const secret =
    sealed_secret === null
      ? null
      : unseal(env.SEALING_SECRET, secretPlace(company_uuid), sealed_secret)
  return {
    issuer: provider.issuer,
    clientId: provider.client_id,
    clientSecret: secret,
    redirectUri: redirectUri(context),
    isLocal: env.ENVIRONMENT === 'local',
  }
}

/** Place of the client secret of a company (seal.ts). */
export function secretPlace(company: string) {
  return { purpose: 'identity-provider', bound: company } as const
}

function placeOf(company: string, stateHash: string) {
  return { purpose: 'identity-state', bound: `${company} ${stateHash}` } as const
}

function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1)
}

function browserCookie(secret: string, seconds: number): string {
  return `${cookieName}=${secret}; Path=/; Max-Age=${seconds}; Secure; HttpOnly; SameSite=Strict`
}

function readBrowser(header: string | undefined): string | null {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim().split('='))
  const [, value] = pairs.find(([name]) => name === cookieName) ?? []
  return value || null
}

function spent(): Fault {
  return new Fault('wrong_credentials', 'This sign-in is used up or took too long: begin again', {
    reason: 'provider_spent',
  })
}

function noAccount(): Fault {
  return new Fault('wrong_credentials', 'No account of the company has this verified address', {
    reason: 'provider_account',
  })
}
