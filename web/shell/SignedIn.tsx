import { parse } from 'regexparam'
import { lazy, Suspense, useEffect } from 'react'
import { matchRoute, Redirect, useLocation, useRouter, useSearch } from 'wouter'
import { command } from '../../domain/entities/command.ts'
import { type Device, device } from '../../domain/entities/device.ts'
import { findOpenShells, type OpenShell } from '../../domain/rules/open-shells.ts'
import { completeTexts } from '../i18n/catalogs.ts'
import { t } from '../i18n/intl.ts'
import { Notice } from '../parts/notice/Notice.tsx'
import { guardAgainstReaders } from '../parts/scan/reader-guard.ts'
import { Progress } from '../parts/progress/Progress.tsx'
import { ToastRegion } from '../parts/toast/ToastRegion.tsx'
import { paths } from '../paths.ts'
import { loadLater } from '../load-later.tsx'
import type { Route } from '../load-screen.ts'
import { routes } from '../routes.tsx'
import { readAsked } from '../screens/errors/asked.ts'
import { NoAccessScreen } from '../screens/errors/NoAccessScreen.tsx'
import { NotFoundScreen } from '../screens/errors/NotFoundScreen.tsx'
import { now } from '../state/clock.ts'
import { sayUnfetched } from '../state/say-unfetched.ts'
import { account } from '../state/session.ts'
import { dismissToast, holdToast, releaseToast, showToast, toasts } from '../state/toasts.ts'
import { tour } from '../state/tour.ts'
import { useRecords } from '../state/use-records.ts'
import { wireWhenSignedIn } from '../wiring.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { FileDrop } from './FileDrop.tsx'
import { enterRoute, findRoute } from './find-route.ts'
import { HelpDesk } from './HelpDesk.tsx'
import { LeaveGuard } from './LeaveGuard.tsx'
import { Locked } from './Locked.tsx'
import lockedStyles from './Locked.module.css'
import { NewVersion } from './NewVersion.tsx'
import { Rail } from './Rail.tsx'
import styles from './SignedIn.module.css'
import { RecordsFailure } from './RecordsFailure.tsx'
import { SafetyNotice } from './SafetyNotice.tsx'
import { TopBar } from './TopBar.tsx'
import { VisitBar } from './VisitBar.tsx'
import { usePageTitle } from './use-page-title.ts'

wireWhenSignedIn(() => loadScreenOf(paths.offline()))

/** A screen that comes so soon is drawn together with the frame, a later one into it. */
const soonMs = 100

/** Begin to fetch the screen of an address, before it is known who is there; settles when it came, or is late. */
export async function fetchScreen(path: string): Promise<void> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, soonMs))
  // Ignore a failure here: it is shown where the part is drawn.
  await Promise.race([late, loadScreenOf(path)]).catch(() => undefined)
}

async function loadScreenOf(path: string): Promise<void> {
  await findRoute(parse, routes, path)?.screen.load()
}

/** Fetched with the first tour, as are its words. */
const TourCard = lazy(async () => {
  const [part] = await Promise.all([import('./TourCard.tsx'), completeTexts('tour')])
  return { default: part.TourCard }
})

/** Fetched with the first open shell: it can end it, with all that orders to devices need. */
const ShellBanner = loadLater(
  async () => (await import('../screens/devices/ShellBanner.tsx')).ShellBanner,
)

/** Show everything behind the sign-in: rail, top bar, the page of the address, messages. */
export function SignedIn() {
  const [path] = useLocation()
  const { parser } = useRouter()
  const route = findRoute(parser, routes, path)
  const title =
    route?.title ?? (path === paths.unauthorised() ? 'error401.title' : 'error404.title')
  usePageTitle(title, path)
  useEffect(() => guardAgainstReaders(sayNowhere), [])
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#page" onClick={focusPage} data-on-screen>
        {t('app.skip')}
      </a>
      <Rail />
      <div className={styles.column}>
        <TopBar route={route} />
        <Locked />
        <VisitBar />
        <RecordsFailure />
        <SafetyNotice />
        <OpenShells />
        {/* Start each address with a fresh boundary, also after a page that failed. */}
        <ErrorBoundary
          key={route?.path ?? path}
          unfetched={<Redirect to={paths.notFound(path + location.search)} replace />}
        >
          <Suspense fallback={<Progress label={t('app.opening')} />}>
            <Content route={route} path={path} parser={parser} />
          </Suspense>
        </ErrorBoundary>
      </div>
      <FileDrop />
      <LeaveGuard />
      <NewVersion />
      <HelpDesk />
      <GuidedTour />
      <ToastRegion
        toasts={toasts.value}
        onDismiss={dismissToast}
        onHold={holdToast}
        onRelease={releaseToast}
      />
    </div>
  )
}

function Content(props: {
  route: Route | undefined
  path: string
  parser: Parameters<typeof matchRoute>[0]
}) {
  const { route, path, parser } = props
  const search = useSearch()
  if (path === paths.unauthorised()) {
    const asked = readAsked(search, (page) => findRoute(parser, routes, page))
    return <NoAccessScreen asked={asked} />
  }
  const entry = enterRoute(route, account.value?.permissions ?? [])
  if (entry.kind === 'nowhere') return <NotFoundScreen />
  if (entry.kind === 'refused') {
    return <Redirect to={paths.unauthorised(entry.needed, path)} replace />
  }
  const [, params] = matchRoute(parser, entry.route.path, path)
  const Screen = entry.route.screen
  return <Screen params={(params ?? {}) as Record<string, string | undefined>} />
}

function sayNowhere(code: string): void {
  showToast('warning', t('app.codeNowhere', { code }))
}

function focusPage(event: { preventDefault: () => void }): void {
  event.preventDefault()
  document.querySelector<HTMLElement>('main')?.focus()
}

/** Show the guided tour that is under way, on whatever page it leads to. */
function GuidedTour() {
  const place = tour.value
  if (!place) return null
  return (
    <Suspense fallback={null}>
      <TourCard place={place} />
    </Suspense>
  )
}

/** Show on every page that a remote shell is open on a device: it concerns everybody who works there. */
function OpenShells() {
  const devices = useRecords(device) ?? []
  const shells = findOpenShells(useRecords(command) ?? [], now.value)
  if (shells.length === 0) return null
  return (
    <div className={lockedStyles.bar}>
      <ErrorBoundary unfetched={<UnfetchedShells shells={shells} devices={devices} />}>
        <ShellBanner shells={shells} devices={devices} />
      </ErrorBoundary>
    </div>
  )
}

/** Name the devices with an open shell where the banner that can close it could not be fetched. */
function UnfetchedShells(props: { shells: readonly OpenShell[]; devices: readonly Device[] }) {
  const open = props.devices.filter(({ uuid }) =>
    props.shells.some(({ device_uuid }) => device_uuid === uuid),
  )
  return open.map(({ uuid, name }) => (
    <Notice key={uuid} kind="warning" title={t('device.shell.open', { name })}>
      {sayUnfetched()}
    </Notice>
  ))
}
