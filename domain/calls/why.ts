import * as v from 'valibot'
import { get } from '../call.ts'
import { permissions } from '../permissions.ts'

const whyReasons = [
  /** The profile does not hold the permission. */
  'profile',
  /** The company may not use it; the provider can change that. */
  'capability',
  /** Only the provider of the service does this: ask the support contact. */
  'provider_only',
  /** The provider has switched it off for the profile or the company, by a flag of the product. */
  'switched_off',
  /** Done in the own company only. */
  'own_company_only',
  /** Not for an API key, or beyond its scope. */
  'api_key',
  /** Rights that the trail does not prove: only searching is left until the store is put right. */
  'store_damaged',
  /** For devices or the operator of the deployment. */
  'not_for_accounts',
] as const

/** The answer to "Why can't I?". */
export const Why = v.strictObject({
  /** The call by its name in the contract; null when a permission was asked for. */
  call: v.nullable(v.string()),
  allowed: v.boolean(),
  permission: v.nullable(v.picklist(permissions)),
  reason: v.nullable(v.picklist(whyReasons)),
  /** The account's profile. */
  profile: v.string(),
  /** Capability that the company lacks, where that is the reason. */
  capability: v.nullable(v.string()),
  /** Ordinary profiles that hold the permission by default. */
  granted_by: v.array(v.string()),
  /** Profiles of the account's company, custom ones too, that hold it now. */
  held_by: v.array(v.string()),
  /** Whom to ask where nobody in the company can change it. */
  support_contact: v.nullable(v.string()),
})
export type Why = v.InferOutput<typeof Why>

export const whyCalls = {
  /** Explain whether the account may make a call or use a permission, and what forbids it otherwise. */
  why: get('/session/why', {
    needs: null,
    query: v.strictObject({
      /** `user.create`, or method and path such as `POST /users/create`. Either this or `permission`. */
      call: v.optional(
        v.pipe(v.string(), v.maxLength(200), v.regex(/^[A-Za-z]+(\.\w+| \/\S*)$/, 'call_name')),
      ),
      permission: v.optional(v.picklist(permissions)),
    }),
    data: Why,
  }),
}
