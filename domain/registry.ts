import { analysis } from './entities/analysis.ts'
import { application } from './entities/application.ts'
import { command } from './entities/command.ts'
import { company } from './entities/company.ts'
import { device } from './entities/device.ts'
import { evaluationRecipe } from './entities/evaluation-recipe.ts'
import { processRecipe } from './entities/process-recipe.ts'
import { profile } from './entities/profile.ts'
import { protocol } from './entities/protocol.ts'
import { recipe } from './entities/recipe.ts'
import { swarm } from './entities/swarm.ts'
import { user } from './entities/user.ts'
import type { EntityFacts } from './entity.ts'

/** Every kind of stored record. */
export const entities = [
  analysis,
  application,
  command,
  company,
  device,
  evaluationRecipe,
  processRecipe,
  profile,
  protocol,
  recipe,
  swarm,
  user,
] as const

export type Kind = (typeof entities)[number]['kind']

export const kinds = entities.map((entry) => entry.kind)

const byKind = new Map<string, EntityFacts>(entities.map((entry) => [entry.kind, entry]))

/** Facts of a kind; asking for an unknown one is a mistake of the programme. */
export function entityOf(kind: string): EntityFacts {
  const facts = byKind.get(kind)
  if (!facts) throw new Error(`unknown kind of record: ${kind}`)
  return facts
}
