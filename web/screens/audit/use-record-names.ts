import { useMemo } from 'react'
import { analysis } from '../../../domain/entities/analysis.ts'
import { application } from '../../../domain/entities/application.ts'
import { bkit } from '../../../domain/entities/bkit.ts'
import { device } from '../../../domain/entities/device.ts'
import { evaluationRecipe } from '../../../domain/entities/evaluation-recipe.ts'
import { processRecipe } from '../../../domain/entities/process-recipe.ts'
import { protocol } from '../../../domain/entities/protocol.ts'
import { recipe } from '../../../domain/entities/recipe.ts'
import { swarm } from '../../../domain/entities/swarm.ts'
import { user } from '../../../domain/entities/user.ts'
import { useRecords } from '../../state/use-records.ts'

/** Present names of records, by their ids. */
export type RecordNames = ReadonlyMap<string, string>

/** Return the names of the records on this machine: most entries change a record and do not name it. */
export function useRecordNames(): RecordNames {
  const analyses = useRecords(analysis)
  const applications = useRecords(application)
  const kits = useRecords(bkit)
  const devices = useRecords(device)
  const evaluations = useRecords(evaluationRecipe)
  const processes = useRecords(processRecipe)
  const protocols = useRecords(protocol)
  const recipes = useRecords(recipe)
  const swarms = useRecords(swarm)
  const people = useRecords(user)
  return useMemo(() => {
    const methods = [recipes, protocols, applications, processes, evaluations, kits]
    const lists = [analyses, devices, swarms, people, ...methods]
    const rows = lists.flatMap((list): readonly { uuid: string; name: string }[] => list ?? [])
    return new Map(rows.map(({ uuid, name }) => [uuid, name]))
  }, [
    analyses,
    applications,
    kits,
    devices,
    evaluations,
    processes,
    protocols,
    recipes,
    swarms,
    people,
  ])
}
