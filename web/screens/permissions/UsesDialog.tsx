import { useCallback, useState } from 'react'
import {
  type CountedProfile,
  permissionCalls,
  type PermissionUses,
} from '../../../domain/calls/profiles.ts'
import type { User } from '../../../domain/entities/user.ts'
import type { Permission } from '../../../domain/permissions.ts'
import { riskOf } from '../../../domain/rules/profile-change.ts'
import { unusedDays } from '../../../domain/rules/permission-uses.ts'
import { call } from '../../client/call.ts'
import { permissionWords } from '../../entities/profile/permission-words.ts'
import { PermissionNames, RiskBadge } from '../../entities/profile/PermissionNames.tsx'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { Dialog } from '../../parts/dialog/Dialog.tsx'
import { SelectField } from '../../parts/form/SelectField.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { Fetching } from '../../parts/progress/Fetching.tsx'
import { localTime } from '../../state/local-time.ts'
import { useAnswer } from '../../state/use-answer.ts'
import styles from './PermissionsScreen.module.css'

type Line = PermissionUses['lines'][number]

/** Show which permissions of a profile nobody used, and propose to remove them: nothing changes before the matrix is saved. */
export function UsesDialog(props: {
  profile: CountedProfile
  /** People of the company. */
  people: readonly User[]
  /** Reason that the account may not change the profile; null where it may. */
  why: string | null
  onPropose: (unused: readonly Permission[]) => void
  onClose: () => void
}) {
  const { profile, people, why, onPropose, onClose } = props
  const { uuid: id, name } = profile
  const [user, setUser] = useState('')
  const load = useCallback(
    async (signal: AbortSignal) => {
      const query = user === '' ? {} : { user }
      return { user, uses: await call(permissionCalls.uses, { params: { id }, query }, { signal }) }
    },
    [id, user],
  )
  const { value, failure, again } = useAnswer(load)
  const uses = value?.user === user ? value.uses : null
  const proposed = uses && user === '' ? propose(uses) : []
  const carriers = people.filter((one) => one.profile_uuid === id)
  return (
    <Dialog
      open
      title={t('rights.uses.title', { name })}
      size="large"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('parts.close')}</Button>
          <Button
            kind="primary"
            disabledReason={why ?? whyNotPropose(uses, user, proposed)}
            onClick={() => onPropose(proposed)}
          >
            {t('rights.uses.propose', { count: proposed.length })}
          </Button>
        </>
      }
    >
      {carriers.length > 1 && (
        <SelectField
          label={t('rights.uses.who')}
          value={user}
          choices={[
            { value: '', label: t('rights.uses.everybody', { count: carriers.length }) },
            ...carriers.map((one) => ({ value: one.uuid, label: one.name })),
          ]}
          onChange={setUser}
        />
      )}
      {(!uses || failure.length > 0) && <Fetching failure={failure} again={again} />}
      {uses && <Uses uses={uses} />}
    </Dialog>
  )
}

/** Return what nobody used for the whole time; what was given a shorter time ago is left. */
function propose({ isShort, people, lines }: PermissionUses): Permission[] {
  if (isShort || people === 0) return []
  return lines
    .filter(({ used_at, granted_at }) => used_at === null && granted_at === null)
    .map(({ permission }) => permission)
}

function whyNotPropose(
  uses: PermissionUses | null,
  user: string,
  proposed: readonly Permission[],
): string | null {
  if (!uses || proposed.length > 0) return null
  if (user !== '') return t('rights.uses.forAll')
  return t('rights.uses.nothing')
}

function Uses({ uses }: { uses: PermissionUses }) {
  const { since, isShort, people, lines, unknown } = uses
  const date = localTime(since, 'date') ?? since
  const unused = lines.filter(({ used_at }) => used_at === null)
  const used = lines.filter(({ used_at }) => used_at !== null)
  return (
    <div className={styles.effect}>
      {people === 0 ? (
        <Notice kind="info">{t('rights.uses.nobody')}</Notice>
      ) : isShort ? (
        <Notice kind="info">{t('rights.uses.short', { date })}</Notice>
      ) : (
        <p>{t('rights.uses.text', { days: unusedDays, date })}</p>
      )}
      <Lines title={t('rights.uses.unused', { count: unused.length })} lines={unused} />
      <Lines
        title={t('rights.uses.used', { count: used.length })}
        lines={used.toSorted((one, other) => one.users - other.users)}
      />
      <details>
        <summary>{t('rights.uses.unknown', { count: unknown.length })}</summary>
        <PermissionNames title={t('rights.uses.unknownText')} names={unknown} />
      </details>
    </div>
  )
}

function Lines({ title, lines }: { title: string; lines: readonly Line[] }) {
  if (lines.length === 0) return null
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <ul className={styles.uses}>
        {lines.map((line) => (
          <li key={line.permission}>
            <span>
              {permissionWords(line.permission)} <RiskBadge risk={riskOf(line.permission)} />
            </span>
            <span className={styles.quiet}>{sayUse(line)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function sayUse({ used_at, users, granted_at }: Line): string {
  if (used_at !== null) {
    return t('rights.uses.last', { date: localTime(used_at, 'date') ?? used_at, count: users })
  }
  if (granted_at === null) return ''
  return t('rights.uses.granted', { date: localTime(granted_at, 'date') ?? granted_at })
}
