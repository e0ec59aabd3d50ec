import { t } from '../../i18n/intl.ts'
import { Icon } from '../icon/Icon.tsx'
import type { IconName } from '../icon/icon-paths.ts'
import styles from './Dialog.module.css'

/** Show the three buttons of a dialog: minimise it, enlarge it to the window, close it. */
export function DialogControls(props: {
  full: boolean
  /** Null where it always has the one size. */
  onFull: (() => void) | null
  /** Null where it cannot be put aside. */
  onAside: (() => void) | null
  onClose: () => void
}) {
  const { full, onFull, onAside, onClose } = props
  return (
    <span className={styles.controls}>
      {onAside && <Control name="minus" label={t('parts.minimise')} onPress={onAside} />}
      {onFull && (
        <Control
          name={full ? 'restore' : 'maximise'}
          label={t(full ? 'parts.restore' : 'parts.maximise')}
          onPress={onFull}
        />
      )}
      <Control name="close" label={t('parts.close')} onPress={onClose} />
    </span>
  )
}

function Control({ name, label, onPress }: { name: IconName; label: string; onPress: () => void }) {
  return (
    <button
      type="button"
      className={styles.control}
      aria-label={label}
      title={label}
      onClick={onPress}
    >
      <Icon name={name} />
    </button>
  )
}
