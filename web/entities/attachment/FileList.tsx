import { useSignals } from '@preact/signals-react/runtime'
import { useCallback } from 'react'
import { attachmentBytes, attachmentCalls } from '../../../domain/calls/attachments.ts'
import type { Attachment } from '../../../domain/entities/attachment.ts'
import { Fault } from '../../../domain/fault.ts'
import { call } from '../../client/call.ts'
import { saveFile } from '../../client/save-file.ts'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { FileButton } from '../../parts/button/FileButton.tsx'
import { Icon } from '../../parts/icon/Icon.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { Progress } from '../../parts/progress/Progress.tsx'
import type { Act } from '../../record/act.ts'
import { whyNotCall } from '../../record/rights.ts'
import { type ActRun, useActs } from '../../record/use-acts.tsx'
import { localTime } from '../../state/local-time.ts'
import { mode } from '../../state/mode.ts'
import { showToast } from '../../state/toasts.ts'
import { type Loaded, useAnswer } from '../../state/use-answer.ts'
import { useSending } from '../../state/use-sending.ts'
import type { FilesOf } from './files-of.ts'
import styles from './Files.module.css'
import { saySize } from './say-size.ts'

/** Most files of one download. */
const mostAtOnce = 20

/**
 * List the files of a record that people attached. A file is only ever saved, never opened in the page: its type is what its
 * content says, its name what somebody chose.
 */
export function FileList({ kind, uuid, closed = null }: FilesOf) {
  useSignals()
  const { value: files, failure, again } = useFiles({ kind, uuid })
  const run = useActs(again)
  const away = mode.value.state === 'offline' ? t('files.offline') : null
  return (
    <div className={styles.files}>
      {failure.length > 0 && (
        <Notice kind="warning" action={<Button onClick={again}>{t('parts.again')}</Button>}>
          {away ?? failure.join(' ')}
        </Notice>
      )}
      {run.failure.length > 0 && <Notice kind="error">{run.failure.join(' ')}</Notice>}
      {!files && failure.length === 0 && <Progress label={t('parts.loading')} />}
      {files?.length === 0 && <p className={styles.quiet}>{t('files.none')}</p>}
      {files && files.length > 0 && (
        <ul>
          {files.map((file) => (
            <li key={file.uuid}>
              <Entry file={file} away={away} closed={closed} run={run} />
            </li>
          ))}
        </ul>
      )}
      <div className={styles.tools}>
        <AddFile of={{ kind, uuid }} why={closed ?? away} onAdded={again} />
        {files && <SaveAll files={files} away={away} run={run} />}
      </div>
      {run.dialog}
    </div>
  )
}

/** Show one file: its name, which saves it, its size, when it came, and its hash. */
function Entry(props: {
  file: Attachment
  away: string | null
  closed: string | null
  run: ActRun
}) {
  const { file, away, closed, run } = props
  const { name, size, created_at: at, content_hash: hash } = file
  const [save, remove] = [saveAct([file], name, away), removeAct(file, closed ?? away)]
  return (
    <>
      <Icon name={file.mime_type.startsWith('image/') ? 'eye' : 'list'} />
      <span className={styles.name}>
        <bdi title={`SHA-256 ${hash}`}>{name}</bdi>
        <small className={styles.quiet}>
          {saySize(size)} · {localTime(at)}
        </small>
      </span>
      {[save, ...(whyNotCall(attachmentCalls.delete) === null ? [remove] : [])].map((act) => (
        <Button
          key={act.id}
          kind="plain"
          icon={act.icon}
          iconOnly
          busy={run.busy === act.id}
          disabledReason={act.why}
          onClick={() => run.press(act)}
        >
          {act.label}
        </Button>
      ))}
    </>
  )
}

/** Save one file as it is, or several as a zip. */
function saveAct(files: readonly Attachment[], name: string, away: string | null): Act {
  const uuids = files.map(({ uuid }) => uuid).join()
  return {
    id: `save ${uuids}`,
    label: t('files.save', { name }),
    icon: 'download',
    why: away ?? whyNotCall(attachmentCalls.download),
    send: async () => {
      saveFile(await call(attachmentCalls.download, { query: { uuids } }), name)
      return t('files.saved', { name })
    },
  }
}

function removeAct({ uuid, name }: Attachment, why: string | null): Act {
  return {
    id: `delete ${uuid}`,
    label: t('files.delete', { name }),
    icon: 'trash',
    why: why ?? whyNotCall(attachmentCalls.delete),
    ask: {
      title: t('files.delete', { name }),
      text: t('files.deleteText'),
      submit: t('files.deleteSubmit'),
      danger: true,
      reason: 'may',
    },
    send: async (opId, reason) => {
      const body = reason === '' ? {} : { reason }
      await call(attachmentCalls.delete, { params: { id: uuid }, body }, { opId })
      return t('files.deleted', { name })
    },
  }
}

/** Save all files as one zip, where they are few and small enough for it. */
function SaveAll(props: { files: readonly Attachment[]; away: string | null; run: ActRun }) {
  const { files, away, run } = props
  const size = files.reduce((sum, one) => sum + one.size, 0)
  if (files.length < 2 || files.length > mostAtOnce || size > attachmentBytes) return null
  const act = saveAct(files, 'attachments.zip', away)
  return (
    <Button
      icon="download"
      busy={run.busy === act.id}
      disabledReason={act.why}
      onClick={() => run.press(act)}
    >
      {t('files.saveAll')}
    </Button>
  )
}

function AddFile(props: { of: FilesOf; why: string | null; onAdded: () => void }) {
  const { of, why, onAdded } = props
  const sending = useSending([])
  if (whyNotCall(attachmentCalls.upload) !== null) return null
  const add = async (file: File) => {
    const body = { resource_kind: of.kind as 'analysis', resource_uuid: of.uuid, file }
    const done = await sending.send(
      true,
      async (opId) => {
        refuseLarge(file)
        await call(attachmentCalls.upload, { body }, { opId })
      },
      [file.name, file.size, file.lastModified],
    )
    if (!done) return
    showToast('done', t('files.added', { name: file.name }))
    onAdded()
  }
  return (
    <>
      <FileButton
        label={t('files.choose')}
        accept=""
        busy={sending.busy}
        disabledReason={why}
        onFile={(file) => void add(file)}
      >
        {t('files.add')}
      </FileButton>
      <small className={styles.quiet}>{t('files.limit', { size: saySize(attachmentBytes) })}</small>
      {sending.others.length > 0 && (
        <Notice kind="error" title={t('files.failed')}>
          {sending.others.join(' ')}
        </Notice>
      )}
    </>
  )
}

/** Refuse a file that the service would refuse, before minutes are spent on sending it. @throws Fault */
function refuseLarge({ size }: File): void {
  if (size <= attachmentBytes) return
  throw new Fault('invalid', 'The file is too large', {
    reason: 'too_large',
    params: { limit: attachmentBytes },
  })
}

/** Load the files that people attached to a record, the oldest first. */
function useFiles({ kind, uuid }: FilesOf): Loaded<Attachment[]> {
  const load = useCallback(
    async (signal: AbortSignal) => {
      const filters = { resource_kind: kind, resource_uuid: uuid, role: 'file' }
      const parts = { query: { limit: '500' }, body: { filters } }
      const { data } = await call(attachmentCalls.search, parts, { signal, background: true })
      return data.toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1))
    },
    [kind, uuid],
  )
  return useAnswer(load)
}
