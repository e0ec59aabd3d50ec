import { useMemo, useState } from 'react'
import { closingCalls } from '../../../domain/calls/closings.ts'
import { companyCalls } from '../../../domain/calls/companies.ts'
import { foundingCalls } from '../../../domain/calls/foundings.ts'
import type { Company } from '../../../domain/entities/company.ts'
import { isGoingOn } from '../../../domain/entities/founding.ts'
import { FleetAge } from '../../entities/bkernel/FleetAge.tsx'
import { makeCompanyActs } from '../../entities/company/company-acts.ts'
import { makeCompanyColumns, makeCompanyFacets } from '../../entities/company/company-columns.tsx'
import { companyPanel } from '../../entities/company/company-panel.tsx'
import { useCompanyFigures } from '../../entities/company/use-company-figures.ts'
import { t } from '../../i18n/intl.ts'
import { RecordPage } from '../../record/RecordPage.tsx'
import { whyNotCall } from '../../record/rights.ts'
import { askedRows, useRows } from '../../record/use-rows.ts'
import { account } from '../../state/session.ts'
import { ClosedCompanies } from './closing/ClosedCompanies.tsx'
import { CloseCompanyDialog } from './closing/CloseCompanyDialog.tsx'
import { EditCompanyForm } from './EditCompanyForm.tsx'
import { FoundingsUnderWay } from './founding/FoundingsUnderWay.tsx'
import { NewFoundingForm } from './founding/NewFoundingForm.tsx'

const companyRows = askedRows(companyCalls.search, { order: 'name ASC', body: {} })

const foundingRows = askedRows(foundingCalls.search, {
  order: 'name ASC',
  body: { filters: { status: 'open' } },
})

const closingRows = askedRows(closingCalls.search, {
  order: 'created_at DESC',
  body: { filters: { status: ['closed', 'erased'] } },
})

type Open = { of: 'found' } | { of: 'edit' | 'close'; company: Company }

/** List the companies of the region for the provider, with one of them and its actions beside the list. */
export function CompaniesScreen() {
  const [open, setOpen] = useState<Open | null>(null)
  const list = useRows(companyRows)
  const foundings = useRows(foundingRows)
  const closings = useRows(closingRows)
  const figures = useCompanyFigures()
  const columns = useMemo(() => makeCompanyColumns(figures), [figures])
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
        disabledReason: whyNotCall(foundingCalls.create),
        onPress: () => setOpen({ of: 'found' }),
      }}
      notices={
        <>
          {figures && figures.size > 0 && (
            <FleetAge
              companies={[...figures.values()]}
              sayOldest={(time) => t('company.figuresAge', { time })}
            />
          )}
          <FoundingsUnderWay
            foundings={(foundings.rows ?? []).filter((one) => isGoingOn(one, closings.rows ?? []))}
          />
          <ClosedCompanies
            closings={closings.rows ?? []}
            onChanged={() => {
              closings.again()
              list.again()
            }}
          />
        </>
      }
      empty={{ area: 'companies', title: t('company.empty'), text: t('company.emptyText') }}
      panel={(company) => companyPanel(company, company.uuid === own)}
      actsOf={(company) =>
        makeCompanyActs(company, {
          edit: () => setOpen({ of: 'edit', company }),
          close: () => setOpen({ of: 'close', company }),
        })
      }
    >
      {open?.of === 'found' && <NewFoundingForm onClose={close} />}
      {open?.of === 'edit' && (
        <EditCompanyForm
          part="provider"
          company={open.company}
          onDone={list.again}
          onClose={close}
        />
      )}
      {open?.of === 'close' && (
        <CloseCompanyDialog
          company={open.company}
          onDone={() => {
            list.again()
            closings.again()
          }}
          onClose={close}
        />
      )}
    </RecordPage>
  )
}
