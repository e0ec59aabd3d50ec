/** Every address of the application, in one place. */
export const paths = {
  home: () => '/',
  login: (from?: string) =>
    from && from !== '/' ? `/login?from=${encodeURIComponent(from)}` : '/login',
  forgotPassword: () => '/forgotpassword',
  setPassword: () => '/set-password',
  /** Asks for an account, where the deployment takes such requests. */
  signUp: () => '/signup',
  /** Pages on which the help desk signs people in and out. */
  helpDeskLogin: () => '/helpdesk/login',
  helpDeskLogout: () => '/helpdesk/logout',
  me: () => '/me',
  about: () => '/about-bapp',
  /** Open to anybody: checks exported files. */
  verify: () => '/verify',
  gallery: () => '/gallery',
  devices: () => '/devices',
  /** The page of one device, at one of its views. */
  device: (uuid: string, page = 'health') => `/devices?device=${uuid}&page=${page}`,
  /** The messages of a device around a moment. */
  deviceAt: (uuid: string, at: string) =>
    `/devices?device=${uuid}&page=logs&at=${encodeURIComponent(at)}`,
  analyses: () => '/analyses',
  newAnalysis: (relaunch?: string) =>
    relaunch ? `/analyses/new?relaunch=${relaunch}` : '/analyses/new',
  /** A new plan of the method with this name or id. */
  planOf: (method: string) => `/analyses/new?q=${encodeURIComponent(method)}`,
  /** A new plan on this device. */
  planOn: (device: string) => `/analyses/new?device=${device}`,
  /** A new plan with the samples that a file of the watched folder orders. */
  planOrders: (hash: string) => `/analyses/new?orders=${hash}`,
  analysis: (uuid: string) => `/analyses/details/${uuid}`,
  /** The plan of one that has not been launched. */
  editAnalysis: (uuid: string) => `/analyses/${uuid}`,
  notebook: (uuid: string) => `/analyses/notebook/${uuid}`,
  /** Pages that work without the service: plans of this machine, and devices by their hostname. */
  offline: () => '/analysesOffline',
  offlineDevice: (hostname: string) => `/analysesOffline/${encodeURIComponent(hostname)}`,
  localAnalysis: (uuid: string, hostname: string, running: boolean) =>
    `/analyses/details/local/${uuid}/${encodeURIComponent(hostname)}/${running ? 1 : 0}`,
  sync: () => '/sync',
  /** Instruments that are attached to devices; with an id that one beside the list. */
  instruments: (uuid?: string) =>
    uuid ? `/devices?view=instruments&instrument=${uuid}` : '/devices?view=instruments',
  /** Files that a folder watched by the desktop shell has brought. */
  watchedFiles: () => '/devices?view=files',
  /** Versions of the device software. */
  bkernels: () => '/bkernels',
  rollout: (uuid: string) => `/bkernels/${uuid}`,
  kits: () => '/bkits',
  lots: () => '/bkitlots',
  recalls: () => '/recall',
  recall: (uuid: string) => `/recall/${uuid}`,
  /** Published assays to begin with. */
  templates: () => '/method-templates',
  protocols: (shown?: string) => (shown ? `/protocols?protocol=${shown}` : '/protocols'),
  newProtocol: (recipe?: string) => (recipe ? `/protocol-new?recipe=${recipe}` : '/protocol-new'),
  protocol: (uuid: string) => `/protocol-edit/${uuid}`,
  recipes: (shown?: string) => (shown ? `/recipes?recipe=${shown}` : '/recipes'),
  /** A new recipe, of this process recipe, this evaluation recipe, or both. */
  newRecipe: (halves: { process?: string; evaluation?: string } = {}) => asked('/recipe', halves),
  recipe: (uuid: string) => `/recipe/${uuid}`,
  globalRecipes: () => '/recipes/global',
  applications: () => '/applications',
  evaluationRecipes: () => '/recipe-evaluation',
  dyeCalibrations: () => '/colour-calibrations',
  /** A new evaluation, of what this process recipe measures. */
  newEvaluationRecipe: (half: { process?: string } = {}) => asked('/recipe-evaluation-new', half),
  evaluationRecipe: (uuid: string) => `/recipe-evaluation/${uuid}`,
  processRecipes: () => '/recipe-process',
  /** A new thermal profile, which measures what this evaluation recipe reads. */
  newProcessRecipe: (half: { evaluation?: string } = {}) => asked('/recipe-process-new', half),
  processRecipe: (uuid: string) => `/recipe-process/${uuid}`,
  companies: () => '/companies',
  /** The founding of a company, step by step. */
  founding: (uuid: string) => `/companies/foundings/${uuid}`,
  /** The company of the person who is signed in. */
  ownCompany: () => '/company',
  partners: () => '/partners',
  contextAttributes: () => '/context-attributes',
  users: () => '/users',
  permissions: () => '/permissions',
  alarms: () => '/alarms',
  alarm: (uuid: string) => `/alarms?alarm=${uuid}`,
  notifications: () => '/notifications',
  emails: () => '/emails',
  newNotification: () => '/notifications/new',
  notification: (uuid: string) => `/notifications/${uuid}`,
  swarms: () => '/swarms',
  outbox: () => '/outbox',
  reports: () => '/reports',
  /** The audit trail of the company, and its review. */
  audit: () => '/audit',
  auditReview: () => '/audit/review',
  reviewer: () => '/reviewer',
  certificates: () => '/certificates',
  certificate: (uuid: string) => `/certificates/${uuid}`,
  results: () => '/results',
  /** Several signed runs evaluated together. */
  studies: () => '/studies',
  newStudy: () => '/study-new',
  study: (uuid: string) => `/studies/${uuid}`,
  /** The help centre; with a topic that one of it. */
  help: (topic?: string) => (topic ? `/help?topic=${topic}` : '/help'),
  /** The catch-all page; with the page that could not be opened. */
  notFound: (from = '') => (from ? `/404?from=${encodeURIComponent(from)}` : '/404'),
  /** With the permission that is missing and the page that needs it, which it then explains. */
  unauthorised: (needs?: string | null, page = '') =>
    needs ? `/401?needs=${needs}&page=${encodeURIComponent(page)}` : '/401',
} as const

/** Write an address with the parts of its query that are given. */
function asked(path: string, query: Readonly<Record<string, string>>): string {
  const text = new URLSearchParams(query).toString()
  return text ? `${path}?${text}` : path
}

/** Name of the help desk in addresses; a deployment has none unless it is configured (decisions D56, D95). */
const helpDeskName = 'helpdesk'

/** Return true for a page that never redirects to the login page: the help desk has its own (spec §2). */
export function isLoginExempt(path: string): boolean {
  return path.toLowerCase().includes(helpDeskName) || path.includes(paths.setPassword().slice(1))
}

const openPages: readonly string[] = [
  paths.login(),
  paths.forgotPassword(),
  paths.signUp(),
  paths.verify(),
]

/** Return true for a page for people who are not signed in. `web/public/start.js` has the same list. */
export function isOpenPage(path: string): boolean {
  return openPages.includes(path) || isLoginExempt(path)
}

/** Return the page to open after signing in: a path of our own, nothing else (decisions D57). */
export function safeReturn(from: string | null): string {
  if (!from || !from.startsWith('/') || from.startsWith('//') || from.includes('\\'))
    return paths.home()
  return from.startsWith('/login') ? paths.home() : from
}

/** Lists in whose address a record is open beside them, with the word for it. */
const listOf: Readonly<Record<string, readonly [path: string, word: string]>> = {
  alarm: [paths.alarms(), 'alarm'],
  application: [paths.applications(), 'application'],
  bkernel: [paths.bkernels(), 'bkernel'],
  bkit: [paths.kits(), 'kit'],
  bkit_lot: [paths.lots(), 'lot'],
  device: [paths.devices(), 'device'],
  email: [paths.emails(), 'email'],
  profile: [paths.permissions(), 'profile'],
  report: [paths.reports(), 'report'],
  swarm: [paths.swarms(), 'swarm'],
  user: [paths.users(), 'user'],
}

const pageOf: Readonly<Record<string, (uuid: string) => string>> = {
  analysis: paths.analysis,
  certificate: paths.certificate,
  evaluation_recipe: paths.evaluationRecipe,
  instrument: paths.instruments,
  notification: paths.notification,
  process_recipe: paths.processRecipe,
  protocol: paths.protocol,
  recall: paths.recall,
  study: paths.study,
  recipe: paths.recipe,
}

/** Return the address that shows a record of a kind; null for a kind that is on no page by itself. */
export function recordPath(kind: string, uuid: string): string | null {
  const list = Object.hasOwn(listOf, kind) ? listOf[kind] : undefined
  if (list) return `${list[0]}?${list[1]}=${uuid}`
  return Object.hasOwn(pageOf, kind) ? (pageOf[kind]?.(uuid) ?? null) : null
}
