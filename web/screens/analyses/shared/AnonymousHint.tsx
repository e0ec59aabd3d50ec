import { useState } from 'react'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { Icon } from '../../../parts/icon/Icon.tsx'
import { account } from '../../../state/session.ts'
import styles from './AnonymousHint.module.css'
import { keepItem } from '../../../keep-item.ts'

/**
 * Remind people who name samples that samples of patients have anonymous ids (spec section 6). Nothing distinguishes
 * medical users, so everybody sees it until they dismiss it, once for all on this machine.
 */
export function AnonymousHint({ text }: { text: string }) {
  const key = `hint-anonymous-${account.value?.uuid ?? ''}`
  const [closed, setClosed] = useState(() => localStorage.getItem(key) !== null)
  if (closed) return null
  const close = () => {
    keepItem(key, 'closed')
    setClosed(true)
  }
  return (
    <p className={styles.hint} role="note">
      <Icon name="info" />
      <span>{text}</span>
      <Button kind="plain" icon="close" iconOnly onClick={close}>
        {t('parts.dismiss')}
      </Button>
    </p>
  )
}
