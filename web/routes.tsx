import { evidenceRoutes } from './evidence-routes.ts'
import { loadScreen, type Route } from './load-screen.ts'
import { methodRoutes } from './method-routes.ts'
import { providerRoutes } from './provider-routes.ts'

/** Screens behind the sign-in, each loaded when first opened. */
export const routes: readonly Route[] = [
  {
    path: '/',
    title: 'home.title',
    needs: [],
    screen: loadScreen(
      async () => (await import('./screens/home/HomeScreen.tsx')).HomeScreen,
      'home',
    ),
  },
  {
    path: '/about-bapp',
    title: 'about.title',
    needs: [],
    screen: loadScreen(
      async () => (await import('./screens/about/AboutScreen.tsx')).AboutScreen,
      'about',
    ),
  },
  {
    path: '/me',
    title: 'me.title',
    needs: [],
    // Load the texts that put permissions into words.
    screen: loadScreen(
      async () => (await import('./screens/session/MeScreen.tsx')).MeScreen,
      'security',
      'faults',
    ),
  },
  {
    path: '/devices',
    title: 'devices.title',
    needs: ['products.search'],
    screen: loadScreen(
      async () => (await import('./screens/devices/DevicesScreen.tsx')).DevicesScreen,
      'device',
      'view',
      'lan',
    ),
  },
  {
    path: '/analyses',
    title: 'analyses.title',
    needs: ['analysis.search'],
    screen: loadScreen(
      async () => (await import('./screens/analyses/AnalysesScreen.tsx')).AnalysesScreen,
    ),
  },
  {
    path: '/analyses/new',
    title: 'wizard.title',
    needs: ['analysis.create'],
    screen: loadScreen(
      async () =>
        (await import('./screens/analyses/wizard/NewAnalysisScreen.tsx')).NewAnalysisScreen,
      'plan',
    ),
  },
  {
    path: '/analyses/:uuid',
    title: 'analyses.editTitle',
    needs: ['analysis.edit'],
    screen: loadScreen(
      async () => (await import('./screens/analyses/EditAnalysisScreen.tsx')).EditAnalysisScreen,
      'plan',
    ),
  },
  {
    path: '/analyses/notebook/:uuid',
    title: 'notebook.title',
    needs: [],
    screen: loadScreen(
      async () => (await import('./screens/analyses/notebook/NotebookScreen.tsx')).NotebookScreen,
      'analysis',
    ),
  },
  {
    path: '/analyses/details/:uuid',
    title: 'analysis.title',
    needs: [],
    // Plan a run that has not been launched on its own page.
    screen: loadScreen(
      async () => (await import('./screens/analyses/detail/AnalysisScreen.tsx')).AnalysisScreen,
      'analysis',
      'plan',
    ),
  },
  {
    // Show runs of instruments beside a gateway as all others are shown (decisions R9).
    path: '/analyses-cfx/details/:uuid',
    list: '/analyses',
    title: 'analysis.instrumentTitle',
    needs: [],
    screen: loadScreen(
      async () => (await import('./screens/analyses/detail/AnalysisScreen.tsx')).AnalysisScreen,
      'analysis',
      'plan',
    ),
  },
  {
    path: '/analysesOffline',
    title: 'offline.title',
    needs: ['analysis.search'],
    screen: loadScreen(
      async () => (await import('./screens/analyses/offline/OfflineScreen.tsx')).OfflineScreen,
      'sync',
      'lan',
      'analysis',
      'plan',
    ),
  },
  {
    path: '/analysesOffline/:hostname',
    title: 'offline.deviceTitle',
    needs: [],
    screen: loadScreen(
      async () =>
        (await import('./screens/analyses/offline/OfflineDeviceScreen.tsx')).OfflineDeviceScreen,
      'sync',
      'lan',
      'analysis',
      'plan',
    ),
  },
  {
    path: '/analyses/details/local/:uuid/:hostname/:running',
    title: 'offline.runTitle',
    needs: [],
    screen: loadScreen(
      async () =>
        (await import('./screens/analyses/offline/LocalAnalysisScreen.tsx')).LocalAnalysisScreen,
      'sync',
      'lan',
      'analysis',
      'plan',
    ),
  },
  {
    path: '/reviewer',
    title: 'review.title',
    needs: ['certificates.search'],
    screen: loadScreen(
      async () => (await import('./screens/reviewer/ReviewerScreen.tsx')).ReviewerScreen,
      'review',
      'record',
      'analysis',
    ),
  },
  {
    path: '/certificates',
    title: 'certificates.title',
    needs: ['certificates.search'],
    screen: loadScreen(
      async () => (await import('./screens/reviewer/CertificatesScreen.tsx')).CertificatesScreen,
      'review',
      'record',
    ),
  },
  {
    path: '/certificates/:uuid',
    title: 'certificates.pageTitle',
    needs: ['certificates.edit'],
    screen: loadScreen(
      async () => (await import('./screens/reviewer/CertificateScreen.tsx')).CertificateScreen,
      'review',
      'record',
    ),
  },
  {
    path: '/results',
    title: 'results.title',
    needs: ['results.menu'],
    screen: loadScreen(
      async () => (await import('./screens/results/ResultsScreen.tsx')).ResultsScreen,
      'results',
    ),
  },
  {
    path: '/help',
    title: 'help.title',
    needs: [],
    screen: loadScreen(
      async () => (await import('./screens/help/HelpScreen.tsx')).HelpScreen,
      'help',
      'tour',
    ),
  },
  {
    path: '/sync',
    title: 'sync.title',
    needs: [],
    screen: loadScreen(
      async () => (await import('./screens/sync/SyncScreen.tsx')).SyncScreen,
      'sync',
    ),
  },
  {
    path: '/bkits',
    title: 'material.kits',
    needs: ['bkits.search'],
    screen: loadScreen(
      async () => (await import('./screens/material/KitsScreen.tsx')).KitsScreen,
      'material',
      'record',
    ),
  },
  {
    path: '/bkitlots',
    title: 'material.lots',
    needs: ['production.menu'],
    screen: loadScreen(
      async () => (await import('./screens/material/LotsScreen.tsx')).LotsScreen,
      'material',
      'record',
      'faults',
      'plan',
    ),
  },
  {
    path: '/users',
    title: 'users.title',
    needs: ['users.menu'],
    screen: loadScreen(
      async () => (await import('./screens/users/UsersScreen.tsx')).UsersScreen,
      'people',
      'record',
      'rights',
      'faults',
    ),
  },
  {
    path: '/swarms',
    title: 'swarms.title',
    needs: ['swarms.search'],
    screen: loadScreen(
      async () => (await import('./screens/swarms/SwarmsScreen.tsx')).SwarmsScreen,
      'swarms',
      'rights',
      'people',
      'record',
      'faults',
    ),
  },
  {
    path: '/permissions',
    title: 'rights.title',
    needs: ['permissions.edit'],
    screen: loadScreen(
      async () => (await import('./screens/permissions/PermissionsScreen.tsx')).PermissionsScreen,
      'rights',
      'people',
      'record',
      'faults',
    ),
  },
  {
    path: '/company',
    title: 'nav.ownCompany',
    needs: ['companies.details'],
    screen: loadScreen(
      async () => (await import('./screens/companies/OwnCompanyScreen.tsx')).OwnCompanyScreen,
      'company',
      'people',
      'record',
      'security',
      'faults',
    ),
  },
  {
    path: '/alarms',
    title: 'nav.alarms',
    needs: ['products.search'],
    screen: loadScreen(
      async () => (await import('./screens/alarms/AlarmsScreen.tsx')).AlarmsScreen,
      'record',
      'faults',
    ),
  },
  {
    path: '/notifications',
    title: 'nav.notifications',
    needs: ['notifications.search'],
    screen: loadScreen(
      async () =>
        (await import('./screens/notifications/NotificationsScreen.tsx')).NotificationsScreen,
      'messages',
      'record',
    ),
  },
  {
    path: '/emails',
    title: 'nav.emails',
    needs: ['emails.search'],
    screen: loadScreen(
      async () => (await import('./screens/notifications/emails/EmailsScreen.tsx')).EmailsScreen,
      'messages',
      'record',
      'faults',
    ),
  },
  {
    path: '/notifications/new',
    title: 'messages.new',
    needs: ['notifications.create'],
    screen: loadScreen(
      async () =>
        (await import('./screens/notifications/NotificationScreen.tsx')).NewNotificationScreen,
      'messages',
      'record',
      'faults',
    ),
  },
  {
    path: '/notifications/:uuid',
    title: 'messages.pageTitle',
    needs: ['notifications.edit'],
    screen: loadScreen(
      async () =>
        (await import('./screens/notifications/NotificationScreen.tsx')).NotificationScreen,
      'messages',
      'record',
      'faults',
    ),
  },
  ...methodRoutes,
  ...evidenceRoutes,
  ...providerRoutes,
  {
    path: '/outbox',
    title: 'outbox.title',
    needs: ['developer.menu'],
    screen: loadScreen(
      async () => (await import('./screens/developer/OutboxScreen.tsx')).OutboxScreen,
      'people',
    ),
  },
  {
    path: '/gallery',
    title: 'gallery.title',
    needs: ['developer.menu'],
    screen: loadScreen(
      async () => (await import('./screens/gallery/GalleryScreen.tsx')).GalleryScreen,
      'plan',
    ),
  },
]
