import { useRef } from 'react'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { offerFile } from '../../state/imports.ts'

/** Picks a file of an instrument; dropping one on the page does the same. */
export function ImportButton() {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button icon="upload" onClick={() => input.current?.click()}>
        {t('analyses.import')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) offerFile(file)
          // The same file may be picked again.
          currentTarget.value = ''
        }}
      />
    </>
  )
}
