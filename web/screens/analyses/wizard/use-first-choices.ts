import { useEffect, useRef } from 'react'
import { analysis as analysisEntity } from '../../../../domain/entities/analysis.ts'
import { nameRun } from '../../../../domain/rules/run-name.ts'
import { changeDraft, type Draft } from '../../../state/draft.ts'
import { today } from '../../../state/local-time.ts'
import { account } from '../../../state/session.ts'
import { useOwnCompany } from '../../../state/use-own-company.ts'
import { useRecords } from '../../../state/use-records.ts'
import { findMethods, listProtocols, listRecipes } from './method/judge-method.ts'
import { takeMethod } from './method/MethodPicker.tsx'
import type { PlanRecords } from './plan.ts'

/** Choose what has only one option, and the method that the address names in part. */
export function useFirstChoices(
  draft: Draft,
  only: { swarm: string | undefined; device: string | null; isRefused: boolean },
  { wantedMethod, records }: { wantedMethod: string; records: PlanRecords },
): void {
  const { swarm, device, isRefused } = only
  const byItself = useRef<string | null>(null)
  const swarmByItself = useRef<string | null>(null)
  useEffect(() => {
    const isOpen = draft.swarm_uuid === null || draft.swarm_uuid === swarmByItself.current
    if (!swarm || !isOpen || draft.swarm_uuid === swarm) return
    swarmByItself.current = swarm
    changeDraft({ swarm_uuid: swarm, filled: draft.filled })
  }, [swarm, draft.swarm_uuid, draft.filled])
  useEffect(() => {
    if (!device) return
    byItself.current = device
    changeDraft({ device_uuid: device, filled: draft.filled })
  }, [device, draft.filled])
  useEffect(() => {
    // Give up a device that was chosen automatically once another run has taken it.
    if (!isRefused || draft.device_uuid === null || draft.device_uuid !== byItself.current) return
    byItself.current = null
    changeDraft({ device_uuid: null, instrument: null, filled: draft.filled })
  }, [isRefused, draft.device_uuid, draft.filled])
  useEffect(() => {
    if (!wantedMethod || draft.recipe_uuid || records.recipes.length === 0) return
    const permissions = account.peek()?.permissions ?? []
    const all = [...listProtocols(records, permissions), ...listRecipes(records, permissions)]
    const named = all.find(({ uuid }) => uuid === wantedMethod)
    const found = named ?? findMethods(all, wantedMethod).find(({ refusal }) => !refusal)
    if (found && !found.refusal) takeMethod(found)
  }, [wantedMethod, records, draft.recipe_uuid])
}

/**
 * Name a new run by the pattern of the company in place of the plain name of its method, until the person types another one.
 * @param method name of the chosen protocol or recipe; null while none is chosen.
 */
export function useRunName(draft: Draft, method: string | null): void {
  const pattern = useOwnCompany()?.run_names ?? ''
  const rows = useRecords(analysisEntity)
  const { name, offered, saved } = draft
  const isPlain = name === offered && (offered === '' || offered === method)
  const isDue = pattern !== '' && method !== null && rows !== undefined && !saved && isPlain
  useEffect(() => {
    if (!isDue || method === null || !rows) return
    const day = new Date(today.peek()).toISOString().slice(0, 10)
    const made = nameRun(
      pattern,
      { method, day },
      rows.map((row) => row.name),
    )
    changeDraft({ name: made, offered: made, filled: draft.filled })
  }, [isDue, pattern, method, rows, draft.filled])
}
