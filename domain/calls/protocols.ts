import * as v from 'valibot'
import { methodActions } from '../actions/method.ts'
import { get, post, search } from '../call.ts'
import { cartridgeNames } from '../catalog/cartridges.ts'
import { Application } from '../entities/application.ts'
import { Device } from '../entities/device.ts'
import { GlobalRecipe } from '../entities/global-recipe.ts'
import { Protocol, protocol, ProtocolAlias, recipeKinds } from '../entities/protocol.ts'
import { Recipe } from '../entities/recipe.ts'
import { PlainId, Timestamp, Uuid, Version } from '../fields.ts'
import { protocolFields } from './method-fields.ts'
import { methodRows } from './method-rows.ts'
import { formRow } from './record-rows.ts'
import { byId, MaybeReason, Page, PageQuery, Reason } from './shapes.ts'

/** An alias with the protocol it names. */
export const ListedAlias = v.strictObject({
  ...ProtocolAlias.entries,
  protocol_uuid: Uuid,
  protocol_name: v.string(),
})
export type ListedAlias = v.InferOutput<typeof ListedAlias>

/** A device that takes one of the protocol's cartridges, and whether it could run it now. */
export const PreparedDevice = v.strictObject({
  ...v.pick(Device, [
    'uuid',
    'name',
    'hostname',
    'deviceType',
    'model',
    'bkernel_version',
    'cartridge_type',
  ]).entries,
  /** Its software is as new as the protocol asks. */
  new_enough: v.boolean(),
  /** Reason that the device cannot run it now; null when it can. */
  refusal: v.nullable(
    v.strictObject({
      code: v.string(),
      reason: v.string(),
      message: v.string(),
      params: v.record(v.string(), v.union([v.string(), v.number()])),
    }),
  ),
})
export type PreparedDevice = v.InferOutput<typeof PreparedDevice>

/** Everything that the wizard of a new analysis needs of a protocol. */
export const PreparedProtocol = v.strictObject({
  protocol: Protocol,
  recipe_kind: v.picklist(recipeKinds),
  recipe: v.union([Recipe, GlobalRecipe]),
  /** Those linked, less the archived ones. */
  applications: v.array(Application),
  /** Sample types to choose from: those of the applications, or all where there are none. */
  sample_types: Application.entries.sample_types,
  /** Cartridges of protocol and recipe that this account may use. */
  cartridge_types: v.array(v.picklist(cartridgeNames)),
  /** Oldest device software that can run it: the newer of the protocol's and the recipe's. */
  minimum_bkernel: v.nullable(Version),
  devices: v.array(PreparedDevice),
})
export type PreparedProtocol = v.InferOutput<typeof PreparedProtocol>

/** Calls of protocols, which operators choose: a recipe with its applications and limits, with aliases by swarm (decisions R14). */
export const protocolCalls = {
  ...methodRows(protocol, 'protocol', protocolFields),
  prepare: get('/protocols/prepare/:id', {
    needs: methodActions.protocol.use.needs,
    params: byId,
    data: PreparedProtocol,
  }),
  linkApplicationForm: formRow(protocol, 'link_application', 'protocol.edit'),
  /** Adds applications to those linked; they are unlinked by an edit (VAL-018). */
  linkApplication: post('/protocols/link_application/:id', {
    needs: 'protocol.edit',
    params: byId,
    body: v.strictObject({
      application_uuids: v.pipe(v.array(Uuid), v.minLength(1), v.maxLength(100)),
      base: v.optional(Timestamp),
      reason: v.optional(Reason),
    }),
    data: Protocol,
  }),
  searchAliases: search('/protocols/alias/search', {
    needs: 'protocol.search',
    query: v.omit(PageQuery, ['order', 'extended']),
    body: v.optional(
      v.strictObject({
        search: v.optional(v.pipe(v.string(), v.maxLength(100))),
        swarm_uuid: v.optional(Uuid),
        protocol_uuid: v.optional(Uuid),
      }),
    ),
    data: Page(ListedAlias),
  }),
  createAlias: post('/protocols/alias/create', {
    needs: 'protocol.edit',
    body: v.strictObject({
      uuid: v.optional(Uuid),
      protocol_uuid: Uuid,
      swarm_uuid: Uuid,
      alias: PlainId,
    }),
    data: ListedAlias,
  }),
  editAlias: post('/protocols/alias/edit/:id', {
    needs: 'protocol.edit',
    params: byId,
    body: v.strictObject({
      alias: v.optional(PlainId),
      swarm_uuid: v.optional(Uuid),
      base: v.optional(Timestamp),
      reason: v.optional(Reason),
    }),
    data: ListedAlias,
  }),
  deleteAlias: post('/protocols/alias/delete/:id', {
    needs: 'protocol.edit',
    params: byId,
    body: MaybeReason,
    data: v.strictObject({}),
  }),
}
