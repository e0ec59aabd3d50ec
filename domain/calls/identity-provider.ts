import * as v from 'valibot'
import { get, post } from '../call.ts'
import { ContentHash, Email, Line, Timestamp, Uuid } from '../fields.ts'
import { Account, CodeText, PasswordText } from './session.ts'

/** A domain of e-mail addresses, in small letters. */
const Domain = v.pipe(
  v.string(),
  v.maxLength(253),
  v.regex(
    /^(?=.*\.)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/,
    'domain',
  ),
)

/** Settings as they are shown; the client secret never is. */
const Provider = v.strictObject({
  issuer: v.string(),
  client_id: v.string(),
  has_secret: v.boolean(),
  domain: v.string(),
  /** TXT record that proves the domain. */
  record_name: v.string(),
  record_value: v.string(),
  domain_proven_at: v.nullable(Timestamp),
  /** Time at which a sign-in with these settings worked; null after each change of them. */
  tested_at: v.nullable(Timestamp),
  enabled: v.boolean(),
  /** The only person of the domain who signs in with a password; null where everybody does. */
  break_glass_uuid: v.nullable(Uuid),
  /** Proof that signatures of its people need: their password, or a new sign-in at the provider. */
  signing: v.picklist(['password', 'provider']),
  /** People who prove signatures at the provider may use a signing PIN instead (decision 59). */
  pins: v.boolean(),
})
export type Provider = v.InferOutput<typeof Provider>

const Settings = v.strictObject({
  provider: v.nullable(Provider),
  /** Address to which the provider sends people back; it is entered there. */
  redirect_uri: v.string(),
})
export type ProviderAnswer = v.InferOutput<typeof Settings>

// Ask for the right to set permissions: the provider decides who signs in as whom.
const own = { reach: 'own', person: true, needs: 'permissions.edit' } as const
const proof = { password: PasswordText, code: v.optional(CodeText) }
const Going = v.strictObject({ url: v.string() })

/** The end of a way to the provider; an account is signed in by it only where it was a sign-in. */
const Finished = v.strictObject({
  account: v.nullable(Account),
  purpose: v.picklist(['sign_in', 'test', 'signature']),
  /** Page that the sign-in was begun from. */
  back: v.nullable(v.string()),
  /** The page is in a window of its own, which is to be closed. */
  popup: v.boolean(),
})
export type FinishedSignIn = v.InferOutput<typeof Finished>

/** Sign-in with a company's own identity provider by OpenID Connect (decision 44). */
export const identityProviderCalls = {
  read: get('/identity_provider/details', { ...own, data: Settings }),
  /** Settings that change have to be tested before they are switched on; another domain has to be proven. */
  save: post('/identity_provider/edit', {
    ...own,
    body: v.strictObject({
      issuer: v.pipe(
        v.string(),
        v.maxLength(300),
        v.regex(/^https?:\/\/[^\s/?#@]+(?:\/[^\s?#]*)?$/, 'provider_issuer'),
      ),
      client_id: v.pipe(Line, v.regex(/\S/, 'required')),
      /** Absent: the one before stays, unless the issuer or the client is another. */
      client_secret: v.optional(v.pipe(Line, v.regex(/\S/, 'required'))),
      domain: Domain,
      ...proof,
    }),
    data: Settings,
  }),
  /** Look for the TXT record of the domain. */
  proveDomain: post('/identity_provider/prove_domain', { ...own, data: Settings }),
  /** Begin a test sign-in: the page goes to `url`. */
  test: post('/identity_provider/test', { ...own, data: Going }),
  /** With `only`, all of the domain but the caller sign in with the provider alone. */
  switch: post('/identity_provider/switch', {
    ...own,
    body: v.strictObject({ on: v.boolean(), only: v.boolean(), ...proof }),
    data: Settings,
  }),
  /** Begin a sign-in with the provider of an e-mail address. */
  begin: post('/session/provider/begin', {
    needs: null,
    caller: 'anyone',
    body: v.strictObject({
      email: Email,
      back: v.optional(v.pipe(Line, v.maxLength(2000))),
      popup: v.optional(v.boolean()),
    }),
    data: Going,
  }),
  /** Bring what the provider said in the address of the page. */
  finish: post('/session/provider/finish', {
    needs: null,
    caller: 'anyone',
    body: v.strictObject({ answer: v.pipe(v.string(), v.maxLength(6000)) }),
    data: Finished,
  }),
  /** Choose how signatures are proven: at the provider only by another person than who saved its settings (decision 52). */
  chooseSigning: post('/identity_provider/signing', {
    ...own,
    body: v.strictObject({
      way: Provider.entries.signing,
      /** Absent: off. Only with the provider as the way. */
      pins: v.optional(v.boolean()),
      ...proof,
    }),
    data: Settings,
  }),
  /** The way in which the person at the session proves their signatures. */
  signingWay: get('/session/signing', {
    reach: 'own',
    person: true,
    needs: null,
    data: v.strictObject({
      way: Provider.entries.signing,
      /** A signing PIN that counts is set. */
      pin: v.boolean(),
    }),
  }),
  /** Begin the proof of one signature, over the content of this hash: a window goes to `url`, the signature brings `proof`. */
  prove: post('/session/provider/prove', {
    reach: 'own',
    person: true,
    needs: null,
    body: v.strictObject({ record_hash: ContentHash }),
    data: v.strictObject({ url: v.string(), proof: v.string() }),
  }),
}
