import { attachmentCalls } from '../../../domain/calls/attachments.ts'
import { bkitCalls } from '../../../domain/calls/bkits.ts'
import type { Bkit } from '../../../domain/entities/bkit.ts'
import { call } from '../../client/call.ts'
import { openPdf } from '../../client/open-pdf.ts'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { FileButton } from '../../parts/button/FileButton.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { whyNotCall } from '../../record/rights.ts'
import { resyncRecords } from '../../state/records.ts'
import { showToast } from '../../state/toasts.ts'
import { useSending } from '../../state/use-sending.ts'
import styles from './KitFiles.module.css'

/** Show the data sheet and the extraction protocol of a kit: read in place, and replaced by people who may edit kits. */
export function KitFiles({ kit }: { kit: Bkit }) {
  return (
    <section>
      <h3>{t('material.files')}</h3>
      <KitFile kit={kit} role="datasheet" file={kit.datasheet_uuid} />
      <KitFile kit={kit} role="extraction" file={kit.extraction_uuid} />
    </section>
  )
}

function KitFile(props: { kit: Bkit; role: 'datasheet' | 'extraction'; file: string | null }) {
  const { kit, role, file } = props
  const { busy, others, send } = useSending([])
  const title = t(`material.file.${role}`)
  const read = () =>
    send(true, async () => {
      const found = await call(attachmentCalls.download, { query: { uuids: file ?? '' } })
      openPdf(found, `${kit.name} ${role}.pdf`)
    })
  const put = (chosen: File) =>
    send(
      true,
      async (opId) => {
        const row = role === 'datasheet' ? bkitCalls.datasheet : bkitCalls.extraction
        await call(row, { params: { id: kit.uuid }, body: { file: chosen } }, { opId })
        resyncRecords()
        showToast('done', t('material.filePut', { file: title, name: kit.name }))
      },
      [chosen.name, chosen.size, chosen.lastModified],
    )
  return (
    <div className={styles.file}>
      <span className={styles.name}>{title}</span>
      <Button
        icon="eye"
        busy={busy}
        disabledReason={file === null ? t('material.noFile') : whyNotCall(attachmentCalls.download)}
        onClick={() => void read()}
      >
        {t('material.read')}
      </Button>
      {whyNotCall(bkitCalls.datasheet) === null && (
        <>
          <FileButton
            label={t('material.choose', { file: title })}
            accept="application/pdf"
            busy={busy}
            onFile={(file) => void put(file)}
          >
            {t(file === null ? 'material.add' : 'material.replace')}
          </FileButton>
        </>
      )}
      {others.length > 0 && <Notice kind="error">{others.join(' ')}</Notice>}
    </div>
  )
}
