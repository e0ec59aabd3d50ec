import * as v from 'valibot'
import { get, post, search } from '../call.ts'
import { AccessRule } from '../entities/company.ts'
import { Profile, profile } from '../entities/profile.ts'
import { Name, Timestamp, Uuid, YesNo } from '../fields.ts'
import { permissions } from '../permissions.ts'
import { createFormRow, deleteRow, Form, SearchBody } from './record-rows.ts'
import { byId, Page, PageQuery, Reason } from './shapes.ts'

/** A profile with the number of people who carry it (spec §3). */
export const CountedProfile = v.strictObject({ ...Profile.entries, users_count: v.number() })
export type CountedProfile = v.InferOutput<typeof CountedProfile>

const Permissions = v.array(v.picklist(permissions))

/** Profiles are no local table: who sees or makes users reads their names here. */
export const profileCalls = {
  search: search('/profiles/search', {
    needs: 'users.search',
    query: PageQuery,
    body: SearchBody(profile),
    data: Page(CountedProfile),
  }),
  /** The same as a GET, as the specification lists it. */
  list: get('/profiles/search', {
    needs: 'users.search',
    query: PageQuery,
    data: Page(CountedProfile),
  }),
  createForm: createFormRow(profile, 'profiles.create'),
  create: post('/profiles/create', {
    needs: 'profiles.create',
    body: v.strictObject({
      uuid: v.optional(Uuid),
      name: Name,
      /** The ordinary profile it is made from. */
      base: Profile.entries.base,
      /** Without them those that the ordinary profile has by default, as far as they may be given. */
      permissions: v.optional(Permissions),
    }),
    data: Profile,
  }),
  editForm: get('/profiles/edit/:id', {
    needs: 'profiles.edit',
    params: byId,
    data: Form(CountedProfile),
  }),
  edit: post('/profiles/edit/:id', {
    needs: 'profiles.edit',
    params: byId,
    body: v.strictObject({
      name: Name,
      /** `updated_at` that the editor saw. */
      seen: v.optional(Timestamp),
      reason: Reason,
    }),
    data: Profile,
  }),
  clone: post('/profiles/clone/:id', {
    needs: 'profiles.clone',
    params: byId,
    body: v.optional(v.strictObject({ name: v.optional(Name) })),
    data: Profile,
  }),
  delete: deleteRow(profile, 'profiles.delete'),
}

/** One line of the matrix of a profile. */
export const MatrixLine = v.strictObject({
  permission: v.picklist(permissions),
  /** Name in the specification's route table. */
  route_name: v.string(),
  granted: v.boolean(),
  /** Reason that it cannot be granted; null when it may be granted. */
  refusal: v.nullable(v.picklist(['provider_only', 'capability_missing', 'beyond_own'])),
})
export type MatrixLine = v.InferOutput<typeof MatrixLine>

/** A person whom a change of a profile affects. */
const AffectedPerson = v.strictObject({ uuid: Uuid, name: v.string(), active: YesNo })

/** Effect of a change of a profile, for the people who carry it. */
export const ProfileEffect = v.strictObject({
  gained: Permissions,
  lost: Permissions,
  /** Gained, but without effect until the company is enabled for them. */
  asleep: Permissions,
  /** Calls by their names in the contract that the people may make then, and may no longer make. */
  opened: v.array(v.string()),
  closed: v.array(v.string()),
  people: v.array(AffectedPerson),
  /** The first refusal that the change would meet; null when it may be made. */
  refusal: v.nullable(
    v.strictObject({
      code: v.string(),
      reason: v.optional(v.string()),
      params: v.optional(v.record(v.string(), v.union([v.string(), v.number()]))),
    }),
  ),
})
export type ProfileEffect = v.InferOutput<typeof ProfileEffect>

/** Use of the permissions of a profile by the people who carry it, or by one of them. */
export const PermissionUses = v.strictObject({
  /** Begin of the 90 days that are looked at, or of the trail where that is younger. */
  since: Timestamp,
  /** The trail is younger than 90 days: what was not used is not proposed for removal yet. */
  isShort: v.boolean(),
  people: v.number(),
  lines: v.array(
    v.strictObject({
      permission: v.picklist(permissions),
      /** The profile holds it for less time than is looked at: since when. */
      granted_at: v.nullable(Timestamp),
      /** Newest use; null for none. */
      used_at: v.nullable(Timestamp),
      /** Number of people who used it. */
      users: v.number(),
    }),
  ),
  /** Permissions whose use leaves no entry, so that nobody knows. */
  unknown: Permissions,
})
export type PermissionUses = v.InferOutput<typeof PermissionUses>

/** Rules of the company about its profiles, and the version that they were read at. */
export const AccessRules = v.strictObject({ rules: v.array(AccessRule), updated_at: Timestamp })
export type AccessRules = v.InferOutput<typeof AccessRules>

export const permissionCalls = {
  editForm: get('/permissions/edit/:id', {
    needs: 'permissions.edit',
    params: byId,
    data: v.strictObject({ record: CountedProfile, matrix: v.array(MatrixLine) }),
  }),
  /** Exactly the permissions of the profile. They count from everybody's next call on. */
  edit: post('/permissions/edit/:id', {
    needs: 'permissions.edit',
    params: byId,
    body: v.strictObject({
      permissions: Permissions,
      seen: v.optional(Timestamp),
      reason: Reason,
    }),
    data: Profile,
  }),
  /** Effect of a change before it is made: what its people gain and lose, and the rule that would refuse it. */
  preview: search('/permissions/preview/:id', {
    needs: 'permissions.edit',
    params: byId,
    body: v.strictObject({ permissions: Permissions }),
    data: ProfileEffect,
  }),
  /** Count from the audit trail who used which permission of a profile in the last 90 days. It changes nothing. */
  uses: get('/permissions/uses/:id', {
    needs: 'permissions.edit',
    params: byId,
    query: v.strictObject({
      /** One person who carries the profile. */
      user: v.optional(Uuid),
    }),
    data: PermissionUses,
  }),
  rules: get('/permissions/rules', { needs: 'permissions.edit', data: AccessRules }),
  /** Exactly the company's rules about its profiles. A rule that is broken already is refused. */
  setRules: post('/permissions/rules', {
    needs: 'permissions.edit',
    body: v.strictObject({
      rules: v.pipe(v.array(AccessRule), v.maxLength(50)),
      /** `updated_at` that the editor saw. */
      seen: v.optional(Timestamp),
      reason: Reason,
    }),
    data: AccessRules,
  }),
}
