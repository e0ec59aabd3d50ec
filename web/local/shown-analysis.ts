import type { CreateAnalysis } from '../../domain/calls/analysis.ts'
import type { Account } from '../../domain/calls/session.ts'
import { type Analysis, notRun } from '../../domain/entities/analysis.ts'
import type { Device } from '../../domain/entities/device.ts'
import type { Protocol } from '../../domain/entities/protocol.ts'
import type { Recipe } from '../../domain/entities/recipe.ts'
import type { Swarm } from '../../domain/entities/swarm.ts'
import { newerVersion } from '../../domain/rules/version.ts'

/** Return an analysis made on this machine, as the screens show it until the edge's own arrives. */
export function showAnalysis(
  input: CreateAnalysis,
  made: {
    at: string
    account: Pick<Account, 'uuid' | 'name' | 'company_uuid'>
    recipe: Pick<Recipe, 'name' | 'version' | 'process' | 'evaluation' | 'minimum_bkernel'>
    protocol: Pick<Protocol, 'version' | 'minimum_bkernel'> | null
    swarm: Pick<Swarm, 'name'> | null
    device: Pick<Device, 'hostname'> | null
  },
): Analysis {
  const { at, account, recipe, protocol, swarm, device } = made
  const { recipe_uuid, protocol_uuid, ...given } = input
  return {
    ...given,
    created_at: at,
    updated_at: at,
    status: 'INIT',
    recipe_name: recipe.name,
    user_uuid: account.uuid,
    user_name: account.name,
    swarm_name: swarm?.name ?? '',
    company_uuid: account.company_uuid,
    bcube: device?.hostname ?? null,
    certified: 'N',
    method: {
      recipe_uuid,
      recipe_version: recipe.version,
      protocol_uuid,
      ...(protocol ? { protocol_version: protocol.version } : {}),
      process: recipe.process,
      evaluation: recipe.evaluation,
      minimum_bkernel: newerVersion(recipe.minimum_bkernel, protocol?.minimum_bkernel ?? null),
    },
    ...notRun(),
  }
}
