import { Link } from 'wouter'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { paths } from '../../paths.ts'
import { session, signOut } from '../../state/session.ts'
import { PublicCard } from './PublicCard.tsx'
import { useDeployment } from './use-deployment.ts'

/**
 * Show the page to which the help desk sends people after it signed them out. They stay signed in here unless they
 * choose otherwise.
 */
export function HelpDeskLogoutScreen() {
  const isOff = useDeployment()?.help_desk === false
  const { state } = session.value
  return (
    <PublicCard title={isOff ? 'helpDesk.login.title' : 'helpDesk.logout.title'}>
      {isOff ? (
        <Notice kind="info">{t('helpDesk.off')}</Notice>
      ) : (
        <p role="status">{t(state === 'in' ? 'helpDesk.logout.stillIn' : 'helpDesk.logout.out')}</p>
      )}
      {state === 'in' && !isOff && (
        <Button onClick={() => void signOut()}>{t('helpDesk.logout.also')}</Button>
      )}
      <Link href={paths.home()}>{t('helpDesk.back')}</Link>
    </PublicCard>
  )
}
