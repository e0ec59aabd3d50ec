import { useEffect, useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { ssoCalls } from '../../../domain/calls/sso.ts'
import { call } from '../../client/call.ts'
import { leavePage } from '../../client/leave-page.ts'
import { errorTexts } from '../../i18n/faults.ts'
import { t } from '../../i18n/intl.ts'
import { Notice } from '../../parts/notice/Notice.tsx'
import { Progress } from '../../parts/progress/Progress.tsx'
import { paths } from '../../paths.ts'
import { session } from '../../state/session.ts'
import { PublicCard } from './PublicCard.tsx'
import { useDeployment } from './use-deployment.ts'

/**
 * Sign in people whom the help desk sends here. People who are signed in return at once with a token that is valid for
 * a minute; the service alone decides the address, and only one of the help desk's own (decisions D55). This page never
 * redirects to the login page by itself (spec section 2).
 */
export function HelpDeskLoginScreen() {
  const [path] = useLocation()
  const search = useSearch()
  const { state } = session.value
  // Take locked pages for closed ones, as which they are as good here.
  const isOut = state === 'out' || state === 'locked'
  const isOff = useDeployment()?.help_desk === false
  const [failure, setFailure] = useState<string[]>([])
  useEffect(() => {
    if (state !== 'in') return undefined
    const stop = new AbortController()
    goThere(new URLSearchParams(search).get('return_to'), stop.signal).catch((error: unknown) => {
      if (!stop.signal.aborted) setFailure(errorTexts(error))
    })
    return () => stop.abort()
  }, [state, search])
  return (
    <PublicCard title="helpDesk.login.title">
      {isOff && <Notice kind="info">{t('helpDesk.off')}</Notice>}
      {!isOff && failure.length > 0 && <Notice kind="error">{failure.join(' ')}</Notice>}
      {!isOff && failure.length === 0 && !isOut && <Progress label={t('helpDesk.login.going')} />}
      {isOut && !isOff && (
        <>
          <p>{t('helpDesk.login.text')}</p>
          <Link href={paths.login(path + (search && `?${search}`))}>{t('login.submit')}</Link>
        </>
      )}
      <Link href={paths.home()}>{t('helpDesk.back')}</Link>
    </PublicCard>
  )
}

async function goThere(back: string | null, signal: AbortSignal): Promise<void> {
  const body = { service: 'helpdesk', type: 'jwt', ...(back && { return_to: back }) } as const
  const { token, url } = await call(ssoCalls.generate, { body }, { signal })
  const address = new URL(url)
  address.searchParams.set('jwt', token)
  if (!signal.aborted) leavePage(address)
}
