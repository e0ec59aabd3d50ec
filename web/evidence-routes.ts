import { loadScreen, type Route } from './load-screen.ts'

/** Screens of the records that a company answers with: its studies, its audit trail, its reports and its recalls. */
export const evidenceRoutes: readonly Route[] = [
  {
    path: '/studies',
    title: 'studies.title',
    needs: ['analysis.search'],
    screen: loadScreen(
      async () => (await import('./screens/studies/StudiesScreen.tsx')).StudiesScreen,
      'studies',
      'record',
      'faults',
    ),
  },
  {
    path: '/study-new',
    list: '/studies',
    title: 'studies.new',
    needs: ['analysis.create'],
    screen: loadScreen(
      async () => (await import('./screens/studies/NewStudyScreen.tsx')).NewStudyScreen,
      'studies',
      'record',
      'faults',
    ),
  },
  {
    path: '/studies/:uuid',
    title: 'studies.pageTitle',
    needs: ['analysis.search'],
    screen: loadScreen(
      async () => (await import('./screens/studies/StudyScreen.tsx')).StudyScreen,
      'studies',
      'record',
      'faults',
    ),
  },
  {
    path: '/audit',
    title: 'trail.title',
    needs: ['audit.search'],
    screen: loadScreen(
      async () => (await import('./screens/audit/AuditScreen.tsx')).AuditScreen,
      'trail',
      'analysis',
      'record',
      'faults',
    ),
  },
  {
    path: '/audit/review',
    title: 'trail.review',
    needs: ['audit.search'],
    screen: loadScreen(
      async () => (await import('./screens/audit/ReviewScreen.tsx')).ReviewScreen,
      'trail',
      'analysis',
      'record',
      'faults',
    ),
  },
  {
    path: '/reports',
    title: 'reports.title',
    needs: ['analysis.report'],
    screen: loadScreen(
      async () => (await import('./screens/reports/ReportsScreen.tsx')).ReportsScreen,
      'reports',
      'record',
      'faults',
    ),
  },
  {
    path: '/recall',
    title: 'recall.title',
    needs: ['results.search'],
    screen: loadScreen(
      async () => (await import('./screens/recall/RecallsScreen.tsx')).RecallsScreen,
      'recall',
      'plan',
      'record',
      'faults',
    ),
  },
  {
    path: '/recall/:uuid',
    title: 'recall.pageTitle',
    needs: ['results.search'],
    screen: loadScreen(
      async () => (await import('./screens/recall/RecallScreen.tsx')).RecallScreen,
      'recall',
      'plan',
      'record',
      'faults',
    ),
  },
]
