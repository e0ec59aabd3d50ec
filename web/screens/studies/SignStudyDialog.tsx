import { studyCalls } from '../../../domain/calls/studies.ts'
import type { Study } from '../../../domain/entities/study.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import { FormDialog } from '../../parts/dialog/FormDialog.tsx'
import { FactList } from '../../parts/facts/FactList.tsx'
import { SignFields, useContentHash, useSignature } from '../../record/SignFields.tsx'
import { showToast } from '../../state/toasts.ts'
import { useSending } from '../../state/use-sending.ts'

/** Sign a study: its runs with the hashes of their results, and the settings. */
export function SignStudyDialog(props: {
  study: Study
  onSigned: (study: Study) => void
  onClose: () => void
}) {
  const { study, onSigned, onClose } = props
  const hash = useContentHash(study)
  const signature = useSignature()
  const sending = useSending(['password', 'code'])
  const submit = async () => {
    const sign = async (opId: string) => {
      const body = { ...signature.bodyOf(hash), meaning: 'approval' } as const
      const parts = { params: { id: study.uuid }, body }
      onSigned(await signature.send(() => call(studyCalls.sign, parts, { opId })))
      showToast('done', t('studies.done.sign', { name: study.name }))
    }
    if (await sending.send(hash !== '' && signature.password !== '', sign)) onClose()
  }
  return (
    <FormDialog
      title={t('studies.signTitle', { name: study.name })}
      submit={t('record.sign.submit')}
      sending={sending}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p>{t('studies.signHint')}</p>
      <FactList
        facts={[
          [t('studies.column.runs'), study.runs.map(({ name }) => name).join(', ')],
          [t('studies.version'), String(study.version)],
          [t('studies.column.method'), t(`studies.method.${study.method}`)],
        ]}
      />
      <SignFields signature={signature} sending={sending} />
    </FormDialog>
  )
}
