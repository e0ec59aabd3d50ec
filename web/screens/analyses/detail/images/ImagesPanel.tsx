import { useState, useCallback } from 'react'
import { attachmentCalls } from '../../../../../domain/calls/attachments.ts'
import type { Analysis } from '../../../../../domain/entities/analysis.ts'
import { call } from '../../../../client/call.ts'
import { makeUuid } from '../../../../client/make-uuid.ts'
import { t } from '../../../../i18n/intl.ts'
import { Button } from '../../../../parts/button/Button.tsx'
import { FileButton } from '../../../../parts/button/FileButton.tsx'
import { EmptyState } from '../../../../parts/empty/EmptyState.tsx'
import { Segments } from '../../../../parts/form/Segments.tsx'
import { Notice } from '../../../../parts/notice/Notice.tsx'
import { Progress } from '../../../../parts/progress/Progress.tsx'
import { may } from '../../../../state/session.ts'
import { useSending } from '../../../../state/use-sending.ts'
import type { Picked } from '../curves/use-picked.ts'
import styles from './ImagesPanel.module.css'
import { PictureView } from './PictureView.tsx'
import type { Attachment } from '../../../../../domain/entities/attachment.ts'
import { type Loaded, useAnswer } from '../../../../state/use-answer.ts'

/** Show the pictures of an analysis, one at a time (decision D23: they are attachments). */
export function ImagesPanel(props: {
  record: Analysis
  picked: Pick<Picked, 'selected' | 'onSelect'>
}) {
  const { record, picked } = props
  const { value: images, failure, again } = useImages(record.uuid)
  const [wanted, setWanted] = useState<string | null>(null)
  const shown = images?.find(({ uuid }) => uuid === wanted) ?? images?.[0]
  if (failure.length > 0) {
    return (
      <Notice kind="error" action={<Button onClick={again}>{t('detail.retry')}</Button>}>
        {failure.join(' ')}
      </Notice>
    )
  }
  if (!images) return <Progress label={t('parts.loading')} />
  return (
    <div className={styles.images}>
      <div className={styles.tools}>
        {images.length > 1 && (
          <Segments
            label={t('images.title')}
            value={shown?.uuid ?? ''}
            choices={images.map(({ uuid, name }) => ({ value: uuid, label: name }))}
            onChange={setWanted}
          />
        )}
        {may(attachmentCalls.upload.needs) && <AddPicture record={record} onAdded={again} />}
      </div>
      {shown ? (
        <PictureView key={shown.uuid} record={record} image={shown} picked={picked} />
      ) : (
        <EmptyState title={t('images.none')} icon="eye">
          {t('images.none.hint')}
        </EmptyState>
      )}
    </div>
  )
}

function AddPicture({ record, onAdded }: { record: Analysis; onAdded: () => void }) {
  const sending = useSending([])
  const add = async (file: File) => {
    const body = { resource_kind: 'analysis' as const, resource_uuid: record.uuid, file }
    const done = await sending.send(true, async () => {
      await call(attachmentCalls.upload, { body }, { opId: makeUuid() })
    })
    if (done) onAdded()
  }
  return (
    <>
      <FileButton
        label={t('images.add')}
        accept="image/png,image/jpeg,image/webp"
        busy={sending.busy}
        onFile={(file) => void add(file)}
      >
        {t('images.add')}
      </FileButton>
      {sending.others.length > 0 && (
        <Notice kind="error" title={t('images.failed')}>
          {sending.others.join(' ')}
        </Notice>
      )}
    </>
  )
}

/** Load the pictures of an analysis: those of its attachments that are images, oldest first. */
function useImages(analysis: string): Loaded<Attachment[]> {
  const load = useCallback(
    async (signal: AbortSignal) => {
      const filters = { resource_kind: 'analysis', resource_uuid: analysis }
      const answer = await call(
        attachmentCalls.search,
        { query: {}, body: { filters } },
        { signal, background: true },
      )
      return answer.data
        .filter(({ mime_type: type }) => type.startsWith('image/'))
        .toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1))
    },
    [analysis],
  )
  return useAnswer(load)
}
