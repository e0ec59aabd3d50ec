import { Suspense } from 'react'
import { matchRoute, Redirect, useLocation, useRouter, useSearch } from 'wouter'
import { t } from '../i18n/intl.ts'
import { Progress } from '../parts/progress/Progress.tsx'
import { ToastRegion } from '../parts/toast/ToastRegion.tsx'
import { paths } from '../paths.ts'
import { type Route, routes } from '../routes.tsx'
import { readAsked } from '../screens/errors/asked.ts'
import { NoAccessScreen } from '../screens/errors/NoAccessScreen.tsx'
import { NotFoundScreen } from '../screens/errors/NotFoundScreen.tsx'
import { may } from '../state/session.ts'
import { dismissToast, toasts } from '../state/toasts.ts'
import { wireState } from '../state/wiring.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { FileDrop } from './FileDrop.tsx'
import { findRoute, permissionOf } from './find-route.ts'
import { Locked } from './Locked.tsx'
import { Rail } from './Rail.tsx'
import styles from './SignedIn.module.css'
import { TopBar } from './TopBar.tsx'
import { usePageTitle } from './use-page-title.ts'

wireState()

/** Everything behind the sign-in: rail, top bar, the page of the address, messages. */
export function SignedIn() {
  const [path] = useLocation()
  const { parser } = useRouter()
  const route = findRoute(parser, routes, path)
  const title =
    route?.title ?? (path === paths.unauthorised() ? 'error401.title' : 'error404.title')
  usePageTitle(title, path)
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#page" onClick={focusPage}>
        {t('app.skip')}
      </a>
      <Rail />
      <div className={styles.column}>
        <TopBar route={route} />
        <Locked />
        {/* A new address starts afresh, also after a page that broke. */}
        <ErrorBoundary key={route?.path ?? path}>
          <Suspense fallback={<Progress label={t('app.opening')} />}>
            <Content route={route} path={path} parser={parser} />
          </Suspense>
        </ErrorBoundary>
      </div>
      <FileDrop />
      <ToastRegion toasts={toasts.value} onDismiss={dismissToast} />
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
  if (!route) return <NotFoundScreen />
  const needed = permissionOf(route)
  if (!may(needed)) return <Redirect to={paths.unauthorised(needed, path)} replace />
  const [, params] = matchRoute(parser, route.path, path)
  const Screen = route.screen
  return <Screen params={(params ?? {}) as Record<string, string | undefined>} />
}

function focusPage(event: { preventDefault: () => void }): void {
  event.preventDefault()
  document.querySelector<HTMLElement>('main')?.focus()
}
