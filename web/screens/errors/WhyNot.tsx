import { Link, Redirect } from 'wouter'
import { type Why, whyCalls } from '../../../domain/calls/why.ts'
import type { Permission } from '../../../domain/permissions.ts'
import { hasText, t } from '../../i18n/intl.ts'
import { EmptyState } from '../../parts/empty/EmptyState.tsx'
import { paths } from '../../paths.ts'
import { may, refreshSession } from '../../state/session.ts'
import type { Asked } from './asked.ts'
import { NoAccess } from './NoAccess.tsx'
import styles from './WhyNot.module.css'
import { useEffect, useState } from 'react'
import { call } from '../../client/call.ts'

/** Explain a missing permission: the obstacle, who has it and whom to ask; until that is known, show the plain page. */
export function WhyNot({ asked }: { asked: Asked }) {
  const why = useWhy(asked.permission)
  if (!why) return <NoAccess />
  if (why.allowed) return <NowAllowed asked={asked} />
  return (
    <div className={styles.why}>
      <EmptyState icon="lock" title={t('error401.text')}>
        {missingText(asked)}
      </EmptyState>
      <Reasons why={why} permission={asked.permission} />
      <Link href={paths.home()}>{t('error.home')}</Link>
    </div>
  )
}

function Reasons({ why, permission }: { why: Why; permission: Permission }) {
  return (
    <dl className={styles.facts}>
      <dt>{t('why.way')}</dt>
      <dd>{wayText(why)}</dd>
      {why.reason === 'profile' && (
        <>
          <dt>{t('why.held')}</dt>
          <dd>{why.held_by.join(', ') || t('why.heldByNone')}</dd>
        </>
      )}
      <dt>{t('why.ask')}</dt>
      <dd>{askText(why)}</dd>
      <dt>{t('why.name')}</dt>
      <dd>
        <bdi>{permission}</bdi>
      </dd>
    </dl>
  )
}

/** Open the page if the permission was granted meanwhile. */
function NowAllowed({ asked: { permission, page } }: { asked: Asked }) {
  if (page && may(permission)) return <Redirect to={page.path} replace />
  const home = <Link href={paths.home()}>{t('error.home')}</Link>
  return <EmptyState icon="check" title={t('why.allowed')} action={home} />
}

function missingText({ permission, page }: Asked): string {
  const named = `permission.${permission}`
  const words = { permission: hasText(named) ? t(named) : permission }
  return page ? t('why.page', { ...words, page: t(page.title) }) : t('why.permission', words)
}

function wayText({ reason, profile, capability }: Why): string {
  if (reason === 'capability') return t('why.capability', { capability: capability ?? '' })
  const key = `why.${reason}`
  return hasText(key) ? t(key, { profile }) : t('why.profile', { profile })
}

function askText({ reason, support_contact: contact }: Why): string {
  if (reason === 'profile' || reason === 'api_key') return t('why.askAdministrator')
  return contact ? t('why.askSupport', { contact }) : t('why.askProvider')
}

/** Ask the service for the obstacle to a permission; null until it answers, also when it cannot be reached. */
function useWhy(permission: Permission): Why | null {
  const [why, setWhy] = useState<Why | null>(null)
  useEffect(() => {
    const stop = new AbortController()
    const ask = async () => {
      const answer = await call(whyCalls.why, { query: { permission } }, { signal: stop.signal })
      // Refresh the session where it was given meanwhile: this page
      // must know it too, or it would not open what it offers.
      if (answer.allowed) await refreshSession()
      if (!stop.signal.aborted) setWhy(answer)
    }
    ask().catch(() => undefined)
    return () => stop.abort()
  }, [permission])
  return why
}
