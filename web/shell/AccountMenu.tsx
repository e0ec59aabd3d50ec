import { Link } from 'wouter'
import { t } from '../i18n/intl.ts'
import { Button } from '../parts/button/Button.tsx'
import { Icon } from '../parts/icon/Icon.tsx'
import { paths } from '../paths.ts'
import { loseOpen } from '../state/left-behind.ts'
import { account, signOut } from '../state/session.ts'
import { askVisit, mayVisit } from '../state/visit.ts'
import { Dropdown } from './Dropdown.tsx'
import { UnseenEdits } from '../screens/session/UnseenEdits.tsx'
import styles from './TopBar.module.css'

/** Show the signed-in person, with links to their page and to sign out. */
export function AccountMenu() {
  const who = account.value
  if (!who) return null
  return (
    <Dropdown
      label={t('top.account', { name: who.name })}
      trigger={
        <span className={styles.account}>
          <Icon name="user" size={18} />
          <span className={styles.roomy}>{who.name}</span>
        </span>
      }
    >
      <>
        <div className={styles.identity}>
          <strong>{who.name}</strong>
          <span className={styles.quiet}>{who.email}</span>
          <span className={styles.quiet}>
            {who.profile} · {who.company_details.name}
          </span>
        </div>
        <Link href={paths.me()} className={styles.menuLink} data-closes>
          <Icon name="user" /> {t('top.me')}
        </Link>
        {mayVisit() && (
          <Button icon="link" onClick={() => askVisit(null)} data-closes>
            {t('visit.title')}
          </Button>
        )}
        <UnseenEdits className={styles.quiet} />
        <Button icon="lock" onClick={() => loseOpen(() => void signOut())}>
          {t('top.signOut')}
        </Button>
      </>
    </Dropdown>
  )
}
