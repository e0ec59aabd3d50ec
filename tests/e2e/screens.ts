/** Records that a walk through the screens uses. */
export interface Known {
  analysis: string
  /** Certificate of the same analysis. */
  certificate: string
  hostname: string
  processRecipe: string
  evaluationRecipe: string
  recall: string
  notification: string
}

/**
 * An address for each path of `web/routes.tsx` and for the public pages; `tests/web/screens.test.ts` holds that
 * none is missing. Tabs and dialogs are looked at where they are tested.
 */
export const screens: Record<string, (known: Known) => string> = {
  '/': () => '/',
  '/about-bapp': () => '/about-bapp',
  '/me': () => '/me',
  '/devices': () => '/devices',
  '/alarms': () => '/alarms',
  '/analyses': () => '/analyses',
  '/analyses/new': () => '/analyses/new',
  // Open a launched analysis with its details.
  '/analyses/:uuid': ({ analysis }) => `/analyses/${analysis}`,
  '/analyses/notebook/:uuid': ({ analysis }) => `/analyses/notebook/${analysis}`,
  '/analyses/details/:uuid': ({ analysis }) => `/analyses/details/${analysis}`,
  '/analyses-cfx/details/:uuid': ({ analysis }) => `/analyses-cfx/details/${analysis}`,
  '/analysesOffline': () => '/analysesOffline',
  '/analysesOffline/:hostname': ({ hostname }) => `/analysesOffline/${hostname}`,
  '/analyses/details/local/:uuid/:hostname/:running': ({ analysis, hostname }) =>
    `/analyses/details/local/${analysis}/${hostname}/0`,
  '/reviewer': () => '/reviewer',
  '/certificates': () => '/certificates',
  '/certificates/:uuid': ({ certificate }) => `/certificates/${certificate}`,
  '/results': () => '/results',
  '/studies': () => '/studies',
  '/study-new': () => '/study-new',
  // Show a study that is not there, which the page says; tests/e2e/studies.e2e.ts looks at one that is.
  '/studies/:uuid': ({ recall }) => `/studies/${recall}`,
  '/help': () => '/help',
  '/sync': () => '/sync',
  '/bkernels': () => '/bkernels',
  '/bkernels/:uuid': ({ recall }) => `/bkernels/${recall}`,
  '/bkits': () => '/bkits',
  '/bkitlots': () => '/bkitlots',
  '/method-templates': () => '/method-templates',
  '/protocols': () => '/protocols',
  '/protocol-new': () => '/protocol-new',
  '/protocol-edit/:uuid': ({ processRecipe }) => `/protocol-edit/${processRecipe}`,
  '/recipes': () => '/recipes',
  '/recipe': () => '/recipe',
  // Show a recipe that is not there, which the page says.
  '/recipe/:uuid': ({ processRecipe }) => `/recipe/${processRecipe}`,
  '/recipes/global': () => '/recipes/global',
  '/applications': () => '/applications',
  '/recipe-process': () => '/recipe-process',
  '/recipe-process-new': () => '/recipe-process-new',
  '/recipe-process/:uuid': ({ processRecipe }) => `/recipe-process/${processRecipe}`,
  '/recipe-evaluation': () => '/recipe-evaluation',
  '/recipe-evaluation-new': () => '/recipe-evaluation-new',
  '/recipe-evaluation/:uuid': ({ evaluationRecipe }) => `/recipe-evaluation/${evaluationRecipe}`,
  '/colour-calibrations': () => '/colour-calibrations',
  '/recall': () => '/recall',
  '/recall/:uuid': ({ recall }) => `/recall/${recall}`,
  '/companies': () => '/companies',
  // Show the page without access that others than the provider get;
  // tests/e2e/companies.e2e.ts opens this one as the provider.
  '/companies/foundings/:uuid': ({ recall }) => `/companies/foundings/${recall}`,
  '/company': () => '/company',
  '/partners': () => '/partners',
  '/context-attributes': () => '/context-attributes',
  '/users': () => '/users',
  '/swarms': () => '/swarms',
  '/permissions': () => '/permissions',
  '/reports': () => '/reports',
  '/audit': () => '/audit',
  '/audit/review': () => '/audit/review',
  '/notifications': () => '/notifications',
  '/emails': () => '/emails',
  '/notifications/new': () => '/notifications/new',
  '/notifications/:uuid': ({ notification }) => `/notifications/${notification}`,
  '/outbox': () => '/outbox',
  '/gallery': () => '/gallery',
}

/** Pages that anybody may open. */
export const publicScreens = [
  '/login',
  '/forgotpassword',
  '/signup',
  '/set-password',
  '/helpdesk/login',
  '/helpdesk/logout',
  '/verify',
  '/401',
  '/404',
] as const
