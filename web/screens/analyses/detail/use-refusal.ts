import { useSignals } from '@preact/signals-react/runtime'
import type { CallFacts } from '../../../../domain/call.ts'
import { analysisCalls } from '../../../../domain/calls/analysis.ts'
import { commandRow } from '../../../../domain/calls/device-command.ts'
import type { Analysis } from '../../../../domain/entities/analysis.ts'
import type { AnalysisAction } from '../../../../domain/actions/analysis.ts'
import { refuseAnalysis } from '../../../../domain/rules/analysis.ts'
import { t } from '../../../i18n/intl.ts'
import { actorOf } from '../../../record/actor.ts'
import { whyNotAway } from '../../../record/rights.ts'
import { mode } from '../../../state/mode.ts'
import { useRecallHold } from '../../../state/recall-holds.ts'
import { account } from '../../../state/session.ts'
import { refusalText } from '../../../entities/analysis/refusal-text.ts'

/** Calls of the actions that are for the people of the company only. */
const rows: Partial<Record<AnalysisAction, Pick<CallFacts, 'reach'>>> = {
  launch: analysisCalls.launch,
  validate: analysisCalls.validate,
  reviewSamples: analysisCalls.reviewSamples,
  abort: commandRow,
  skip: commandRow,
  extend: commandRow,
}

/**
 * Return the reason that an action is not available now: by the rules, then by the network.
 * @param options `withoutService` where it is done in the local network, or kept here until it can be sent; `openForHolds`
 *   where a dialog says by itself what a recall's hold keeps from being done.
 */
export function useRefusal(
  record: Analysis,
  options: { withoutService?: boolean; openForHolds?: boolean } = {},
): (action: AnalysisAction) => string | null {
  useSignals()
  const hold = useRecallHold(record)
  const who = account.value
  const offline = mode.value.state === 'offline' && !options.withoutService
  return (action) => {
    if (!who) return t('refusal.permission_missing')
    const subject = { ...record, recall_hold: options.openForHolds ? 0 : hold?.recall_number }
    const refusal = refuseAnalysis(action, subject, actorOf(who))
    // Open the wizard without network, as its draft is kept here.
    return (
      refusalText(refusal, action) ??
      whyNotAway(rows[action] ?? {}) ??
      (offline && action !== 'relaunch' ? t('refusal.offline') : null)
    )
  }
}
