import { loadScreen, type Route } from './load-screen.ts'

/** Screens of people who serve other companies: companies, partners, attributes and the software of devices. */
export const providerRoutes: readonly Route[] = [
  {
    path: '/bkernels',
    title: 'nav.bkernels',
    needs: ['bkernels.menu'],
    screen: loadScreen(
      async () => (await import('./screens/bkernels/BkernelsScreen.tsx')).BkernelsScreen,
      'bkernels',
      'record',
      'faults',
      'device',
    ),
  },
  {
    path: '/bkernels/:uuid',
    title: 'nav.rollout',
    needs: ['bkernels.linkVersions'],
    screen: loadScreen(
      async () => (await import('./screens/bkernels/rollout/RolloutScreen.tsx')).RolloutScreen,
      'bkernels',
      'record',
      'faults',
      'device',
    ),
  },
  {
    path: '/companies',
    title: 'nav.companies',
    needs: ['companies.menu'],
    screen: loadScreen(
      async () => (await import('./screens/companies/CompaniesScreen.tsx')).CompaniesScreen,
      'company',
      'bkernels',
      'trail',
      'record',
      'faults',
    ),
  },
  {
    path: '/companies/foundings/:uuid',
    title: 'nav.founding',
    needs: ['companies.create'],
    screen: loadScreen(
      async () => (await import('./screens/companies/founding/FoundingScreen.tsx')).FoundingScreen,
      'company',
      'people',
      'plan',
      'record',
      'faults',
    ),
  },
  {
    path: '/partners',
    title: 'nav.partners',
    needs: ['partners.search'],
    screen: loadScreen(
      async () => (await import('./screens/partners/PartnersScreen.tsx')).PartnersScreen,
      'company',
      'record',
      'faults',
    ),
  },
  {
    path: '/context-attributes',
    title: 'nav.attributes',
    needs: ['contextAttributes.search'],
    screen: loadScreen(
      async () =>
        (await import('./screens/companies/attributes/AttributesScreen.tsx')).AttributesScreen,
      'company',
      'people',
      'record',
      'faults',
    ),
  },
]
