import * as v from 'valibot'
import { get, post } from '../call.ts'
import { languageCodes } from '../catalog/languages.ts'
import { Email, Name, Text, Timestamp, Uuid, YesNo } from '../fields.ts'
import { regionNames } from '../regions.ts'
import { byId } from './shapes.ts'

/** The signed-in account as the client holds it; never a secret in it. */
export const Account = v.strictObject({
  uuid: Uuid,
  username: v.string(),
  name: v.string(),
  email: Email,
  profile: v.string(),
  permissions: v.array(v.string()),
  swarms: v.array(Uuid),
  reviewer: v.picklist(['Y', 'N']),
  /** Somebody else has set up the account or its address, and no second person has confirmed it: they cannot sign yet. */
  unconfirmed: v.optional(v.literal(true)),
  /** People who are no second person beside this one (rules/second-person.ts); absent where there are none. */
  counted_with: v.optional(v.array(v.strictObject({ uuid: Uuid, name: v.string() }))),
  /** The provider says that the account tries the product (domain/permissions.ts, `productFlags`). */
  trial: v.optional(v.literal(true)),
  /** Acts for the underlings of a partner company. */
  partner: v.picklist(['Y', 'N']),
  default_language: v.picklist(languageCodes),
  preferences: v.strictObject({ timezone: v.string(), date_format: v.string() }),
  company_uuid: Uuid,
  company_details: v.strictObject({
    name: v.string(),
    data_region: v.picklist(regionNames),
    devices: v.array(v.strictObject({ name: v.string(), allowed: v.boolean() })),
    isPartner: YesNo,
    certificates_enabled: YesNo,
    developer: YesNo,
    four_eyes: YesNo,
  }),
  /** Times at which the session ends: without activity, and at the latest. */
  session: v.strictObject({ idle_until: v.string(), ends_at: v.string() }),
  /** Changes when the account's view of the company does; the local database starts afresh then. */
  scope: v.string(),
})
export type Account = v.InferOutput<typeof Account>

/** A password as people type or paste it: any characters. */
export const PasswordText = v.pipe(v.string(), v.minLength(1), v.maxLength(256))
/** Six digits of an authenticator app, or a recovery code. */
export const CodeText = v.pipe(v.string(), v.minLength(1), v.maxLength(40))

/**
 * Reasons that a session ended early: `params.why` of `session_expired`. `elsewhere`: the person ended it from another
 * session.
 */
export const SessionEnding = v.picklist(['password', 'two_step', 'administrator', 'elsewhere'])
export type SessionEnding = v.InferOutput<typeof SessionEnding>

/** A session of one's own: enough to recognise it by, not enough to find a person by. */
export const SessionEntry = v.strictObject({
  uuid: Uuid,
  created_at: Timestamp,
  seen_at: Timestamp,
  ends_at: Timestamp,
  agent: v.string(),
  network: v.string(),
  current: v.boolean(),
})
export type SessionEntry = v.InferOutput<typeof SessionEntry>

const Nothing = v.strictObject({})

export const sessionCalls = {
  /**
   * With the second step on, `wrong_credentials` with the reason `code_needed` until `code` comes in the same call
   * (decisions D22).
   */
  login: post('/session/login', {
    needs: null,
    caller: 'anyone',
    body: v.strictObject({
      username: v.pipe(v.string(), v.minLength(1), v.maxLength(254)),
      password: PasswordText,
      code: v.optional(CodeText),
      /** Asked for with `password_change_needed` where somebody else chose the password. */
      new_password: v.optional(PasswordText),
    }),
    data: Account,
  }),
  /** Refreshes the session; a failure logs the client out (spec §7). */
  refresh: get('/session/login', { needs: null, data: Account }),
  me: get('/session/me', { needs: null, data: Account }),
  logout: post('/session/logout', { reach: 'own', person: true, needs: null, data: Nothing }),
  list: get('/session/list', {
    reach: 'own',
    person: true,
    needs: null,
    data: v.strictObject({
      sessions: v.array(SessionEntry),
      /** The sign-in before this one, and the failed tries between the two. */
      previous_at: v.nullable(Timestamp),
      failed_before: v.number(),
      failed: v.number(),
      failed_at: v.nullable(Timestamp),
    }),
  }),
  end: post('/session/end/:id', {
    reach: 'own',
    person: true,
    needs: null,
    params: byId,
    data: Nothing,
  }),
  endOthers: post('/session/end_others', {
    reach: 'own',
    person: true,
    needs: null,
    data: v.strictObject({ ended: v.number() }),
  }),
  signupForm: get('/session/signup', {
    needs: null,
    caller: 'anyone',
    data: v.strictObject({ allowed: v.boolean() }),
  }),
  /** Asks the provider for an account; makes nothing by itself (decisions D42, R17). */
  signup: post('/session/signup', {
    needs: null,
    caller: 'anyone',
    body: v.strictObject({
      name: Name,
      email: Email,
      company: Name,
      message: v.optional(v.pipe(Text, v.maxLength(2000))),
    }),
    data: Nothing,
  }),
}
