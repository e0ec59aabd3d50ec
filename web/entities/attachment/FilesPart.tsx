import { lazy, Suspense, useState } from 'react'
import { attachmentCalls } from '../../../domain/calls/attachments.ts'
import { completeTexts } from '../../i18n/catalogs.ts'
import { t } from '../../i18n/intl.ts'
import { Progress } from '../../parts/progress/Progress.tsx'
import { whyNotCall } from '../../record/rights.ts'
import type { FilesOf } from './files-of.ts'
import styles from './Files.module.css'

/** Fetched with its texts when the files of a record are first opened. */
const FileList = lazy(async () => {
  const [list] = await Promise.all([
    import('./FileList.tsx'),
    completeTexts('files'),
    completeTexts('record'),
  ])
  return { default: list.FileList }
})

/** Show the files that are attached to a record, with what may be done about them. */
export function Files(of: FilesOf) {
  return (
    <Suspense fallback={<Progress label={t('parts.loading')} />}>
      <FileList key={of.uuid} {...of} />
    </Suspense>
  )
}

/** Show the files of a record in its panel: they are read when this is opened. Nothing for people who may not see files. */
export function FilesPart(of: FilesOf) {
  const [isOpen, setOpen] = useState(false)
  if (whyNotCall(attachmentCalls.search) !== null) return null
  return (
    <details className={styles.part} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('files.title')}</summary>
      {isOpen && <Files {...of} />}
    </details>
  )
}
