import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { identityProviderCalls } from '../../../domain/calls/identity-provider.ts'
import { call } from '../../client/call.ts'
import { errorTexts } from '../../i18n/faults.ts'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { Dialog } from '../../parts/dialog/Dialog.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { paths } from '../../paths.ts'
import { hearWindow, openProviderWindow, stateIn } from '../../state/provider-window.ts'
import { account, session, signOut } from '../../state/session.ts'
import { SignInForm } from './SignInForm.tsx'

/** Show the sign-in over a locked page. The same person goes on; another one starts on their own home page. */
export function SignInAgain({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [, navigate] = useLocation()
  const before = account.value
  const why = session.value.state === 'locked' ? session.value.why : null
  if (!before) return null
  return (
    <Dialog
      open={open}
      title={t('lock.title')}
      role="alertdialog"
      size="small"
      onClose={onClose}
      actions={
        <Button kind="plain" onClick={() => void signOut()}>
          {t('lock.signOut')}
        </Button>
      }
    >
      {why && <Notice kind="warning">{t(`login.ended.${why}`)}</Notice>}
      <p>{t('lock.text')}</p>
      <SignInForm
        username={before.email}
        onSignedIn={() => {
          if (account.peek()?.uuid !== before.uuid) navigate(paths.home(), { replace: true })
        }}
      />
      <AtProvider email={before.email} />
      <p>{t('lock.other')}</p>
    </Dialog>
  )
}

/** Sign in at the provider of the company in a window of its own: this page goes on when the window has signed in. */
function AtProvider({ email }: { email: string }) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string[]>([])
  const [visit, setVisit] = useState<{ url: string; blocked: boolean } | null>(null)
  // Show here why it failed: the window closes.
  useEffect(
    () => (visit ? hearWindow(stateIn(new URL(visit.url).search), setFailure) : undefined),
    [visit],
  )
  const go = async () => {
    const opened = openProviderWindow()
    setBusy(true)
    setFailure([])
    try {
      const body = { email, popup: true }
      const { url } = await call(identityProviderCalls.begin, { body })
      setVisit({ url, blocked: !opened.goTo(url) })
    } catch (error) {
      opened.close()
      setFailure(errorTexts(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      {failure.length > 0 && <Notice kind="error">{failure.join(' ')}</Notice>}
      {visit?.blocked ? (
        <a href={visit.url} target="_blank" rel="noreferrer">
          {t('login.provider')}
        </a>
      ) : (
        <Button icon="user" busy={busy} onClick={() => void go()}>
          {t('login.provider')}
        </Button>
      )}
    </>
  )
}
