import { useLocation } from 'wouter'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { Dialog } from '../../parts/dialog/Dialog.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { paths } from '../../paths.ts'
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
      <p>{t('lock.other')}</p>
    </Dialog>
  )
}
