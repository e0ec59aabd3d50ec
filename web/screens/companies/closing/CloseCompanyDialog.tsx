import { useState } from 'react'
import { companyCalls } from '../../../../domain/calls/companies.ts'
import { closingDays } from '../../../../domain/entities/closing.ts'
import type { Company } from '../../../../domain/entities/company.ts'
import { call } from '../../../client/call.ts'
import { t } from '../../../i18n/intl.ts'
import { ConfirmByName } from '../../../record/ConfirmByName.tsx'
import { showToast } from '../../../state/toasts.ts'
import { ExportFirst } from './ExportFirst.tsx'

/** Close a company, with its name typed once more and a reason. */
export function CloseCompanyDialog(props: {
  company: Company
  onDone: () => void
  onClose: () => void
}) {
  const { company, onDone, onClose } = props
  const { uuid, name } = company
  const [hash, setHash] = useState<string | null>(null)
  return (
    <ConfirmByName
      name={name}
      title={t('company.ask.close', { name })}
      submit={t('company.act.close')}
      send={async (typed, opId) => {
        const body = { ...typed, ...(hash !== null && { export_hash: hash }) }
        await call(companyCalls.delete, { params: { id: uuid }, body }, { opId })
        showToast('done', t('company.done.close', { name }))
        onDone()
      }}
      onClose={onClose}
    >
      <p>{t('company.consequence.close', { days: closingDays })}</p>
      <ExportFirst company={company} onExported={setHash} />
    </ConfirmByName>
  )
}
