import { useEffect } from 'react'
import { changeDraft, type Draft } from '../../../state/draft.ts'
import { account } from '../../../state/session.ts'
import { findMethods, listProtocols, listRecipes } from './method/judge-method.ts'
import { takeMethod } from './method/MethodPicker.tsx'
import type { PlanRecords } from './plan.ts'

/** What there is only one of is chosen already, and the method that the address asks for by a piece of its name. */
export function useFirstChoices(
  draft: Draft,
  onlySwarm: string | undefined,
  { wantedMethod, records }: { wantedMethod: string; records: PlanRecords },
): void {
  useEffect(() => {
    if (onlySwarm) changeDraft({ swarm_uuid: onlySwarm, filled: draft.filled })
  }, [onlySwarm, draft.filled])
  useEffect(() => {
    if (!wantedMethod || draft.recipe_uuid || records.recipes.length === 0) return
    const permissions = account.peek()?.permissions ?? []
    const all = [...listProtocols(records, permissions), ...listRecipes(records, permissions)]
    const found = findMethods(all, wantedMethod).find(({ refusal }) => !refusal)
    if (found) takeMethod(found)
  }, [wantedMethod, records, draft.recipe_uuid])
}
