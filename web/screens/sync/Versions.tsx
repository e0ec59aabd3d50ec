import { t } from '../../i18n/intl.ts'
import { describeValue } from './describe-pending.ts'
import styles from './SyncScreen.module.css'

/** Show two versions of a field beside each other. */
export function Versions(props: { field: string; mine: unknown; theirs: unknown }) {
  const { field, mine, theirs } = props
  return (
    <dl className={styles.versions}>
      <div>
        <dt>{t('sync.mine', { field: t(`sync.field.${field as 'name'}`) })}</dt>
        <dd dir="auto">{describeValue(field, mine)}</dd>
      </div>
      <div>
        <dt>{t('sync.theirs', { field: t(`sync.field.${field as 'name'}`) })}</dt>
        <dd dir="auto">{describeValue(field, theirs)}</dd>
      </div>
    </dl>
  )
}
