import { formatList } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import { Button } from '../button/Button.tsx'
import { Notice } from './Notice.tsx'

/** Most companies that are named; the others are counted. */
const mostNamed = 5

/** Say which companies did not answer, so that nobody takes the others for all; nothing where all did. */
export function SilentCompanies(props: {
  companies: readonly { name: string }[] | undefined
  again: () => void
}) {
  const { companies = [], again } = props
  if (companies.length === 0) return null
  const names = companies.slice(0, mostNamed).map(({ name }) => name)
  const more = companies.length - names.length
  const all = more > 0 ? [...names, t('parts.andMore', { count: more })] : names
  return (
    <Notice
      kind="warning"
      title={t('parts.silent.title', { count: companies.length })}
      action={
        <Button icon="refresh" onClick={again}>
          {t('parts.silent.again')}
        </Button>
      }
    >
      {t('parts.silent.text', { names: formatList(all) })}
    </Notice>
  )
}
