import * as v from 'valibot'
import { entity } from '../entity.ts'
import { Name, stamps } from '../fields.ts'

/** A set of permissions that users carry; the four ordinary ones are made with the company and may be edited. */
export const Profile = v.strictObject({
  ...stamps,
  name: Name,
  base: v.picklist(['SuperAdmin', 'Administrator', 'Manager', 'Operator']),
  permissions: v.array(v.pipe(v.string(), v.maxLength(60))),
})
export type Profile = v.InferOutput<typeof Profile>

export const profile = entity({
  kind: 'profile',
  path: '/profiles',
  permission: 'permissions.edit',
  schema: Profile,
  indexes: ['name'],
  filters: ['base'],
  scope: 'company',
  local: null,
  trash: null,
})
