import * as v from 'valibot'
import { entity } from '../entity.ts'
import { Name, stamps, Uuid } from '../fields.ts'

/** A group of devices and users inside a company; a user sees the analyses of the swarms they are in. */
export const Swarm = v.strictObject({
  ...stamps,
  name: Name,
  company_uuid: Uuid,
  /** 1 for one that was merged into another and still holds validated analyses; absent is 0. */
  archived: v.optional(v.picklist([0, 1])),
})
export type Swarm = v.InferOutput<typeof Swarm>

export const swarm = entity({
  kind: 'swarm',
  path: '/swarms',
  permission: 'swarms.search',
  schema: Swarm,
  indexes: ['name'],
  filters: ['archived'],
  scope: 'company',
  local: { table: 'swarms', collection: 'organisation' },
  trash: 'swarms',
})
