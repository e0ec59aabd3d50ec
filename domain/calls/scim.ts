import * as v from 'valibot'
import { get, post } from '../call.ts'
import { Uuid } from '../fields.ts'
import { byId } from './shapes.ts'

/** A group of the identity provider, and what the company gives its members. */
const Group = v.strictObject({
  uuid: Uuid,
  display_name: v.string(),
  members: v.number(),
  profile_uuid: v.nullable(Uuid),
  swarms: v.array(Uuid),
})
export type ProviderGroup = v.InferOutput<typeof Group>

const Provisioning = v.strictObject({
  /** Address that is entered at the provider. */
  base_url: v.string(),
  groups: v.array(Group),
})

// Ask for the right to set permissions: a group gives its profile to all its members.
const own = { reach: 'own', person: true, needs: 'permissions.edit' } as const

/** People and groups that an identity provider writes by SCIM (decision 52). Its token is an API key for nothing else. */
export const scimCalls = {
  read: get('/scim/details', { ...own, data: Provisioning }),
  /** Choose the profile and the swarms that members of a group get, now and later. */
  mapGroup: post('/scim/groups/:id', {
    ...own,
    params: byId,
    body: v.strictObject({
      profile_uuid: v.nullable(Uuid),
      swarms: v.pipe(v.array(Uuid), v.maxLength(100)),
    }),
    data: Provisioning,
  }),
}
