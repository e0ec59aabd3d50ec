import { useState } from 'react'
import type { ImportedFile } from '../../../../workers/files/imported-run.ts'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { Dialog } from '../../../parts/dialog/Dialog.tsx'
import { SelectField } from '../../../parts/form/SelectField.tsx'
import { Progress } from '../../../parts/progress/Progress.tsx'
import { Tabs } from '../../../parts/tabs/Tabs.tsx'
import { ArchiveNote } from './ArchiveNote.tsx'
import { ImportFailure } from './ImportFailure.tsx'
import styles from './Import.module.css'
import { KeepForm } from './KeepForm.tsx'
import { NoticeTable } from './NoticeTable.tsx'
import { RunFacts } from './RunFacts.tsx'
import { RunPicture } from './RunPicture.tsx'
import { useImport } from './use-import.ts'
import { useKeep } from './use-keep.ts'
import { WellTable } from './WellTable.tsx'

/** What a file is, what was understood and what was not, row by row; from here a run becomes an analysis. */
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
