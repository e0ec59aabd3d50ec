import * as v from 'valibot'
import { languageCodes } from '../catalog/languages.ts'
import { entity } from '../entity.ts'
import { doer, Email, Line, Name, PlainId, stamps, Timestamp, Uuid, YesNo } from '../fields.ts'

/** Parts of a person's account that somebody else can set: the account itself, its address, its password, its second step. */
const setByOthers = ['person', 'email', 'password', 'two_step'] as const

/** A setting by somebody else: until a second person has confirmed it, the account cannot sign (docs/identity.md). */
export const Unconfirmed = v.strictObject({
  what: v.picklist(setByOthers),
  ...doer,
  at: Timestamp,
})
export type Unconfirmed = v.InferOutput<typeof Unconfirmed>

/** Most owners of a service account. */
export const mostOwners = 5

/**
 * A person, or a program with an account of its own (`service`). The hash of the password is kept in the directory, not in the
 * record, because browsers keep copies of records.
 */
export const User = v.strictObject({
  ...stamps,
  username: PlainId,
  /** Printed on signatures. */
  name: Name,
  email: Email,
  phone: v.pipe(Line, v.maxLength(40)),
  profile_uuid: Uuid,
  swarms: v.array(Uuid),
  reviewer: YesNo,
  /** Acts for the underlings of a partner company (spec §4 "Partners"). */
  partner: v.optional(YesNo),
  active: YesNo,
  default_language: v.picklist(languageCodes),
  timezone: v.pipe(v.string(), v.maxLength(60)),
  date_format: v.picklist(['dd/MM/yyyy', 'yyyy-MM-dd', 'MMM dd yy', 'MMM dd yyyy']),
  /** Only the service writes it; absent when nothing is to be confirmed. */
  unconfirmed: v.optional(v.array(Unconfirmed)),
  /**
   * A service account: a program that acts by API keys alone. It has no password, signs nothing and gets no mail. Its owners
   * make its keys; without one who has access it does nothing (decision 56).
   */
  service: v.optional(
    v.strictObject({ owners: v.pipe(v.array(Uuid), v.minLength(1), v.maxLength(mostOwners)) }),
  ),
})
export type User = v.InferOutput<typeof User>

/** Domain of the addresses that records of service accounts have; no mail can go there (RFC 2606). */
export const serviceDomain = 'service.invalid'

export const user = entity({
  kind: 'user',
  path: '/users',
  permission: 'users.search',
  schema: User,
  indexes: ['username', 'email'],
  filters: ['profile_uuid', 'swarms', 'reviewer', 'partner', 'active'],
  sorts: ['username', 'email', 'active', 'reviewer'],
  searched: ['username', 'email'],
  scope: 'company',
  local: { table: 'users', collection: 'organisation' },
  trash: 'users',
})
