import type { PreparedDevice, PreparedProtocol } from '../../domain/calls/protocols.ts'
import { cartridges } from '../../domain/catalog/cartridges.ts'
import { type SampleType, sampleTypes } from '../../domain/entities/analysis.ts'
import type { Device } from '../../domain/entities/device.ts'
import type { Protocol } from '../../domain/entities/protocol.ts'
import type { Recipe } from '../../domain/entities/recipe.ts'
import { Fault } from '../../domain/fault.ts'
import { can } from '../../domain/permissions.ts'
import { isInForce, takeEffect } from '../../domain/rules/recipe-version.ts'
import { refuseDevice } from '../../domain/rules/preflight.ts'
import { newerVersion } from '../../domain/rules/version.ts'
import type { AccountContext } from '../context.ts'
import { unwrap } from '../outcome.ts'
import { findPublished, noRecipe } from './find-recipe.ts'

/**
 * Answer everything that the wizard of a new analysis needs of a protocol at once.
 * @throws Fault `refused` when the protocol or its recipe is archived: an archived one is not offered.
 */
export async function prepareProtocol(
  uuid: string,
  context: AccountContext,
): Promise<PreparedProtocol> {
  const { own, by } = context
  const parts = await unwrap(own.ask({ name: 'protocolParts', uuid }, by.sight))
  const { protocol, applications: linked, devices } = parts
  const now = new Date().toISOString()
  const ours = parts.recipe && takeEffect(parts.recipe, now)
  const recipe = ours ?? (await findPublished(protocol.recipe_uuid, context))
  if (!recipe) throw noRecipe()
  for (const one of [protocol, recipe]) {
    if (one.archived === 1) {
      throw new Fault('refused', `${one.name} is archived`, { reason: 'archived' })
    }
  }
  if (ours && !isInForce(ours, now)) {
    throw new Fault('refused', `No version of ${ours.name} is in force`, {
      reason: 'recipe_not_effective',
    })
  }
  const applications = linked.filter(({ archived }) => archived === 0)
  const types = protocol.cartridge_types.filter(
    (type) =>
      recipe.cartridge_types.includes(type) && can(by.permissions, cartridges[type].permission),
  )
  const minimum = newerVersion(protocol.minimum_bkernel, recipe.minimum_bkernel)
  return {
    protocol,
    recipe_kind: protocol.recipe_kind ?? 'RECIPE',
    recipe,
    applications,
    sample_types: sampleTypesOf(applications),
    cartridge_types: types,
    minimum_bkernel: minimum,
    devices: devices
      .filter(({ cartridge_type }) => types.includes(cartridge_type))
      .map((device) => prepareDevice(device, protocol, recipe, minimum)),
  }
}

function sampleTypesOf(applications: readonly { sample_types: SampleType[] }[]): SampleType[] {
  const named = new Set(applications.flatMap(({ sample_types }) => sample_types))
  return sampleTypes.filter((type) => named.size === 0 || named.has(type))
}

/** Judge a device by the rules that a launch applies, so that wizard and launch agree. */
function prepareDevice(
  device: Device,
  protocol: Protocol,
  recipe: Pick<Recipe, 'uuid' | 'version' | 'process' | 'evaluation'>,
  minimum_bkernel: string | null,
): PreparedDevice {
  const method = {
    recipe_uuid: recipe.uuid,
    recipe_version: recipe.version,
    protocol_uuid: protocol.uuid,
    process: recipe.process,
    evaluation: recipe.evaluation,
    minimum_bkernel,
  }
  const plan = { cartridge_type: device.cartridge_type, method }
  const refusal = refuseDevice(device, plan)
  // Take the device for one at rest: the rules name the first thing in the way, and only the software is asked about here.
  const atRest = { connected: '10', busy: 'N', active: 'Y', analysis_uuid: null } as const
  const status = JSON.stringify({ srv_status: 0 })
  const byVersion = refuseDevice({ ...device, ...atRest, status }, plan)
  return {
    uuid: device.uuid,
    name: device.name,
    hostname: device.hostname,
    deviceType: device.deviceType,
    model: device.model,
    bkernel_version: device.bkernel_version,
    cartridge_type: device.cartridge_type,
    new_enough: byVersion?.code !== 'device_outdated',
    refusal: refusal && {
      code: refusal.code,
      reason: refusal.reason ?? refusal.code,
      message: refusal.message,
      params: { ...refusal.params },
    },
  }
}
