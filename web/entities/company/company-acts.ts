import { companyActions } from '../../../domain/actions/company.ts'
import { companyCalls } from '../../../domain/calls/companies.ts'
import { partnerCalls } from '../../../domain/calls/partners.ts'
import type { Company } from '../../../domain/entities/company.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import type { Act } from '../../record/act.ts'
import { whyNotCall } from '../../record/rights.ts'
import { account } from '../../state/session.ts'
import { askVisit, mayVisit } from '../../state/visit.ts'
import { roleOf } from './company-columns.tsx'

type Action = 'promote' | 'declass' | 'delete'

/** Say why the role of a company forbids an action; null where it does not. An underling is known to the service alone. */
function whyNotNow(company: Company, action: Action): string | null {
  const from: readonly string[] = companyActions[action].from
  return from.includes(roleOf(company)) ? null : t('record.wrongState')
}

/** Make what the provider may do about a company. */
export function makeCompanyActs(company: Company, open: { edit: () => void; close: () => void }) {
  const isOwn = company.uuid === account.value?.company_uuid
  const acts: Act[] = [
    {
      id: 'edit',
      label: t('company.act.edit'),
      icon: 'edit',
      hint: t('company.actHint.edit'),
      why: whyNotCall(companyCalls.edit),
      open: open.edit,
    },
    ...(company.isPartner === 'Y'
      ? [makeDemotion(company, whyNotNow(company, 'declass'))]
      : [makePromotion(company, whyNotNow(company, 'promote'))]),
    {
      id: 'visit',
      label: t('visit.act'),
      icon: 'link',
      hint: t('visit.actHint'),
      why: mayVisit() && !isOwn ? null : t(isOwn ? 'visit.own' : 'fault.permission_missing'),
      open: () => askVisit(company),
    },
    {
      id: 'close',
      label: t('company.act.close'),
      icon: 'stop',
      hint: t('company.actHint.close'),
      why: whyNotCall(companyCalls.delete) ?? whyNotNow(company, 'delete'),
      open: open.close,
    },
  ]
  return acts
}

type Named = Pick<Company, 'uuid' | 'name'>

/** Make a company a partner, which may then be given underlings (STATE-061). */
function makePromotion({ uuid, name }: Named, whyNot: string | null): Act {
  return {
    id: 'promote',
    label: t('company.act.promote'),
    icon: 'up',
    hint: t('company.actHint.promote'),
    why: whyNotCall(partnerCalls.promote) ?? whyNot,
    ask: {
      title: t('company.ask.promote', { name }),
      text: t('company.consequence.promote'),
      submit: t('company.act.promote'),
      reason: 'may',
    },
    send: async (opId, reason) => {
      const body = reason ? { reason } : {}
      await call(partnerCalls.promote, { params: { id: uuid }, body }, { opId })
      return t('company.done.promote', { name })
    },
  }
}

/** End that a company is a partner: its people reach no underling from then on (STATE-062). */
export function makeDemotion({ uuid, name }: Named, whyNot: string | null = null): Act {
  return {
    id: 'declass',
    label: t('company.act.declass'),
    icon: 'down',
    hint: t('company.actHint.declass'),
    why: whyNotCall(partnerCalls.declass) ?? whyNot,
    ask: {
      title: t('company.ask.declass', { name }),
      text: t('company.consequence.declass'),
      submit: t('company.act.declass'),
      danger: true,
      reason: 'may',
    },
    send: async (opId, reason) => {
      const body = reason ? { reason } : {}
      await call(partnerCalls.declass, { params: { id: uuid }, body }, { opId })
      return t('company.done.declass', { name })
    },
  }
}
