import { t } from '../../i18n/intl.ts'
import { Button } from '../button/Button.tsx'
import { Notice } from '../notice/Notice.tsx'
import { Progress } from './Progress.tsx'

export interface FetchingProps {
  /** Texts of a failure; empty while the answer is on its way. */
  failure: readonly string[]
  again: () => void
  /** Title of the failure, where its texts do not name what is missing. */
  title?: string
}

/** Show that something is fetched, or why it could not be, with a button to try again. */
export function Fetching({ failure, again, title }: FetchingProps) {
  if (failure.length === 0) return <Progress label={t('parts.loading')} />
  return <FetchFailed failure={failure} again={again} {...(title !== undefined && { title })} />
}

/** Show why something could not be read, with a button to try again; nothing where it could. */
export function FetchFailed(props: FetchingProps & { kind?: 'error' | 'warning' }) {
  const { failure, again, title, kind = 'error' } = props
  if (failure.length === 0) return null
  return (
    <Notice
      kind={kind}
      {...(title !== undefined && { title })}
      action={<Button onClick={again}>{t('parts.again')}</Button>}
    >
      {failure.join(' ')}
    </Notice>
  )
}
