import { lazy, Suspense, useEffect, useState } from 'react'
import { completeTexts } from '../i18n/catalogs.ts'
import { t } from '../i18n/intl.ts'
import { Icon } from '../parts/icon/Icon.tsx'
import { dismissFile, offeredFile, offerFile } from '../state/imports.ts'
import { showToast } from '../state/toasts.ts'
import styles from './FileDrop.module.css'

// Readers of instrument files are large and rarely needed: they come with the first file.
const ImportDialog = lazy(async () => {
  const [dialog] = await Promise.all([
    import('../screens/analyses/import/ImportDialog.tsx'),
    completeTexts('analysis'),
  ])
  return { default: dialog.ImportDialog }
})

/** Take a file dropped anywhere on a page and open what it holds. */
export function FileDrop() {
  const hovering = useFileDrop()
  const file = offeredFile.value
  return (
    <>
      {hovering && (
        <div className={styles.target} role="status">
          <Icon name="upload" size={32} />
          <strong>{t('shell.drop')}</strong>
          <span>{t('shell.dropFormats')}</span>
        </div>
      )}
      {file && (
        <Suspense>
          <ImportDialog
            key={`${file.name} ${file.lastModified}`}
            file={file}
            onClose={dismissFile}
          />
        </Suspense>
      )}
    </>
  )
}

/** Return true while files are dragged over the window; a drop offers the first of them. */
function useFileDrop(): boolean {
  const [hovering, setHovering] = useState(false)
  useEffect(() => {
    const stop = new AbortController()
    const options = { signal: stop.signal }
    const isFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
    const over = (event: DragEvent) => {
      if (!isFiles(event)) return
      // Stop the browser from opening the file in place of the application.
      event.preventDefault()
      setHovering(true)
    }
    window.addEventListener('dragenter', over, options)
    window.addEventListener('dragover', over, options)
    window.addEventListener(
      'dragleave',
      (event) => event.relatedTarget === null && setHovering(false),
      options,
    )
    window.addEventListener(
      'drop',
      (event) => {
        if (!isFiles(event)) return
        event.preventDefault()
        setHovering(false)
        const [file, ...others] = event.dataTransfer?.files ?? []
        if (file) offerFile(file)
        if (others.length > 0) showToast('warning', t('shell.dropOne'))
      },
      options,
    )
    return () => stop.abort()
  }, [])
  return hovering
}
