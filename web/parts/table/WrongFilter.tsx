import { t } from '../../i18n/intl.ts'
import { Button } from '../button/Button.tsx'
import { Notice } from '../notice/Notice.tsx'

/** Name what the address of a list asks for and is no filter of it, with a button that clears the filters. */
export function WrongFilter(props: {
  title: string
  wrong: readonly string[]
  onClear: () => void
}) {
  const { title, wrong, onClear } = props
  if (wrong.length === 0) return null
  return (
    <Notice
      kind="warning"
      title={title}
      action={<Button onClick={onClear}>{t('parts.table.clear')}</Button>}
    >
      <bdi dir="ltr">{wrong.join('; ')}</bdi>
    </Notice>
  )
}
