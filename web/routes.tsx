import { type ComponentType, lazy } from 'react'
import type { Permission } from '../domain/permissions.ts'
import { completeEnglish, type MessageKey } from './i18n/catalogs.ts'

export interface Route {
  path: string
  title: MessageKey
  /** Only the first is checked here (spec §2 "Routing rules"); the edge checks every call on its own. */
  needs: readonly Permission[]
  screen: ComponentType<{ params: Record<string, string | undefined> }>
}

/** Screens behind the sign-in, each loaded when first opened. */
export const routes: readonly Route[] = [
  {
    path: '/',
    title: 'home.title',
    needs: [],
    screen: lazy(async () => ({
      default: (await import('./screens/home/HomeScreen.tsx')).HomeScreen,
    })),
  },
  {
    path: '/about-bapp',
    title: 'about.title',
    needs: [],
    screen: lazy(async () => {
      const [screen] = await Promise.all([
        import('./screens/about/AboutScreen.tsx'),
        completeEnglish('about'),
      ])
      return { default: screen.AboutScreen }
    }),
  },
  {
    path: '/me',
    title: 'me.title',
    needs: [],
    screen: lazy(async () => {
      const [screen] = await Promise.all([
        import('./screens/session/MeScreen.tsx'),
        completeEnglish('security'),
        // Permissions in words.
        completeEnglish('faults'),
      ])
      return { default: screen.MeScreen }
    }),
  },
  {
    path: '/devices',
    title: 'devices.title',
    needs: ['products.search'],
    screen: lazy(async () => {
      const [screen] = await Promise.all([
        import('./screens/devices/DevicesScreen.tsx'),
        completeEnglish('device'),
      ])
      return { default: screen.DevicesScreen }
    }),
  },
  {
    path: '/analyses',
    title: 'analyses.title',
    needs: ['analysis.search'],
    screen: lazy(async () => ({
      default: (await import('./screens/analyses/AnalysesScreen.tsx')).AnalysesScreen,
    })),
  },
  {
    path: '/analyses/new',
    title: 'wizard.title',
    needs: ['analysis.create'],
    screen: lazy(async () => {
      const [screen] = await Promise.all([
        import('./screens/analyses/wizard/NewAnalysisScreen.tsx'),
        completeEnglish('plan'),
      ])
      return { default: screen.NewAnalysisScreen }
    }),
  },
  {
    path: '/analyses/details/:uuid',
    title: 'analysis.title',
    needs: [],
    screen: lazy(async () => {
      const [screen] = await Promise.all([
        import('./screens/analyses/detail/AnalysisScreen.tsx'),
        completeEnglish('analysis'),
        // A run that has not been launched is planned on its own page.
        completeEnglish('plan'),
      ])
      return { default: screen.AnalysisScreen }
    }),
  },
  {
    path: '/analysesOffline',
    title: 'offline.title',
    needs: ['analysis.search'],
    screen: lazy(async () => {
      const [screen] = await Promise.all([
        import('./screens/analyses/offline/OfflineScreen.tsx'),
        completeEnglish('sync'),
        completeEnglish('lan'),
        completeEnglish('analysis'),
        completeEnglish('plan'),
      ])
      return { default: screen.OfflineScreen }
    }),
  },
  {
    path: '/analysesOffline/:hostname',
    title: 'offline.deviceTitle',
    needs: [],
    screen: lazy(async () => {
      const [screen] = await Promise.all([
        import('./screens/analyses/offline/OfflineDeviceScreen.tsx'),
        completeEnglish('sync'),
        completeEnglish('lan'),
        completeEnglish('analysis'),
        completeEnglish('plan'),
      ])
      return { default: screen.OfflineDeviceScreen }
    }),
  },
  {
    path: '/analyses/details/local/:uuid/:hostname/:running',
    title: 'offline.runTitle',
    needs: [],
    screen: lazy(async () => {
      const [screen] = await Promise.all([
        import('./screens/analyses/offline/LocalAnalysisScreen.tsx'),
        completeEnglish('sync'),
        completeEnglish('lan'),
        completeEnglish('analysis'),
        completeEnglish('plan'),
      ])
      return { default: screen.LocalAnalysisScreen }
    }),
  },
  {
    path: '/reviewer',
    title: 'review.title',
    needs: ['certificates.search'],
    screen: lazy(async () => {
      const [screen] = await Promise.all([
        import('./screens/reviewer/ReviewerScreen.tsx'),
        completeEnglish('review'),
      ])
      return { default: screen.ReviewerScreen }
    }),
  },
  {
    path: '/sync',
    title: 'sync.title',
    needs: [],
    screen: lazy(async () => {
      const [screen] = await Promise.all([
        import('./screens/sync/SyncScreen.tsx'),
        completeEnglish('sync'),
      ])
      return { default: screen.SyncScreen }
    }),
  },
  {
    path: '/users',
    title: 'users.title',
    needs: ['users.menu'],
    screen: lazy(async () => {
      const [screen] = await Promise.all([
        import('./screens/users/UsersScreen.tsx'),
        completeEnglish('people'),
      ])
      return { default: screen.UsersScreen }
    }),
  },
  {
    path: '/outbox',
    title: 'outbox.title',
    needs: ['developer.menu'],
    screen: lazy(async () => {
      const [screen] = await Promise.all([
        import('./screens/developer/OutboxScreen.tsx'),
        completeEnglish('people'),
      ])
      return { default: screen.OutboxScreen }
    }),
  },
  {
    path: '/gallery',
    title: 'gallery.title',
    needs: [],
    screen: lazy(async () => ({
      default: (await import('./screens/gallery/GalleryScreen.tsx')).GalleryScreen,
    })),
  },
]
