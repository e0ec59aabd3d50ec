import { commissioningCalls } from '../../../../domain/calls/commissionings.ts'
import type { Commissioning } from '../../../../domain/entities/commissioning.ts'
import { isCommissioned } from '../../../../domain/rules/commissioning.ts'
import { call } from '../../../client/call.ts'
import { t } from '../../../i18n/intl.ts'
import { FormDialog } from '../../../parts/dialog/FormDialog.tsx'
import { FactList } from '../../../parts/facts/FactList.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { SignFields, useContentHash, useSignature } from '../../../record/SignFields.tsx'
import { localTime } from '../../../state/local-time.ts'
import { showToast } from '../../../state/toasts.ts'
import { useSending } from '../../../state/use-sending.ts'

/** Sign the sheet of a device as the service has judged it; while a required step is open, nothing is signed. */
export function SignSheetDialog(props: {
  draft: Commissioning
  onDone: () => void
  onClose: () => void
}) {
  const { draft, onDone, onClose } = props
  const hash = useContentHash(draft)
  const signature = useSignature()
  const sending = useSending(['password', 'code', 'comment'])
  const isReady = isCommissioned(draft.steps)
  const submit = async () => {
    const sign = async (opId: string) => {
      const body = { ...signature.bodyOf(hash), meaning: 'approval' } as const
      const parts = { params: { id: draft.uuid }, body }
      await signature.send(() => call(commissioningCalls.sign, parts, { opId }))
      showToast('done', t('commission.signed', { name: draft.name }))
    }
    if (!(await sending.send(hash !== '' && signature.password !== '' && isReady, sign))) return
    onDone()
    onClose()
  }
  return (
    <FormDialog
      title={t('commission.signTitle', { name: draft.name })}
      submit={t('record.sign.submit')}
      wide
      sending={sending}
      whyNot={isReady ? null : t('commission.open')}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <FactList
        facts={[
          [t('devices.serial'), draft.serial_no],
          [t('devices.software'), draft.bkernel_version],
          ...draft.steps.map(
            ({ step, state, at }) =>
              [
                t(`commission.step.${step}`),
                [t(`commission.state.${state}`), at && localTime(at)].filter(Boolean).join(' · '),
              ] as const,
          ),
          [t('record.sign.hash'), hash && `${hash.slice(0, 16)}…`],
        ]}
      />
      {isReady ? (
        <SignFields signature={signature} sending={sending} />
      ) : (
        <Notice kind="warning">{t('commission.open')}</Notice>
      )}
    </FormDialog>
  )
}
