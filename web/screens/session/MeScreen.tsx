import { useState } from 'react'
import { apiKeyCalls } from '../../../domain/calls/api-keys.ts'
import { permissionNames, type Permission } from '../../../domain/permissions.ts'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { classNames } from '../../parts/class-names.ts'
import { Page } from '../../parts/page/Page.tsx'
import { loseOpen } from '../../state/left-behind.ts'
import { localTime } from '../../state/local-time.ts'
import { account, may, signOut } from '../../state/session.ts'
import { UnseenEdits } from './UnseenEdits.tsx'
import { ApiKeysSection } from './ApiKeysSection.tsx'
import { LookChoice } from './LookChoice.tsx'
import styles from './MeScreen.module.css'
import { MessagesSection } from './MessagesSection.tsx'
import { permissionWords } from '../../entities/profile/permission-words.ts'
import { PinSection } from './PinSection.tsx'
import { PreferencesForm } from './PreferencesForm.tsx'
import { SessionsSection } from './SessionsSection.tsx'
import { SignInSection } from './SignInSection.tsx'

/** Show the account's own page: preferences, the session, and the permissions. */
export function MeScreen() {
  const who = account.value
  // Read sessions and keys again, which end with a password.
  const [passwords, setPasswords] = useState(0)
  if (!who) return null
  return (
    <Page title={who.name} facts={[who.profile, who.company_details.name, who.email]}>
      <div className={styles.columns}>
        <div className={styles.column}>
          <section className={styles.section} aria-label={t('me.details')}>
            <h2>{t('me.details')}</h2>
            <PreferencesForm key={who.uuid} account={who} />
          </section>
          <section className={styles.section} aria-label={t('me.session')}>
            <h2>{t('me.session')}</h2>
            <dl className={styles.facts}>
              <dt>{t('me.idle')}</dt>
              <dd>{localTime(who.session.idle_until, 'minute')}</dd>
              <dt>{t('me.ends')}</dt>
              <dd>{localTime(who.session.ends_at, 'minute')}</dd>
            </dl>
            <UnseenEdits className={styles.quiet} />
            <Button icon="lock" onClick={() => loseOpen(() => void signOut())}>
              {t('top.signOut')}
            </Button>
          </section>
          <SignInSection onPasswordChanged={() => setPasswords((before) => before + 1)} />
          <PinSection key={`pin ${who.uuid}`} />
          <SessionsSection key={`sessions ${passwords}`} />
          {may(apiKeyCalls.search.needs) && <ApiKeysSection key={`keys ${passwords}`} />}
        </div>
        <div className={styles.column}>
          <section className={styles.section} aria-label={t('me.browser')}>
            <h2>{t('me.browser')}</h2>
            <p className={styles.quiet}>{t('me.browserText')}</p>
            <LookChoice before={loseOpen} />
          </section>
          <MessagesSection key={`messages ${who.uuid}`} />
        </div>
        <Permissions held={who.permissions} />
      </div>
    </Page>
  )
}

function Permissions({ held }: { held: readonly string[] }) {
  const known = held.filter((name): name is Permission => name in permissionNames)
  return (
    <section className={classNames(styles.section, styles.wide)} aria-label={t('me.may')}>
      <h2>{t('me.may')}</h2>
      <p className={styles.quiet}>{t('me.mayText')}</p>
      <details>
        <summary>{t('me.mayCount', { count: known.length })}</summary>
        <ul className={styles.may}>
          {known.map((name) => (
            <li key={name} title={name}>
              {permissionWords(name)}
            </li>
          ))}
        </ul>
      </details>
    </section>
  )
}
