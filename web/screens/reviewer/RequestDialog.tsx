import { useCallback, useState } from 'react'
import { certificateCalls } from '../../../domain/calls/certificates.ts'
import type { Certificate } from '../../../domain/entities/certificate.ts'
import { call } from '../../client/call.ts'
import { CertifyForm } from '../../entities/certificate/CertifyForm.tsx'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { Dialog } from '../../parts/dialog/Dialog.tsx'
import { FetchingDialog } from '../../parts/dialog/FetchingDialog.tsx'
import { EmptyState } from '../../parts/empty/EmptyState.tsx'
import { SelectField } from '../../parts/form/SelectField.tsx'
import { showToast } from '../../state/toasts.ts'
import { useAnswer } from '../../state/use-answer.ts'

const loadChoices = async (signal: AbortSignal) => {
  const { options } = await call(certificateCalls.createForm, {}, { signal })
  return options['analysis_uuid'] ?? []
}

/** Request a certificate of an analysis that is chosen here, or of the one whose certificate was rejected. */
export function RequestDialog(props: {
  /** The analysis to choose at first. */
  first: string
  onDone: (made: Certificate) => void
  onClose: () => void
}) {
  const { first, onDone, onClose } = props
  const { value: choices, failure, again } = useAnswer(loadChoices)
  const [chosen, setChosen] = useState(first)
  const made = useCallback(
    (record: Certificate) => {
      const { name, status } = record
      showToast(
        'done',
        t(status === 'Waiting' ? 'certificates.requested' : 'certify.prepared', { name }),
      )
      onDone(record)
      onClose()
    },
    [onDone, onClose],
  )
  const title = t('certify.title')
  if (!choices) {
    return <FetchingDialog title={title} failure={failure} again={again} onClose={onClose} />
  }
  if (choices.length === 0) {
    return (
      <Dialog
        open
        title={title}
        size="small"
        minimisable={false}
        onClose={onClose}
        actions={<Button onClick={onClose}>{t('parts.close')}</Button>}
      >
        <EmptyState icon="certificate" title={t('certificates.none')}>
          {t('certificates.none.text')}
        </EmptyState>
      </Dialog>
    )
  }
  const found = choices.find(({ value }) => value === chosen)
  return (
    <CertifyForm
      analysis={found ? { uuid: found.value, name: found.label } : null}
      onMade={made}
      onClose={onClose}
    >
      <SelectField
        label={t('review.column.analysis')}
        hint={t('certificates.choose.hint')}
        required
        placeholder={t('review.meaning.choose')}
        value={found ? chosen : ''}
        choices={choices}
        onChange={setChosen}
      />
    </CertifyForm>
  )
}
