import { useState } from 'react'
import type { Profile } from '../../../domain/entities/profile.ts'
import type { User } from '../../../domain/entities/user.ts'
import { errorTexts } from '../../i18n/faults.ts'
import { t } from '../../i18n/intl.ts'
import { Badge } from '../../parts/badge/Badge.tsx'
import { Button } from '../../parts/button/Button.tsx'
import { FactList } from '../../parts/facts/FactList.tsx'
import type { IconName } from '../../parts/icon/icon-paths.ts'
import { Notice } from '../../parts/notice/Notice.tsx'
import { SidePanel } from '../../parts/panel/SidePanel.tsx'
import { localTime } from '../../state/local-time.ts'
import { account } from '../../state/session.ts'
import { doUserAct } from './do-user-act.ts'
import { type AskedAct, isAsked, UserActDialog } from './UserActDialog.tsx'
import { listActs, type UserAct } from '../../entities/user/user-actions.ts'
import styles from './UserPanel.module.css'
import { AccessBadge } from '../../entities/user/user-columns.tsx'

const icons: Record<UserAct, IconName> = {
  edit: 'edit',
  sendReset: 'message',
  lostPhone: 'lock',
  setReviewer: 'review',
  unsetReviewer: 'review',
  activate: 'check',
  deactivate: 'stop',
  confirm: 'check',
}

/** One person: what they are, and what may be done about them, each with what it means or why it cannot be done. */
export function UserPanel(props: {
  user: User
  profiles: readonly Profile[]
  ownProfile: string | undefined
  swarmNames: string
  onEdit: () => void
  onClose: () => void
}) {
  const { user, profiles, onEdit, onClose } = props
  const [asked, setAsked] = useState<AskedAct | null>(null)
  const [busy, setBusy] = useState<UserAct | null>(null)
  const [failure, setFailure] = useState<string[]>([])
  const who = account.value
  if (!who) return null
  const press = async (act: UserAct) => {
    setFailure([])
    if (act === 'edit') return onEdit()
    if (isAsked(act)) return setAsked(act)
    setBusy(act)
    try {
      await doUserAct(act, user)
    } catch (error) {
      setFailure(errorTexts(error))
    } finally {
      setBusy(null)
    }
  }
  return (
    <SidePanel title={user.name} onClose={onClose}>
      <div className={styles.state}>
        <AccessBadge active={user.active === 'Y'} />
        {user.reviewer === 'Y' && <Badge tone="info">{t('people.reviewer')}</Badge>}
        {user.unconfirmed && <Badge tone="warning">{t('people.unconfirmed')}</Badge>}
        {user.uuid === who.uuid && <Badge tone="neutral">{t('people.you')}</Badge>}
      </div>
      {user.unconfirmed && user.unconfirmed.length > 0 && (
        <Notice kind="warning" title={t('people.unconfirmedText', { name: user.name })}>
          <ul>
            {user.unconfirmed.map(({ what, by, by_name, at }) => (
              <li key={`${what} ${by}`}>
                {t(`people.set.${what}`, { by: by_name, at: localTime(at) ?? at })}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <UserFacts {...props} />
      {failure.length > 0 && <Notice kind="error">{failure.join(' ')}</Notice>}
      <ul className={styles.acts}>
        {listActs(user, who, profiles, props.ownProfile).map(({ act, why }) => (
          <li key={act}>
            <Button
              icon={icons[act]}
              busy={busy === act}
              disabledReason={why && t(`people.why.${why}`)}
              onClick={() => void press(act)}
            >
              {t(`people.act.${act}`)}
            </Button>
            <p className={styles.quiet} aria-hidden={why ? true : undefined}>
              {t(why ? `people.why.${why}` : `people.hint.${act}`)}
            </p>
          </li>
        ))}
      </ul>
      {asked && <UserActDialog act={asked} user={user} onClose={() => setAsked(null)} />}
    </SidePanel>
  )
}

function UserFacts(props: { user: User; profiles: readonly Profile[]; swarmNames: string }) {
  const { user, profiles, swarmNames } = props
  const profile = profiles.find(({ uuid }) => uuid === user.profile_uuid)
  return (
    <FactList
      facts={[
        [t('users.form.username'), user.username],
        [t('users.form.email'), user.email],
        [t('users.form.phone'), user.phone],
        [t('users.form.profile'), profile?.name],
        [t('users.form.swarms'), swarmNames],
        [t('users.column.since'), localTime(user.created_at, 'date')],
      ]}
    />
  )
}
