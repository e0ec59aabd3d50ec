import { useMemo, useState } from 'react'
import { type Analysis, analysis as analysisEntity } from '../../../../domain/entities/analysis.ts'
import { type Bkit, bkit as bkitEntity } from '../../../../domain/entities/bkit.ts'
import type { Device } from '../../../../domain/entities/device.ts'
import { globalRecipe as globalRecipeEntity } from '../../../../domain/entities/global-recipe.ts'
import { type LabLot, labLot as labLotEntity } from '../../../../domain/entities/lab-lot.ts'
import { protocol as protocolEntity } from '../../../../domain/entities/protocol.ts'
import { recipe as recipeEntity } from '../../../../domain/entities/recipe.ts'
import { type Swarm, swarm as swarmEntity } from '../../../../domain/entities/swarm.ts'
import { takeEffect } from '../../../../domain/rules/recipe-version.ts'
import { minute } from '../../../state/clock.ts'
import { useRecipeReview } from '../../../state/use-own-company.ts'
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

/** Load the records of this machine for a plan: the company's own, and those that the provider publishes. */
export function usePlanRecords(analysis: string): KnownRecords {
  const protocols = useRecords(protocolEntity)
  const own = useRecords(recipeEntity)
  const published = useRecords(globalRecipeEntity)
  const isReviewed = useRecipeReview()
  const kits = useRecords(bkitEntity)
  const ownLots = useRecords(labLotEntity)
  const devices = useDevices()
  const swarms = useRecords(swarmEntity)
  const saved = useLastKnown(useRecord(analysisEntity, analysis) ?? null, analysis)
  const at = new Date(minute.value).toISOString()
  const recipes = useMemo(
    // Let an approved version take the place of the older one on its day, also offline (decision 34).
    () => [...(own ?? []).map((one) => takeEffect(one, at)), ...(published ?? [])],
    [own, published, at],
  )
  const records = useMemo(
    () => ({
      protocols: (protocols ?? []).filter(({ archived }) => archived === 0),
      recipes: recipes.filter(({ archived }) => archived === 0),
      notReviewed: new Set(isReviewed ? (published ?? []).map(({ uuid }) => uuid) : []),
      devices: devices ?? [],
      saved,
    }),
    [protocols, recipes, published, isReviewed, devices, saved],
  )
  return { records, kits: kits ?? [], ownLots: ownLots ?? [], devices, swarms }
}

/**
 * Keep a plan that others delete as it was, while it is open: of a run that was imported it alone has the method, and the page stays
 * with what was typed.
 */
function useLastKnown(record: Analysis | null, uuid: string): Analysis | null {
  const [last, setLast] = useState(record)
  if (record !== null && record !== last) setLast(record)
  return record ?? (last?.uuid === uuid ? last : null)
}
