import { useMemo } from 'react'
import { application } from '../../../../domain/entities/application.ts'
import { globalRecipe } from '../../../../domain/entities/global-recipe.ts'
import { recipe } from '../../../../domain/entities/recipe.ts'
import { swarm } from '../../../../domain/entities/swarm.ts'
import type { ProtocolNames } from '../../../entities/protocol/protocol-columns.tsx'
import { useRecords } from '../../../state/use-records.ts'

/** Read the names that lists and pages of protocols show in place of ids. */
export function useProtocolNames(): ProtocolNames {
  const recipes = useRecords(recipe)
  const published = useRecords(globalRecipe)
  const applications = useRecords(application)
  const swarms = useRecords(swarm)
  return useMemo(() => {
    const nameAll = (records: readonly { uuid: string; name: string }[] = []) =>
      records.map(({ uuid, name }) => [uuid, name] as const)
    return {
      recipes: new Map([...nameAll(recipes), ...nameAll(published)]),
      applications: new Map(nameAll(applications)),
      swarms: new Map(nameAll(swarms)),
    }
  }, [recipes, published, applications, swarms])
}
