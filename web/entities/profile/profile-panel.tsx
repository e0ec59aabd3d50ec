import type { CountedProfile } from '../../../domain/calls/profiles.ts'
import type { User } from '../../../domain/entities/user.ts'
import { Link } from 'wouter'
import { t } from '../../i18n/intl.ts'
import { paths } from '../../paths.ts'
import type { PanelFacts } from '../../record/RecordPanel.tsx'
import styles from './Permissions.module.css'
import { sayDrift } from './profile-columns.tsx'

/** Names that are shown at once; the others are counted. */
const shownNames = 50

/** Make what is shown of one profile: what it was made from, how it differs, and the people who carry it. */
export function profilePanel(profile: CountedProfile, people: readonly User[]): PanelFacts {
  const { uuid, base, permissions, updated_at } = profile
  const carriers = people.filter(({ profile_uuid }) => profile_uuid === uuid)
  return {
    facts: [
      [t('rights.column.base'), base],
      [t('rights.title'), String(permissions.length)],
      [t('rights.column.drift'), sayDrift(profile)],
    ],
    more: <Carriers people={carriers} count={profile.users_count} />,
    history: {
      kind: 'profile',
      id: uuid,
      updatedAt: updated_at,
      say: (action) => (action === 'profile.permissions' ? t('rights.did.permissions') : null),
      fields: {
        name: { label: t('users.column.name') },
        permissions: {
          label: t('rights.title'),
          show: (value) => String(Array.isArray(value) ? value.length : 0),
        },
      },
    },
  }
}

function Carriers({ people, count }: { people: readonly User[]; count: number }) {
  const shown = people.slice(0, shownNames)
  const more = Math.max(count, people.length) - shown.length
  return (
    <section className={styles.names}>
      <h3>{t('rights.people', { count: Math.max(count, people.length) })}</h3>
      <ul>
        {shown.map(({ uuid, name }) => (
          <li key={uuid}>
            <Link href={`${paths.users()}?user=${uuid}`}>{name}</Link>
          </li>
        ))}
        {more > 0 && <li>{t('rights.more', { count: more })}</li>}
      </ul>
    </section>
  )
}
