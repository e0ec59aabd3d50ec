import { Link, useLocation } from 'wouter'
import { t } from '../i18n/intl.ts'
import { Badge } from '../parts/badge/Badge.tsx'
import { Icon } from '../parts/icon/Icon.tsx'
import type { Route } from '../load-screen.ts'
import { routes } from '../routes.tsx'
import { LookChoice } from '../screens/session/LookChoice.tsx'
import { pageName } from '../state/page-name.ts'
import { account } from '../state/session.ts'
import { useLogo } from '../state/company-logo.ts'
import { useOwnCompany } from '../state/use-own-company.ts'
import { AccountMenu } from './AccountMenu.tsx'
import { ConnectionState } from './ConnectionState.tsx'
import { Dropdown } from './Dropdown.tsx'
import { listAncestors } from './find-route.ts'
import { JumpButton } from './JumpButton.tsx'
import { MachineNotices } from './MachineNotices.tsx'
import { MessageTray } from './MessageTray.tsx'
import { NewVersionButton } from './NewVersion.tsx'
import { RunningRuns } from './RunningRuns.tsx'
import styles from './TopBar.module.css'
import { paths } from '../paths.ts'
import { loseOpen } from '../state/left-behind.ts'
import { waiting, waitingCount } from '../state/outbox.ts'

/** Show the path, the running analyses, the state of the connection, and the account. */
export function TopBar({ route }: { route: Route | undefined }) {
  return (
    <header className={styles.bar} data-on-screen>
      <Path route={route} />
      <JumpButton />
      <RunningRuns />
      <MachineNotices />
      <NewVersionButton />
      <SyncButton />
      <ConnectionState />
      <TrialBadge />
      <RegionBadge />
      <MessageTray />
      <Dropdown label={t('top.look')} trigger={<Icon name="globe" size={18} />}>
        <LookChoice before={loseOpen} />
      </Dropdown>
      <AccountMenu />
    </header>
  )
}

function Path({ route }: { route: Route | undefined }) {
  const [path] = useLocation()
  return (
    <nav className={styles.path} aria-label={t('nav.path')}>
      <Link href="/" className={styles.product}>
        {t('app.name')}
      </Link>
      <CompanyLogo />
      {listAncestors(routes, path, route?.list, pageName.value !== null).map((above) => (
        <span key={above.path} className={styles.step}>
          <Icon name="next" size={12} />
          <Link href={above.path}>{t(above.title)}</Link>
        </span>
      ))}
      {route && route.path !== '/' && (
        <span className={styles.step} aria-current="page">
          <Icon name="next" size={12} />
          <bdi className={styles.here}>{pageName.value ?? t(route.title)}</bdi>
        </span>
      )}
    </nav>
  )
}

/** Show the logo of the company whose records are on show; nothing where it has none. */
function CompanyLogo() {
  const own = useOwnCompany()
  const picture = useLogo(own?.logo ?? null)
  if (!own || !picture) return null
  return <img className={styles.logo} src={picture} alt={t('top.logo', { name: own.name })} />
}

function TrialBadge() {
  if (!account.value?.trial) return null
  return (
    <span title={t('top.trialHint')}>
      <Badge tone="warning">{t('top.trial')}</Badge>
    </span>
  )
}

function RegionBadge() {
  const region = account.value?.company_details.data_region
  if (!region) return null
  return (
    <span className={styles.region} title={t('top.region', { region: t(`region.${region}`) })}>
      {region.toUpperCase()}
    </span>
  )
}

/** Show the number of changes that the service does not have yet; nothing when there are none. */
function SyncButton() {
  const count = waitingCount.value
  if (count === 0) return null
  const stuck = waiting.value.some(({ pending }) =>
    pending.some(({ state }) => state !== 'waiting'),
  )
  const label = t('sync.button', { count })
  return (
    <Link
      href={paths.sync()}
      className={styles.sync}
      data-stuck={stuck}
      aria-label={label}
      title={label}
    >
      <Icon name={stuck ? 'warning' : 'upload'} />
      {count}
    </Link>
  )
}
