import { type Company, companyDetails } from '../../../domain/entities/company.ts'
import {
  type LegalHold,
  type RemovalPlan,
  retainedParts,
  type Retention,
} from '../../../domain/entities/retention.ts'
import { t } from '../../i18n/intl.ts'
import type { FieldSpec } from '../../record/FieldInput.tsx'
import type { HistoryFacts } from '../../record/history.ts'
import { capabilities, type Capability } from './company-columns.tsx'
import { sayParts, saySpan } from './retention-words.ts'

export type CompanyDetails = Pick<Company, (typeof companyDetails)[number]>

export type CompanyValues = CompanyDetails &
  Pick<Company, 'name' | 'four_eyes' | 'calibration_required' | 'run_names' | Capability>

/** Take address and contacts out of a record. */
export function detailsOf(company: Company): CompanyDetails {
  return Object.fromEntries(companyDetails.map((name) => [name, company[name]])) as CompanyDetails
}

/** Take what the provider edits out of a record. */
export function valuesOfCompany(company: Company): CompanyValues {
  const { name, four_eyes, calibration_required, certificates_enabled, cfx96_enabled, developer } =
    company
  return {
    name,
    ...detailsOf(company),
    four_eyes,
    calibration_required: calibration_required ?? 'N',
    run_names: company.run_names ?? '',
    certificates_enabled,
    cfx96_enabled,
    developer,
  }
}

const withHint = { domain: true, support_contact: true, vat: true } as const

/** List the fields of address and contacts. */
export function detailFields(): FieldSpec<CompanyDetails>[] {
  return companyDetails.map((name) => ({
    name,
    label: t(`company.field.${name}`),
    ...(name === 'phone' && { kind: 'tel' as const }),
    ...(name in withHint && { hint: t(`company.hint.${name as keyof typeof withHint}`) }),
  }))
}

/** List name and rules of a company, which its administrators decide. */
export function ruleFields(): FieldSpec<
  Pick<CompanyValues, 'name' | 'four_eyes' | 'calibration_required' | 'run_names'>
>[] {
  return [
    { name: 'name', label: t('company.field.name'), hint: t('company.hint.name'), autoFocus: true },
    {
      name: 'four_eyes',
      label: t('company.field.four_eyes'),
      hint: t('company.hint.four_eyes'),
    },
    {
      name: 'calibration_required',
      label: t('company.field.calibration_required'),
      hint: t('company.hint.calibration_required'),
    },
    {
      name: 'run_names',
      label: t('company.field.run_names'),
      hint: t('company.hint.run_names', { example: '{method} {date} {number}' }),
    },
  ]
}

/** List all that the provider edits of a company. */
export function providerFields(): FieldSpec<CompanyValues>[] {
  const switches = capabilities.map((name) => ({
    name,
    label: t(`company.field.${name}`),
    hint: t(`company.hint.${name}`),
  }))
  return [...ruleFields(), ...detailFields(), ...switches] as FieldSpec<CompanyValues>[]
}

const yesNo = (value: unknown) => t(value === 'Y' ? 'record.yes' : 'record.no')

const countOf = (value: unknown) => (Array.isArray(value) ? String(value.length) : '0')

const nameIn = (value: unknown) =>
  typeof value === 'object' && value !== null && 'name' in value ? String(value.name) : ''

const sayTimes = (value: unknown) =>
  value
    ? retainedParts
        .map((part) => `${t(`retention.part.${part}`)}: ${saySpan((value as Retention)[part])}`)
        .join('; ')
    : t('retention.forGood')

const nameOfHold = (value: unknown) => (value ? (value as LegalHold).user_name : '')

const partsOf = (value: unknown) => (value ? sayParts((value as RemovalPlan).parts) : '')

const switches = [
  ...capabilities,
  'four_eyes',
  'recipe_review',
  'calibration_required',
  'visits_granted',
] as const

/** Return how the history of a company is read. */
export function companyHistory({ uuid, updated_at }: Company, isOwn: boolean): HistoryFacts {
  const plain = Object.fromEntries(
    (['name', 'run_names', ...companyDetails] as const).map((name) => [
      name,
      { label: t(`company.field.${name}`) },
    ]),
  )
  const switched = Object.fromEntries(
    switches.map((name) => [name, { label: t(`company.field.${name}`), show: yesNo }]),
  )
  return {
    kind: 'company',
    id: uuid,
    updatedAt: updated_at,
    ...(!isOwn && { company: uuid }),
    say: (action) => {
      switch (action) {
        case 'company.logo':
          return t('company.did.logo')
        case 'company.promote':
          return t('company.did.promote')
        case 'company.declass':
          return t('company.did.declass')
        case 'company.set_underlings':
          return t('company.did.set_underlings')
        case 'company.visit':
          return t('company.did.visit')
        case 'company.emergency_visit':
          return t('company.did.emergency_visit')
        case 'company.ask_visit':
          return t('company.did.ask_visit')
        case 'company.grant_visit':
          return t('company.did.grant_visit')
        case 'company.refuse_visit':
          return t('company.did.refuse_visit')
        case 'company.take_back_visit':
          return t('company.did.take_back_visit')
        case 'company.end_visit':
          return t('company.did.end_visit')
        case 'company.leave_partner':
          return t('company.did.leave_partner')
        case 'company.delete':
          return t('company.did.close')
        case 'company.reopen':
          return t('company.did.reopen')
        case 'company.retention':
          return t('company.did.retention')
        case 'company.hold':
          return t('company.did.hold')
        case 'company.lift_hold':
          return t('company.did.lift_hold')
        case 'company.plan_removal':
          return t('company.did.plan_removal')
        case 'company.withdraw_removal':
          return t('company.did.withdraw_removal')
        case 'company.remove':
          return t('company.did.remove')
        default:
          return null
      }
    },
    fields: {
      ...plain,
      ...switched,
      isPartner: { label: t('company.role.partner'), show: yesNo },
      // Leave it to the entry, which says what was done.
      visits: { label: t('visit.last'), differ: () => [], show: countOf },
      visit_requests: { label: t('visit.requests'), differ: () => [], show: countOf },
      retention: { label: t('retention.title'), show: sayTimes },
      legal_hold: { label: t('company.field.legal_hold'), show: nameOfHold },
      removal_plan: { label: t('company.did.plan_removal'), show: partsOf },
      last_removal: { label: t('company.did.remove'), show: partsOf },
      left_partner: { label: t('company.role.partner'), show: nameIn },
    },
  }
}
