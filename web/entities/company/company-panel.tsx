import type { Company } from '../../../domain/entities/company.ts'
import { retainedParts } from '../../../domain/entities/retention.ts'
import { t } from '../../i18n/intl.ts'
import type { PanelFacts } from '../../record/RecordPanel.tsx'
import { localTime } from '../../state/local-time.ts'
import { CapabilityList } from './CapabilityList.tsx'
import { RegionBadge, RoleBadge } from './company-columns.tsx'
import { companyHistory } from './company-fields.ts'
import { saySpan } from './retention-words.ts'
import { StoreUse } from './StoreUse.tsx'

/** List address and contacts of a company. */
export function addressOfCompany(company: Company): PanelFacts['facts'] {
  const { address, zip_code, city, region, country, phone, vat, domain } = company
  const place = [`${zip_code} ${city}`.trim(), region, country].filter(Boolean).join(', ')
  return [
    [t('company.field.address'), address],
    [t('company.field.city'), place],
    [t('company.field.phone'), phone],
    [t('company.field.vat'), vat],
    [t('company.field.domain'), domain],
    [t('company.field.support_contact'), company.support_contact],
    [t('company.since'), localTime(company.created_at, 'date')],
  ]
}

/** List the rules that the administrators of a company decide. */
export function rulesOfCompany(company: Company): PanelFacts['facts'] {
  return [
    [t('company.field.four_eyes'), t(company.four_eyes === 'Y' ? 'record.yes' : 'record.no')],
    [
      t('company.field.recipe_review'),
      t(company.recipe_review === 'Y' ? 'record.yes' : 'record.no'),
    ],
    [t('company.field.run_names'), company.run_names ?? ''],
    [
      t('company.field.calibration_required'),
      t(company.calibration_required === 'Y' ? 'record.yes' : 'record.no'),
    ],
  ]
}

/** List how long the company keeps what, and whether it is on legal hold. */
function retentionOfCompany({ retention, legal_hold: held }: Company): PanelFacts['facts'] {
  return [
    ...retainedParts.map(
      (part) => [t(`retention.part.${part}`), saySpan(retention?.[part] ?? null)] as const,
    ),
    [t('company.field.legal_hold'), t(held ? 'record.yes' : 'record.no')],
  ]
}

/** Make what the provider is shown of one company. */
export function companyPanel(company: Company, isOwn: boolean): PanelFacts {
  return {
    state: (
      <>
        <RegionBadge company={company} />
        <RoleBadge company={company} />
      </>
    ),
    facts: [
      ...addressOfCompany(company),
      ...rulesOfCompany(company),
      ...retentionOfCompany(company),
    ],
    later: (
      <>
        <CapabilityList key={company.updated_at} company={company} isOwn={isOwn} />
        <StoreUse company={company} isOwn={isOwn} />
      </>
    ),
    history: companyHistory(company, isOwn),
  }
}
