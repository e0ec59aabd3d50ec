import { useMemo, useState } from 'react'
import { companyCalls } from '../../../domain/calls/companies.ts'
import type { Company } from '../../../domain/entities/company.ts'
import { makeCompanyActs } from '../../entities/company/company-acts.ts'
import { makeCompanyColumns, makeCompanyFacets } from '../../entities/company/company-columns.tsx'
import { companyPanel } from '../../entities/company/company-panel.tsx'
import { t } from '../../i18n/intl.ts'
import { RecordPage } from '../../record/RecordPage.tsx'
import { whyNotCall } from '../../record/rights.ts'
import { askedRows, useRows } from '../../record/use-rows.ts'
import { account } from '../../state/session.ts'
import { CloseCompanyDialog } from './CloseCompanyDialog.tsx'
import { EditCompanyForm } from './EditCompanyForm.tsx'
import { FoundCompanyForm } from './FoundCompanyForm.tsx'

const companyRows = askedRows(companyCalls.search, { order: 'name ASC', body: {} })

type Open = { of: 'found' } | { of: 'edit' | 'close'; company: Company }

/** List the companies of the region for the provider, with one of them and its actions beside the list. */
export function CompaniesScreen() {
  const [open, setOpen] = useState<Open | null>(null)
  const list = useRows(companyRows)
  const columns = useMemo(() => makeCompanyColumns(), [])
  const facets = useMemo(() => makeCompanyFacets(), [])
  const own = account.value?.company_uuid
  const close = () => setOpen(null)
  return (
    <RecordPage
      name="company"
      file="companies"
      title={t('nav.companies')}
      list={list}
      columns={columns}
      facets={facets}
      firstSort="name"
      nameOf={({ name }) => name}
      primary={{
        label: t('company.found'),
        icon: 'plus',
        disabledReason: whyNotCall(companyCalls.create),
        onPress: () => setOpen({ of: 'found' }),
      }}
      empty={{ icon: 'people', title: t('company.empty'), text: t('company.emptyText') }}
      panel={(company) => companyPanel(company, company.uuid === own)}
      actsOf={(company) =>
        makeCompanyActs(company, {
          edit: () => setOpen({ of: 'edit', company }),
          close: () => setOpen({ of: 'close', company }),
        })
      }
    >
      {/* Always there, so that a founding that was left is resumed with what was typed. */}
      <FoundCompanyForm open={open?.of === 'found'} onDone={list.again} onClose={close} />
      {open?.of === 'edit' && (
        <EditCompanyForm
          part="provider"
          company={open.company}
          onDone={list.again}
          onClose={close}
        />
      )}
      {open?.of === 'close' && (
        <CloseCompanyDialog company={open.company} onDone={list.again} onClose={close} />
      )}
    </RecordPage>
  )
}
