import { companyCalls } from '../../../domain/calls/companies.ts'
import type { Company } from '../../../domain/entities/company.ts'
import { call } from '../../client/call.ts'
import {
  detailFields,
  detailsOf,
  providerFields,
  ruleFields,
  valuesOfCompany,
} from '../../entities/company/company-fields.ts'
import { t } from '../../i18n/intl.ts'
import type { FieldSpec } from '../../record/FieldInput.tsx'
import { RecordForm } from '../../record/RecordForm.tsx'
import { useSeenVersion } from '../../record/use-seen-version.ts'
import { resyncRecords } from '../../state/records.ts'
import { account, refreshSession } from '../../state/session.ts'
import { showToast } from '../../state/toasts.ts'

/** Parts of a company that are edited at a time: address and contacts, name and rules, or all that the provider edits. */
type Part = 'details' | 'rules' | 'provider'

/** Edit a company. Only changed fields are sent, with the version that was seen. */
export function EditCompanyForm(props: {
  part: Part
  company: Company
  onDone?: () => void
  onClose: () => void
}) {
  const { part, company, onDone, onClose } = props
  const values = part === 'details' ? detailsOf(company) : valuesOfCompany(company)
  const base = useSeenVersion(company, values)
  const fields = { details: detailFields, rules: ruleFields, provider: providerFields }[part]()
  const row = part === 'details' ? companyCalls.editDetailsOf : companyCalls.edit
  return (
    <RecordForm<object>
      open
      title={t('company.editTitle', { name: company.name })}
      submit={t('company.save')}
      schema={row.body}
      values={values}
      fields={fields as FieldSpec<object>[]}
      changesOnly
      send={async (changes, opId) => {
        const parts = {
          params: { id: company.uuid },
          body: { ...changes, base },
        }
        const made = await call(row, parts, { opId })
        const isAsked = 'four_eyes' in changes && changes.four_eyes !== made.four_eyes
        showToast(
          isAsked ? 'info' : 'done',
          t(isAsked ? 'company.fourEyesAsked' : 'company.saved', { name: made.name }),
        )
        onDone?.()
        if (company.uuid === account.peek()?.company_uuid) {
          resyncRecords()
          await refreshSession()
        }
      }}
      onClose={onClose}
    />
  )
}
