import { reportCalls } from '../../../domain/calls/reports.ts'
import type { Report } from '../../../domain/entities/report.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import { FormDialog } from '../../parts/dialog/FormDialog.tsx'
import { FactList } from '../../parts/facts/FactList.tsx'
import { SignFields, useContentHash, useSignature } from '../../record/SignFields.tsx'
import { localTime } from '../../state/local-time.ts'
import { showToast } from '../../state/toasts.ts'
import { useSending } from '../../state/use-sending.ts'

/** Approve a report by an electronic signature over it and the hash of its file. */
export function ApproveDialog(props: { report: Report; onDone: () => void; onClose: () => void }) {
  const { report, onDone, onClose } = props
  const hash = useContentHash(report)
  const signature = useSignature()
  const sending = useSending(['password', 'code'])
  const submit = async () => {
    const approve = async (opId: string) => {
      const body = { ...signature.bodyOf(hash), meaning: 'approval' } as const
      const parts = { params: { id: report.uuid }, body }
      await signature.send(() => call(reportCalls.approve, parts, { opId }))
      showToast('done', t('reports.approveDone'))
    }
    if (!(await sending.send(hash !== '' && signature.password !== '', approve))) return
    onDone()
    onClose()
  }
  return (
    <FormDialog
      title={t('reports.approveTitle', { name: report.name })}
      submit={t('record.sign.submit')}
      sending={sending}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p>{t('reports.approveHint')}</p>
      <FactList
        facts={[
          [t('reports.column.template'), t(`reports.template.${report.template}`)],
          [t('reports.column.made'), localTime(report.created_at)],
          [t('reports.fileHash'), report.file_hash],
        ]}
      />
      <SignFields signature={signature} sending={sending} />
    </FormDialog>
  )
}
