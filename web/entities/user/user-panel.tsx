import type { Account } from '../../../domain/calls/session.ts'
import { handOverCalls } from '../../../domain/calls/hand-over.ts'
import { userCalls } from '../../../domain/calls/users.ts'
import type { Profile } from '../../../domain/entities/profile.ts'
import type { Swarm } from '../../../domain/entities/swarm.ts'
import type { User } from '../../../domain/entities/user.ts'
import { t } from '../../i18n/intl.ts'
import { Badge } from '../../parts/badge/Badge.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import type { PanelFacts } from '../../record/RecordPanel.tsx'
import { whyNotCall } from '../../record/rights.ts'
import { localTime } from '../../state/local-time.ts'
import { writeSwarms } from '../swarm/write-swarms.ts'
import { OpenWorkPart } from './OpenWorkPart.tsx'
import { SignInPart } from './SignInPart.tsx'
import { AccessBadge } from './user-columns.tsx'
import { userHistory } from './user-history.ts'

/** Make what is shown of one person: state, what waits for a second person, facts and history. */
export function userPanel(
  user: User,
  who: Account,
  profiles: readonly Profile[],
  swarms: readonly Swarm[],
  people: readonly User[],
): PanelFacts {
  const owners = people
    .filter(({ uuid }) => user.service?.owners.includes(uuid))
    .map(({ name }) => name)
    .join(', ')
  const profile = profiles.find(({ uuid }) => uuid === user.profile_uuid)
  return {
    state: (
      <>
        <AccessBadge active={user.active === 'Y'} />
        {user.service && <Badge tone="info">{t('people.service')}</Badge>}
        {user.reviewer === 'Y' && <Badge tone="info">{t('people.reviewer')}</Badge>}
        {user.unconfirmed && <Badge tone="warning">{t('people.unconfirmed')}</Badge>}
        {user.uuid === who.uuid && <Badge tone="neutral">{t('people.you')}</Badge>}
      </>
    ),
    notice: user.service ? (
      <StoppedNotice user={user} people={people} />
    ) : (
      <UnconfirmedNotice user={user} />
    ),
    facts: [
      [t('users.form.username'), user.username],
      ...(user.service
        ? [[t('people.service.owners'), owners] as const]
        : [
            [t('users.form.email'), user.email] as const,
            [t('users.form.phone'), user.phone] as const,
          ]),
      [t('users.form.profile'), profile?.name],
      [t('users.form.swarms'), writeSwarms(user.swarms, swarms)],
      [t('users.column.since'), localTime(user.created_at, 'date')],
    ],
    later: (
      <>
        {(whyNotCall(userCalls.signIns) === null || whyNotCall(userCalls.endKey) === null) && (
          <SignInPart key={user.uuid} user={user} isOwn={user.uuid === who.uuid} />
        )}
        {whyNotCall(handOverCalls.openWork) === null && (
          <OpenWorkPart key={`work ${user.uuid}`} user={user} />
        )}
      </>
    ),
    history: userHistory(user, profiles, swarms),
  }
}

/** Warn of a service account that nobody answers for: its keys do not work. */
function StoppedNotice(props: { user: User; people: readonly User[] }) {
  const { name, service } = props.user
  const isOwned = props.people.some(
    ({ uuid, active }) => active === 'Y' && service?.owners.includes(uuid),
  )
  if (isOwned) return null
  return <Notice kind="warning">{t('people.service.stopped', { name })}</Notice>
}

/** Say what somebody else has set of a person and a second person must confirm. */
function UnconfirmedNotice({ user: { name, unconfirmed } }: { user: User }) {
  if (!unconfirmed?.length) return null
  return (
    <Notice kind="warning" title={t('people.unconfirmedText', { name })}>
      <ul>
        {unconfirmed.map(({ what, by, by_name, at }) => (
          <li key={`${what} ${by}`}>
            {t(`people.set.${what}`, { by: by_name, at: localTime(at) ?? at })}
          </li>
        ))}
      </ul>
      <p>{t('people.unconfirmedWork')}</p>
    </Notice>
  )
}
