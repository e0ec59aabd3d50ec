import { useMemo } from 'react'
import { analysis as analysisEntity } from '../../../../domain/entities/analysis.ts'
import { type Bkit, bkit as bkitEntity } from '../../../../domain/entities/bkit.ts'
import type { Device } from '../../../../domain/entities/device.ts'
import { globalRecipe as globalRecipeEntity } from '../../../../domain/entities/global-recipe.ts'
import { type LabLot, labLot as labLotEntity } from '../../../../domain/entities/lab-lot.ts'
import { protocol as protocolEntity } from '../../../../domain/entities/protocol.ts'
import { recipe as recipeEntity } from '../../../../domain/entities/recipe.ts'
import { type Swarm, swarm as swarmEntity } from '../../../../domain/entities/swarm.ts'
import { useDevices } from '../../../state/use-devices.ts'
import { useRecord, useRecords } from '../../../state/use-records.ts'
import type { PlanRecords } from './plan.ts'

export interface KnownRecords {
  /** Methods and devices to choose from, without archived ones. */
  records: PlanRecords
  kits: readonly Bkit[]
  ownLots: readonly LabLot[]
  devices: readonly Device[] | undefined
  swarms: readonly Swarm[] | undefined
}

/** The records of this machine that a plan is made of: the company's own, and what the provider publishes. */
export function usePlanRecords(analysis: string): KnownRecords {
  const protocols = useRecords(protocolEntity)
  const own = useRecords(recipeEntity)
  const published = useRecords(globalRecipeEntity)
  const kits = useRecords(bkitEntity)
  const ownLots = useRecords(labLotEntity)
  const devices = useDevices()
  const swarms = useRecords(swarmEntity)
  const saved = useRecord(analysisEntity, analysis) ?? null
  const records = useMemo(
    () => ({
      protocols: (protocols ?? []).filter(({ archived }) => archived === 0),
      recipes: [...(own ?? []), ...(published ?? [])].filter(({ archived }) => archived === 0),
      devices: devices ?? [],
      saved,
    }),
    [protocols, own, published, devices, saved],
  )
  return { records, kits: kits ?? [], ownLots: ownLots ?? [], devices, swarms }
}
