import * as v from 'valibot'
import { get, post } from '../call.ts'
import { Company } from '../entities/company.ts'
import { languages } from '../entities/user.ts'
import { Email, Uuid } from '../fields.ts'
import { regionNames } from '../regions.ts'

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
  /** Acts for the underlings of a partner company. */
  partner: v.picklist(['Y', 'N']),
  default_language: v.picklist(languages),
  preferences: v.strictObject({ timezone: v.string(), date_format: v.string() }),
  company_uuid: Uuid,
  company_details: v.strictObject({
    name: v.string(),
    data_region: v.picklist(regionNames),
    devices: v.array(v.strictObject({ name: v.string(), allowed: v.boolean() })),
    isPartner: Company.entries.isPartner,
    certificates_enabled: Company.entries.certificates_enabled,
    developer: Company.entries.developer,
    four_eyes: Company.entries.four_eyes,
  }),
  /** When the session ends if nothing more is done, and at the latest. */
  session: v.strictObject({ idle_until: v.string(), ends_at: v.string() }),
  /** Changes when the account's view of the company does; the local database starts afresh then. */
  scope: v.string(),
})
export type Account = v.InferOutput<typeof Account>

export const sessionCalls = {
  login: post('/session/login', {
    needs: null,
    caller: 'anyone',
    body: v.strictObject({
      username: v.pipe(v.string(), v.minLength(1), v.maxLength(254)),
      password: v.pipe(v.string(), v.minLength(1), v.maxLength(256)),
    }),
    data: Account,
  }),
  /** Refreshes the session; a failure logs the client out (spec §7). */
  refresh: get('/session/login', { needs: null, data: Account }),
  me: get('/session/me', { needs: null, data: Account }),
  logout: post('/session/logout', { needs: null, data: v.strictObject({}) }),
}
