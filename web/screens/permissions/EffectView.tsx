import type { ProfileEffect } from '../../../domain/calls/profiles.ts'
import type { FaultCode } from '../../../domain/fault.ts'
import { asReason } from '../../../domain/reasons/reason.ts'
import { PermissionNames } from '../../entities/profile/PermissionNames.tsx'
import { faultText } from '../../i18n/faults.ts'
import { t } from '../../i18n/intl.ts'
import { Notice } from '../../parts/notice/Notice.tsx'
import { ReasonField } from '../../record/ReasonField.tsx'
import type { Sending } from '../../state/use-sending.ts'
import styles from './PermissionsScreen.module.css'

/** Names that are shown at once; the others are counted. */
const shownNames = 100

/** Show what a change of a profile does and to whom, the refusal that it would meet, and the field for its reason. */
export function EffectView(props: {
  effect: ProfileEffect
  self: string
  reason: string
  onReason: (reason: string) => void
  sending: Sending
}) {
  const { effect, self, reason, onReason, sending } = props
  const { gained, lost, asleep, people, opened, closed, refusal } = effect
  const losesPage = lost.includes('permissions.edit') && people.some(({ uuid }) => uuid === self)
  return (
    <div className={styles.effect}>
      {sending.others.length > 0 && <Notice kind="error">{sending.others.join(' ')}</Notice>}
      {refusal && (
        <Notice kind="error" title={t('rights.effect.refused')}>
          {sayRefusal(refusal)}
        </Notice>
      )}
      {losesPage && <Notice kind="warning">{t('rights.effect.self')}</Notice>}
      <Affected people={people} />
      <div className={styles.sides}>
        <PermissionNames
          title={t('rights.effect.gained', { count: gained.length })}
          names={gained}
        />
        <PermissionNames title={t('rights.effect.lost', { count: lost.length })} names={lost} />
      </div>
      {asleep.length > 0 && (
        <Notice kind="info">{t('rights.effect.asleep', { count: asleep.length })}</Notice>
      )}
      <details>
        <summary>
          {t('rights.effect.calls', { opened: opened.length, closed: closed.length })}
        </summary>
        <p className={styles.quiet}>
          <bdi>
            {[...opened.map((name) => `+ ${name}`), ...closed.map((name) => `− ${name}`)].join(
              ', ',
            )}
          </bdi>
        </p>
      </details>
      {!refusal && <ReasonField value={reason} sending={sending} onChange={onReason} />}
    </div>
  )
}

function Affected({ people }: Pick<ProfileEffect, 'people'>) {
  const more = people.length - shownNames
  return (
    <section>
      <h3>{t('rights.effect.people', { count: people.length })}</h3>
      <ul className={styles.people}>
        {people.slice(0, shownNames).map(({ uuid, name, active }) => (
          <li key={uuid} className={active === 'Y' ? undefined : styles.quiet}>
            {name}
            {active !== 'Y' && ` (${t('users.inactive')})`}
          </li>
        ))}
        {more > 0 && <li>{t('rights.more', { count: more })}</li>}
      </ul>
    </section>
  )
}

function sayRefusal({ code, reason, params }: NonNullable<ProfileEffect['refusal']>): string {
  return faultText({
    code: code as FaultCode,
    ...(reason !== undefined && { reason: asReason(reason) }),
    params,
  })
}
