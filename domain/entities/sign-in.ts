import * as v from 'valibot'
import { entity } from '../entity.ts'
import { stamps, Timestamp } from '../fields.ts'

/** Events of a person's sign-in; each is an entry of the audit trail. */
const signInEvents = [
  'opened',
  'closed',
  'ended',
  'failed',
  'code_failed',
  'slowed',
  'password_changed',
  'invited',
  'reset_asked',
  'password_reset',
  'two_step_on',
  'two_step_off',
  'two_step_reset',
  'recovery_used',
  'provider_saved',
  'provider_proven',
  'provider_tested',
  'provider_on',
  'provider_off',
  'provider_linked',
  'provider_opened',
  'provider_signing',
  'provider_proved',
  'pin_set',
  'pin_removed',
  'pin_failed',
  'pin_locked',
  'group_mapped',
  'webhook_saved',
  'webhook_removed',
] as const
export type SignInEvent = (typeof signInEvents)[number]

/** A sign-in or a failed attempt: one record for each, with the person's uuid. Nothing secret. */
export const SignIn = v.strictObject({
  ...stamps,
  event: v.picklist(signInEvents),
  /** Coarse, to recognise a machine by: `Firefox on Windows`, and the network without the machine's own number. */
  agent: v.pipe(v.string(), v.maxLength(60)),
  network: v.pipe(v.string(), v.maxLength(60)),
  /** The newest sign-in, and the one before. */
  signed_in_at: v.nullable(Timestamp),
  previous_at: v.nullable(Timestamp),
  /** Failed tries since the newest sign-in, and those it found. */
  failed: v.number(),
  failed_before: v.number(),
  failed_at: v.nullable(Timestamp),
})
export type SignIn = v.InferOutput<typeof SignIn>

export const signIn = entity({
  kind: 'sign_in',
  path: '/session',
  permission: 'permissions.edit',
  schema: SignIn,
  indexes: [],
  scope: 'company',
  local: null,
  trash: null,
})
