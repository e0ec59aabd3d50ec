import { useState, useEffect } from 'react'
import type { ImportedFile } from '../../../../workers/files/imported-run.ts'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { Dialog } from '../../../parts/dialog/Dialog.tsx'
import { SelectField } from '../../../parts/form/SelectField.tsx'
import { Progress } from '../../../parts/progress/Progress.tsx'
import { Tabs } from '../../../parts/tabs/Tabs.tsx'
import styles from './Import.module.css'
import { KeepForm } from './KeepForm.tsx'
import { FirstNotices, NoticeTable } from './NoticeTable.tsx'
import { RunFacts } from './RunFacts.tsx'
import { RunPicture } from './RunPicture.tsx'
import { useKeep } from './use-keep.ts'
import { WellTable } from './WellTable.tsx'
import type { ImportPlan } from '../../../../workers/files/import-plan.ts'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { Fault } from '../../../../domain/fault.ts'
import type { Place } from '../../../../workers/files/refuse-file.ts'
import { errorTexts } from '../../../i18n/faults.ts'
import { placeText } from './place-text.ts'
import { inWorker } from '../../../../workers/pool.ts'

/**
 * Show the content of a file, with a row for each part that was read and each that was not; a run becomes an analysis
 * here.
 */
export function ImportDialog({ file, onClose }: { file: File; onClose: () => void }) {
  const state = useImport(file)
  if (state.step === 'read') {
    return <ReadDialog file={file} content={state.content} onClose={onClose} />
  }
  return (
    <Dialog
      open
      title={t('import.title')}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('parts.close')}</Button>}
    >
      {state.step === 'reading' ? (
        <Progress
          label={t('import.reading', { name: file.name })}
          text={t('import.reading', { name: file.name })}
        />
      ) : (
        <ImportFailure name={file.name} error={state.error} />
      )}
    </Dialog>
  )
}

function ReadDialog(props: { file: File; content: ImportedFile; onClose: () => void }) {
  const { file, content, onClose } = props
  const [position, setPosition] = useState(0)
  const [tab, setTab] = useState('picture')
  const run = content.runs[position]!
  const notices = [...content.notices, ...run.notices]
  const keep = useKeep({ file, run, position, onClose })
  return (
    <Dialog
      open
      size="large"
      title={t('import.titleOf', { name: content.name })}
      onClose={onClose}
      onSubmit={keep.submit}
      busy={keep.busy}
      actions={
        <>
          <Button onClick={onClose}>{t('parts.cancel')}</Button>
          <Button
            type="submit"
            kind="primary"
            icon="check"
            busy={keep.busy}
            disabledReason={keep.disabledReason}
          >
            {t('import.keep')}
          </Button>
        </>
      }
    >
      <div className={styles.dialog}>
        {content.runs.length > 1 && (
          <SelectField
            label={t('import.run', { count: content.runs.length })}
            value={String(position)}
            choices={content.runs.map((one, at) => ({
              value: String(at),
              label: [one.experiment, one.name].filter(Boolean).join(' / ') || String(at + 1),
            }))}
            onChange={(next) => setPosition(Number(next))}
          />
        )}
        <RunFacts run={run} />
        <ArchiveNote plan={run.plan} />
        <FirstNotices notices={notices} onShow={() => setTab('notices')} />
        <KeepForm keep={keep} />
        <Tabs
          label={t('import.titleOf', { name: content.name })}
          selected={tab}
          onSelect={setTab}
          tabs={[
            { id: 'picture', label: t('import.picture'), content: <RunPicture run={run} /> },
            {
              id: 'wells',
              label: t('import.rows'),
              count: run.wells.reduce((sum, { targets }) => sum + targets.length, 0),
              content: <WellTable run={run} />,
            },
            {
              id: 'notices',
              label: t('import.notices'),
              count: notices.length,
              content: <NoticeTable notices={notices} />,
            },
          ]}
        />
      </div>
    </Dialog>
  )
}

/** Show what is special about an archive of ours. */
function ArchiveNote({ plan }: { plan: ImportPlan | undefined }) {
  if (!plan?.told) return null
  return <Notice kind="info">{t('import.archive')}</Notice>
}

/** Show the reason and the place for which a file could not be read. Nothing of it was kept. */
function ImportFailure({ name, error }: { name: string; error: unknown }) {
  const params = error instanceof Fault ? error.details[0]?.params : undefined
  const place = placeText((params ?? {}) as Place)
  return (
    <Notice kind="error" title={t('import.failed', { name })}>
      <p>{errorTexts(error).join(' ')}</p>
      {place && <p>{t('import.where', { place })}</p>}
      <p>{t('import.nothingKept')}</p>
    </Notice>
  )
}

type ImportState =
  | { step: 'reading' }
  | { step: 'failed'; error: unknown }
  | { step: 'read'; content: ImportedFile }

/** Read a file in a worker; closing the dialog stops it. */
function useImport(file: File): ImportState {
  const [state, setState] = useState<ImportState>({ step: 'reading' })
  useEffect(() => {
    const stop = new AbortController()
    const read = async () => {
      const bytes = new Uint8Array(await file.arrayBuffer())
      const content = await inWorker('importFile', stop.signal, file.name, bytes)
      setState({ step: 'read', content })
    }
    read().catch((error: unknown) => {
      if (!stop.signal.aborted) setState({ step: 'failed', error })
    })
    return () => stop.abort()
  }, [file])
  return state
}
