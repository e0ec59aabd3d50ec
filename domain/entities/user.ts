import * as v from 'valibot'
import { entity } from '../entity.ts'
import { Email, Name, PlainId, stamps, Uuid, YesNo } from '../fields.ts'

export const languages = ['ar', 'de', 'en', 'es', 'fr', 'it', 'ru', 'zh'] as const
export type Language = (typeof languages)[number]

/** A person. The password's hash is not part of the record: it lies in the directory and is never replicated. */
export const User = v.strictObject({
  ...stamps,
  username: PlainId,
  /** Printed on signatures. */
  name: Name,
  email: Email,
  phone: v.pipe(v.string(), v.maxLength(40)),
  profile_uuid: Uuid,
  swarms: v.array(Uuid),
  reviewer: YesNo,
  /** Acts for the underlings of a partner company (spec §4 "Partners"). */
  partner: v.optional(YesNo),
  active: YesNo,
  default_language: v.picklist(languages),
  timezone: v.pipe(v.string(), v.maxLength(60)),
  date_format: v.picklist(['dd/MM/yyyy', 'yyyy-MM-dd', 'MMM dd yy', 'MMM dd yyyy']),
})
export type User = v.InferOutput<typeof User>

export const user = entity({
  kind: 'user',
  path: '/users',
  permission: 'users.search',
  schema: User,
  indexes: ['username', 'email'],
  filters: ['profile_uuid', 'swarms', 'reviewer', 'partner', 'active'],
  scope: 'company',
  local: { table: 'users', collection: 'organisation' },
  trash: 'users',
})
