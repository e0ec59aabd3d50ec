import { useCallback } from 'react'
import { auditCalls } from '../../../domain/calls/audit.ts'
import type { Company } from '../../../domain/entities/company.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import { Badge } from '../../parts/badge/Badge.tsx'
import { sayActor } from '../../record/say-actor.ts'
import { localTime } from '../../state/local-time.ts'
import { useAnswer } from '../../state/use-answer.ts'
import { capabilities } from './company-columns.tsx'
import styles from './Company.module.css'

/** Show what a company is enabled for, with the person who last switched each, from its audit trail. */
export function CapabilityList(props: {
  company: Company
  isOwn: boolean
  /** Level of its title: h3 in a panel. */
  heading?: 'h2' | 'h3'
}) {
  const { company, isOwn, heading: Heading = 'h3' } = props
  const { uuid } = company
  const load = useCallback(
    (signal: AbortSignal) => {
      const parts = { params: { kind: 'company', id: uuid } } as const
      return call(auditCalls.record, parts, { signal, ...(!isOwn && { company: uuid }) })
    },
    [uuid, isOwn],
  )
  const { value, failure } = useAnswer(load)
  return (
    <section aria-label={t('company.capabilities')} className={styles.capabilities}>
      <Heading>{t('company.capabilities')}</Heading>
      <ul>
        {capabilities.map((name) => {
          const isOn = company[name] === 'Y'
          const last = value?.findLast(({ changes }) => changes.some(({ field }) => field === name))
          return (
            <li key={name}>
              <span className={styles.line}>
                <strong>{t(`company.field.${name}`)}</strong>
                <Badge shape={isOn ? 'disc' : 'ring'} tone={isOn ? 'accent' : 'neutral'}>
                  {t(isOn ? 'company.on' : 'company.off')}
                </Badge>
              </span>
              <p className={styles.quiet}>
                {last
                  ? t('company.switchedBy', {
                      by: sayActor(last.actor),
                      at: localTime(last.at, 'minute'),
                    })
                  : t(`company.hint.${name}`)}
              </p>
            </li>
          )
        })}
      </ul>
      {failure.length > 0 && <p className={styles.quiet}>{failure.join(' ')}</p>}
    </section>
  )
}
