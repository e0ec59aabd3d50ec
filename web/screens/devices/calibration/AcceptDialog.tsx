import { calibrationCalls } from '../../../../domain/calls/calibrations.ts'
import { isFirm } from '../../../../domain/catalog/calibration.ts'
import type { Calibration } from '../../../../domain/entities/calibration.ts'
import { call } from '../../../client/call.ts'
import { t } from '../../../i18n/intl.ts'
import { FormDialog } from '../../../parts/dialog/FormDialog.tsx'
import { FactList } from '../../../parts/facts/FactList.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { SignFields, useContentHash, useSignature } from '../../../record/SignFields.tsx'
import { localTime } from '../../../state/local-time.ts'
import { resyncRecords } from '../../../state/records.ts'
import { showToast } from '../../../state/toasts.ts'
import { useSending } from '../../../state/use-sending.ts'
import { FindingList } from './FindingList.tsx'

/**
 * Accept a calibration by a signature, as the service has prepared it. Beyond a limit the comment is the reason; beyond a firm limit
 * nothing is signed.
 */
export function AcceptDialog(props: {
  draft: Calibration
  onDone: () => void
  onClose: () => void
}) {
  const { draft, onDone, onClose } = props
  const hash = useContentHash(draft)
  const signature = useSignature()
  const sending = useSending(['password', 'code', 'comment'])
  const { findings } = draft
  const hasFailed = findings.some(({ limit }) => isFirm(limit))
  const needsReason = findings.length > 0 && signature.comment.trim().length < 3
  const submit = async () => {
    const sign = async (opId: string) => {
      const body = { ...signature.bodyOf(hash), meaning: 'approval' } as const
      const parts = { params: { id: draft.uuid }, body }
      await signature.send(() => call(calibrationCalls.sign, parts, { opId }))
      showToast('done', t('calibration.accepted', { name: draft.name }))
      resyncRecords()
    }
    const complete = hash !== '' && signature.password !== '' && !needsReason && !hasFailed
    if (!(await sending.send(complete, sign))) return
    onDone()
    onClose()
  }
  return (
    <FormDialog
      title={t(`calibration.accept.title.${draft.kind}`, { name: draft.name })}
      submit={t('record.sign.submit')}
      wide
      sending={sending}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <FactList
        facts={[
          [t('calibration.fact.device'), `${draft.name} (${draft.serial_no})`],
          [t('calibration.fact.measured'), localTime(draft.measured_at, 'minute')],
          [t('calibration.fact.until'), localTime(draft.valid_until, 'date')],
          [t('calibration.fact.material'), draft.material],
          [t('calibration.fact.method'), draft.method],
          [t('record.sign.hash'), hash && `${hash.slice(0, 16)}…`],
        ]}
      />
      {findings.length === 0 && <Notice kind="done">{t('calibration.allKept')}</Notice>}
      {hasFailed && <Notice kind="error">{t('fault.calibration_failed')}</Notice>}
      {findings.length > 0 && !hasFailed && (
        <Notice kind="warning">{t('calibration.needsReason', { count: findings.length })}</Notice>
      )}
      <FindingList findings={findings} />
      {sending.tried && needsReason && !hasFailed && (
        <Notice kind="error">{t('calibration.reasonMissing')}</Notice>
      )}
      {!hasFailed && <SignFields signature={signature} sending={sending} />}
    </FormDialog>
  )
}
