import {
  cartridges,
  type DeviceCartridgeName,
  isDeviceCartridge,
} from '../../../../domain/catalog/cartridges.ts'
import type { Analysis, Method } from '../../../../domain/entities/analysis.ts'
import type { Device } from '../../../../domain/entities/device.ts'
import type { Protocol } from '../../../../domain/entities/protocol.ts'
import type { Recipe } from '../../../../domain/entities/recipe.ts'
import type { FaultDetail } from '../../../../domain/fault.ts'
import { can } from '../../../../domain/permissions.ts'
import { findLayoutProblems } from '../../../../domain/rules/cartridge.ts'
import { closedGates, hiddenWavelengths } from '../../../../domain/rules/device-sight.ts'
import { refuseDevice } from '../../../../domain/rules/preflight.ts'
import { newerVersion } from '../../../../domain/rules/version.ts'
import { mode } from '../../../state/mode.ts'
import { account } from '../../../state/session.ts'
import type { Draft } from '../../../state/draft.ts'

/** Plan of a draft, with the records that it names. Null where nothing is chosen or the record is gone. */
export interface Plan {
  method: Method | null
  /** Name of the protocol or recipe. */
  methodName: string
  protocol: Protocol | null
  recipe: Recipe | null
  /** Cartridges that the method allows and the account may use. */
  cartridgeTypes: DeviceCartridgeName[]
  device: Device | null
}

export interface PlanRecords {
  protocols: readonly Protocol[]
  recipes: readonly Recipe[]
  /** Ids of recipes of the provider that the company has not reviewed (decision 41). */
  notReviewed?: ReadonlySet<string>
  devices: readonly Device[]
  /** The analysis as the edge has it, once the draft is saved. */
  saved: Analysis | null
}

export function makePlan(draft: Draft, records: PlanRecords, permissions: readonly string[]): Plan {
  const protocol = records.protocols.find(({ uuid }) => uuid === draft.protocol_uuid) ?? null
  const recipeUuid = protocol?.recipe_uuid ?? draft.recipe_uuid
  const recipe = records.recipes.find(({ uuid }) => uuid === recipeUuid) ?? null
  const device = records.devices.find(({ uuid }) => uuid === draft.device_uuid) ?? null
  const { saved } = records
  if (saved) {
    const cartridgeTypes = [saved.cartridge_type].filter(isDeviceCartridge)
    return {
      method: saved.method,
      methodName: protocol?.name ?? saved.recipe_name,
      protocol,
      recipe,
      cartridgeTypes,
      device,
    }
  }
  const allowed = (recipe?.cartridge_types ?? [])
    .filter(isDeviceCartridge)
    .filter(
      (type) =>
        (protocol?.cartridge_types ?? [type]).includes(type) &&
        can(permissions, cartridges[type].permission),
    )
  return {
    method: recipe && methodOf(recipe, protocol),
    methodName: protocol?.name ?? recipe?.name ?? '',
    protocol,
    recipe,
    cartridgeTypes: allowed,
    device,
  }
}

function methodOf(recipe: Recipe, protocol: Protocol | null): Method {
  return {
    recipe_uuid: recipe.uuid,
    recipe_version: recipe.version,
    protocol_uuid: protocol?.uuid ?? null,
    process: recipe.process,
    evaluation: recipe.evaluation,
    minimum_bkernel: newerVersion(recipe.minimum_bkernel, protocol?.minimum_bkernel ?? null),
  }
}

/** List the problems of the layout; none before a cartridge is chosen. */
export function findDraftProblems(draft: Draft, plan: Plan): FaultDetail[] {
  if (!draft.cartridge_type) return []
  return findLayoutProblems(draft.layout.present, {
    cartridge_type: draft.cartridge_type,
    minimum_samples: plan.protocol?.minimum_samples ?? [],
    expected_wells: plan.protocol?.expected_wells,
  })
}

/**
 * Return the reason why this device cannot take the run; null also while there is no run. Offline, skip the checks that
 * it is connected and free: the device answers those itself in the local network.
 */
export function refuseFor(found: Device, draft: Draft, plan: Plan): FaultDetail | null {
  if (!plan.method || !draft.cartridge_type) return null
  const isOffline = mode.value.state === 'offline'
  const free = { connected: '1', busy: 'N', analysis_uuid: null } as const
  const device = isOffline ? { ...found, ...free } : found
  const hidden = hiddenWavelengths(closedGates(account.value?.permissions ?? []))
  return refuseDevice(device, { cartridge_type: draft.cartridge_type, method: plan.method }, hidden)
}
