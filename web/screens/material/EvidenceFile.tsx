import { lotCalls } from '../../../domain/calls/lots.ts'
import type { BkitLot, LotEvidence } from '../../../domain/entities/bkit-lot.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import { FileButton } from '../../parts/button/FileButton.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { useSending } from '../../state/use-sending.ts'

/** Attach a PDF to a lot, which the word that is being signed then rests on. */
export function EvidenceFile(props: {
  lot: BkitLot
  file: LotEvidence['file']
  onFile: (file: LotEvidence['file']) => void
}) {
  const { lot, file } = props
  const { busy, others, send } = useSending([])
  const put = (chosen: File) =>
    send(
      true,
      async (opId) => {
        const parts = { params: { id: lot.uuid }, body: { file: chosen } }
        const { uuid, name, content_hash } = await call(lotCalls.evidence, parts, { opId })
        props.onFile({ uuid, name, content_hash })
      },
      [chosen.name, chosen.size, chosen.lastModified],
    )
  return (
    <div>
      {file && (
        <p>
          <bdi>{t('material.lot.evidenceFile', { file: file.name })}</bdi>
        </p>
      )}
      <FileButton
        label={t('material.choose', { file: t('material.lot.evidence') })}
        accept="application/pdf"
        busy={busy}
        onFile={(file) => void put(file)}
      >
        {t(file ? 'material.replace' : 'material.add')}
      </FileButton>
      {others.length > 0 && <Notice kind="error">{others.join(' ')}</Notice>}
    </div>
  )
}
