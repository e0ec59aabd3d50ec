import type { Draft } from '../../../../state/draft.ts'
import { account } from '../../../../state/session.ts'
import { makePlan } from '../plan.ts'
import { usePlanRecords } from '../use-plan-records.ts'
import { LoadingView } from './LoadingView.tsx'

/** Show the guide for loading the cartridge, with the records that its plan names. */
export function LoadingScreen({ draft, onClose }: { draft: Draft; onClose: () => void }) {
  const { records } = usePlanRecords(draft.uuid)
  const plan = makePlan(draft, records, account.value?.permissions ?? [])
  return <LoadingView draft={draft} plan={plan} onClose={onClose} />
}
