import { companyCalls } from '../../../domain/calls/companies.ts'
import { recallCalls, type Touched } from '../../../domain/calls/recalls.ts'
import type { Recall } from '../../../domain/entities/recall.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import type { Act } from '../../record/act.ts'
import { whyNotCall } from '../../record/rights.ts'

/**
 * Make what may be done about a recall: each says first to how many analyses.
 * @param chosen analyses that are selected in the list; none: all that it holds.
 */
export function makeRecallActs(
  recall: Recall,
  touched: Touched,
  chosen: readonly string[],
): Record<'hold' | 'lift' | 'close', Act> {
  const params = { id: recall.uuid }
  const closed = recall.status === 'closed' ? t('recall.why.closed') : null
  const { fresh } = touched
  const held = touched.data.filter((row) => row.hold === 'held').map((row) => row.analysis_uuid)
  const picked = chosen.filter((uuid) => held.includes(uuid))
  const lifted = chosen.length > 0 ? picked.length : touched.held
  return {
    hold: {
      id: 'hold',
      label: t('recall.act.hold'),
      icon: 'stop',
      why: whyNotCall(recallCalls.hold) ?? closed ?? (fresh === 0 ? t('recall.why.allHeld') : null),
      ask: {
        title: t('recall.ask.hold', { count: fresh }),
        text: t('recall.consequence.hold'),
        submit: t('recall.act.hold'),
      },
      send: async (opId) => {
        const { deeds } = await call(recallCalls.hold, { params }, { opId })
        return t('recall.done.hold', { count: deeds.at(-1)?.count ?? 0 })
      },
    },
    lift: {
      id: 'lift',
      label: t('recall.act.lift'),
      icon: 'undo',
      why:
        whyNotCall(recallCalls.lift) ?? closed ?? (lifted === 0 ? t('recall.why.noneHeld') : null),
      ask: {
        title: t('recall.ask.lift', { count: lifted }),
        text: t('recall.consequence.lift'),
        submit: t('recall.act.lift'),
        danger: true,
        reason: 'due',
      },
      send: async (opId, reason) => {
        const body = { reason, ...(chosen.length > 0 && { analyses: picked }) }
        const { deeds } = await call(recallCalls.lift, { params, body }, { opId })
        return t('recall.done.lift', { count: deeds.at(-1)?.count ?? 0 })
      },
    },
    close: {
      id: 'close',
      label: t('recall.act.close'),
      icon: 'check',
      why:
        whyNotCall(recallCalls.close) ??
        closed ??
        (touched.held > 0 ? t('recall.why.stillHeld') : null),
      ask: {
        title: t('recall.ask.close'),
        text: t('recall.consequence.close'),
        submit: t('recall.act.close'),
        reason: 'due',
      },
      send: async (opId, reason) => {
        await call(recallCalls.close, { params, body: { reason } }, { opId })
        return t('recall.done.close')
      },
    },
  }
}

/** Make the acts that open a list first: of reports to amend, of people to tell, and for the provider of companies. */
export function makeOpeningActs(
  recall: Recall,
  touched: Touched,
  isProvider: boolean,
  open: (dialog: 'amend' | 'notify' | 'announce') => void,
): Act[] {
  const closed = recall.status === 'closed' ? t('recall.why.closed') : null
  const none = touched.reports === 0 ? t('recall.amend.none') : null
  return [
    {
      id: 'amend',
      label: t('recall.act.amend'),
      icon: 'edit',
      // Offer the drafts of a closed recall too, which are still to be saved.
      why: whyNotCall(recallCalls.amend) ?? none,
      open: () => open('amend'),
    },
    {
      id: 'notify',
      label: t('recall.act.notify'),
      icon: 'message',
      why: whyNotCall(recallCalls.notify) ?? closed,
      open: () => open('notify'),
    },
    ...(isProvider ? [announceAct(recall, closed, () => open('announce'))] : []),
  ]
}

function announceAct({ subject }: Recall, closed: string | null, open: () => void): Act {
  const isCommon = subject.kind === 'lot' || subject.kind === 'recipe'
  return {
    id: 'announce',
    label: t('recall.act.announce'),
    icon: 'globe',
    why:
      whyNotCall(recallCalls.announce) ??
      whyNotCall(companyCalls.search) ??
      closed ??
      (isCommon ? null : t('recall.why.ownOnly')),
    open,
  }
}

/**
 * Find the usual next step of a recall: the first that can be done, or, where none can, the first with its reason. A provider that has informed
 * nobody yet does so before it closes the recall; null while companies are still to answer and nothing else is to be done.
 */
export function findNextStep(
  { status, told }: Pick<Recall, 'status' | 'told'>,
  acts: { hold: Act; lift: Act; end: Act; opening: readonly Act[] },
): Act | null {
  if (status === 'closed') return null
  const { hold, lift, end, opening } = acts
  const unheard = told?.length ? [] : opening.filter(({ id }) => id === 'announce')
  const isAwaited = told?.some((one) => one.answer === null && one.erased_at === undefined) ?? false
  const steps = [hold, ...unheard, lift, ...(isAwaited ? [] : [end])]
  return steps.find(({ why }) => why === null) ?? (isAwaited ? null : hold)
}
