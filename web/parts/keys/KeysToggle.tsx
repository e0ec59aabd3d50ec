import { t } from '../../i18n/intl.ts'
import { Icon } from '../icon/Icon.tsx'
import styles from './KeysToggle.module.css'

/** Turn single-letter keys on and off, and show which there are. */
export function KeysToggle(props: {
  /** Explanation of the keys, for screen readers and as a tip. */
  label: string
  keys: readonly string[]
  on: boolean
  onChange: (on: boolean) => void
}) {
  const { label, keys, on, onChange } = props
  return (
    <button
      type="button"
      className={styles.toggle}
      aria-pressed={on}
      title={label}
      onClick={() => onChange(!on)}
    >
      <Icon name="keyboard" />
      <span className={styles.word}>{t('parts.keys')}</span>
      {keys.map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
      <span className="visually-hidden">{label}</span>
    </button>
  )
}
