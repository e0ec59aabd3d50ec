import { passwordGaps, type PasswordGap } from '../../../domain/rules/password.ts'
import { t } from '../../i18n/intl.ts'
import { Icon } from '../../parts/icon/Icon.tsx'
import styles from './UserFields.module.css'

const asked: readonly PasswordGap[] = ['too_short', 'capital', 'lowercase', 'number', 'symbol']

/** What a password must have, ticked off while it is typed. */
export function PasswordGaps({ password }: { password: string }) {
  const gaps = passwordGaps(password)
  return (
    <ul className={styles.gaps}>
      {asked.map((gap) => {
        const met = !gaps.includes(gap)
        return (
          <li key={gap} data-met={met || undefined}>
            <Icon name={met ? 'check' : 'minus'} size={14} />
            {t(`users.gap.${gap}`)}
            <span className="visually-hidden">: {t(met ? 'users.gap.met' : 'users.gap.open')}</span>
          </li>
        )
      })}
    </ul>
  )
}
