import * as v from 'valibot'
import { get, post, search } from '../call.ts'
import { Device } from '../entities/device.ts'
import { Swarm, swarm } from '../entities/swarm.ts'
import { User } from '../entities/user.ts'
import { Name, Uuid } from '../fields.ts'
import {
  createFormRow,
  createRow,
  deleteAction,
  editRow,
  Form,
  formRow,
  getRow,
  SearchBody,
} from './record-rows.ts'
import { byId, Page, PageQuery, Reason } from './shapes.ts'

const Named = v.strictObject({ uuid: Uuid, name: v.string() })

/** With `extended=1` who and what is in it, as far as the account may see people and devices. */
export const SwarmWithMembers = v.strictObject({
  ...Swarm.entries,
  users: v.optional(v.array(Named)),
  devices: v.optional(v.array(Named)),
})
export type SwarmWithMembers = v.InferOutput<typeof SwarmWithMembers>

const Members = v.pipe(v.array(Uuid), v.maxLength(2000))

/** Members that the writer saw: when somebody has joined or left since, nothing is written (409 `stale`). */
const Seen = v.optional(Members)

export const swarmCalls = {
  search: search('/swarms/search', {
    needs: 'swarms.search',
    query: PageQuery,
    body: SearchBody(swarm),
    data: Page(SwarmWithMembers),
  }),
  get: getRow(swarm),
  createForm: createFormRow(swarm, 'swarms.create'),
  create: createRow(swarm, 'swarms.create', { name: Name }),
  editForm: formRow(swarm, 'edit', 'swarms.edit'),
  edit: editRow(swarm, 'swarms.edit', { name: Name }),
  delete: deleteAction(swarm, 'swarms.delete'),
  products: get('/swarms/products/:id', {
    needs: 'products.search',
    params: byId,
    query: PageQuery,
    data: Page(Device),
  }),
  users: search('/swarms/users/:id', {
    needs: 'users.search',
    params: byId,
    query: PageQuery,
    data: Page(User),
  }),
  /** Count what is in a swarm, before somebody is put in it or it is merged: `stays` is signed and cannot move. */
  uses: get('/swarms/uses/:id', {
    needs: 'swarms.search',
    params: byId,
    data: v.strictObject({
      records: v.number(),
      analyses: v.number(),
      stays: v.number(),
      people: v.number(),
      devices: v.number(),
    }),
  }),
  mergeForm: formRow(swarm, 'merge', 'swarms.merge'),
  /**
   * Moves everything of the swarm into another, and its people and devices with it. Signed analyses cannot move: as
   * long as the swarm holds some it stays, archived, and everybody of both is in it.
   */
  merge: post('/swarms/merge/:id', {
    needs: 'swarms.merge',
    params: byId,
    body: v.strictObject({ swarm_uuid: Uuid, reason: Reason }),
    data: v.strictObject({ swarm: Swarm, moved: v.number(), kept: v.number() }),
    timeout: 120_000,
  }),
  linkProductForm: get('/swarms/linkproduct/:id', {
    needs: 'swarms.linkBCubes',
    params: byId,
    data: Form(SwarmWithMembers),
  }),
  /** Exactly the devices of the swarm. */
  linkProduct: post('/swarms/linkproduct/:id', {
    needs: 'swarms.linkBCubes',
    params: byId,
    body: v.strictObject({ devices: Members, seen: Seen, reason: v.optional(Reason) }),
    data: SwarmWithMembers,
  }),
  linkUserForm: get('/swarms/linkuser/:id', {
    needs: 'swarms.linkUsers',
    params: byId,
    data: Form(SwarmWithMembers),
  }),
  /** Exactly the people of the swarm. */
  linkUser: post('/swarms/linkuser/:id', {
    needs: 'swarms.linkUsers',
    params: byId,
    body: v.strictObject({ users: Members, seen: Seen, reason: v.optional(Reason) }),
    data: SwarmWithMembers,
  }),
}
