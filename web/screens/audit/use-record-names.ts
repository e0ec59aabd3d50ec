import { useMemo } from 'react'
import type { TrailEntry } from '../../../domain/calls/audit.ts'
import { analysis } from '../../../domain/entities/analysis.ts'
import { application } from '../../../domain/entities/application.ts'
import { bkit } from '../../../domain/entities/bkit.ts'
import { device } from '../../../domain/entities/device.ts'
import { evaluationRecipe } from '../../../domain/entities/evaluation-recipe.ts'
import { labLot } from '../../../domain/entities/lab-lot.ts'
import { processRecipe } from '../../../domain/entities/process-recipe.ts'
import { protocol } from '../../../domain/entities/protocol.ts'
import { recipe } from '../../../domain/entities/recipe.ts'
import { swarm } from '../../../domain/entities/swarm.ts'
import { user } from '../../../domain/entities/user.ts'
import { useRecords } from '../../state/use-records.ts'
import { nameIn, type RecordNames } from './say-entry.tsx'

/**
 * Return the names of records: most entries change a record and do not name it. Those on this machine have their present name; others
 * the one that the newest of these entries gives them.
 */
export function useRecordNames(entries: readonly TrailEntry[]): RecordNames {
  const analyses = useRecords(analysis)
  const applications = useRecords(application)
  const kits = useRecords(bkit)
  const lots = useRecords(labLot)
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
    const told = entries
      .toSorted((a, b) => a.seq - b.seq)
      .flatMap((entry): [string, string][] => {
        const name = nameIn(entry)
        return name === null ? [] : [[entry.uuid, name]]
      })
    const own = lots?.map(({ uuid, lot }): [string, string] => [uuid, lot]) ?? []
    const known = rows.map(({ uuid, name }): [string, string] => [uuid, name])
    return new Map([...told, ...own, ...known])
  }, [
    entries,
    analyses,
    applications,
    kits,
    lots,
    devices,
    evaluations,
    processes,
    protocols,
    recipes,
    swarms,
    people,
  ])
}
