import { can, type Permission } from '../../domain/permissions.ts'
import type { MessageKey } from '../i18n/text-files.ts'
import type { IconName } from '../parts/icon/icon-paths.ts'
import { paths } from '../paths.ts'

export interface NavigationEntry {
  label: MessageKey
  /** In the narrow bar, where the label is too long for it. */
  short?: MessageKey
  path: string
  icon: IconName
  needs: Permission | null
  /** True for an entry that the narrow bar, which has little room, shows behind its last entry. */
  minor?: boolean
}

export interface NavigationGroup {
  label: MessageKey | null
  entries: readonly NavigationEntry[]
}

const groups: readonly NavigationGroup[] = [
  { label: null, entries: [{ label: 'nav.home', path: paths.home(), icon: 'home', needs: null }] },
  {
    label: 'nav.run',
    entries: [
      {
        label: 'nav.new',
        short: 'nav.newShort',
        path: paths.newAnalysis(),
        icon: 'run',
        needs: 'analysis.create',
      },
      { label: 'nav.analyses', path: paths.analyses(), icon: 'list', needs: 'analysis.search' },
      { label: 'nav.results', path: paths.results(), icon: 'curve', needs: 'results.menu' },
      {
        label: 'nav.studies',
        path: paths.studies(),
        icon: 'bars',
        needs: 'analysis.search',
        minor: true,
      },
      { label: 'nav.devices', path: paths.devices(), icon: 'device', needs: 'products.search' },
      {
        label: 'nav.bkernels',
        path: paths.bkernels(),
        icon: 'chip',
        needs: 'bkernels.menu',
        minor: true,
      },
      {
        label: 'nav.alarms',
        path: paths.alarms(),
        icon: 'bell',
        needs: 'products.search',
        minor: true,
      },
      {
        label: 'nav.reviewer',
        short: 'nav.reviewerShort',
        path: paths.reviewer(),
        icon: 'review',
        needs: 'certificates.search',
      },
      {
        label: 'nav.certificates',
        path: paths.certificates(),
        icon: 'certificate',
        needs: 'certificates.search',
        minor: true,
      },
    ],
  },
  {
    label: 'nav.methods',
    entries: [
      {
        label: 'nav.protocols',
        path: paths.protocols(),
        icon: 'protocol',
        needs: 'protocol.search',
        minor: true,
      },
      {
        label: 'nav.recipes',
        path: paths.recipes(),
        icon: 'method',
        needs: 'recipes.search',
        minor: true,
      },
      {
        label: 'nav.globalRecipes',
        path: paths.globalRecipes(),
        icon: 'globe',
        needs: 'globalRecipes.edit',
        minor: true,
      },
      {
        label: 'nav.applications',
        path: paths.applications(),
        icon: 'apps',
        needs: 'application.search',
        minor: true,
      },
      {
        label: 'nav.processRecipes',
        path: paths.processRecipes(),
        icon: 'profile',
        needs: 'processRecipe.search',
        minor: true,
      },
      {
        label: 'nav.evaluationRecipes',
        path: paths.evaluationRecipes(),
        icon: 'threshold',
        needs: 'evaluationRecipe.search',
        minor: true,
      },
      {
        label: 'nav.dyeCalibrations',
        path: paths.dyeCalibrations(),
        icon: 'dyes',
        needs: 'evaluationRecipe.search',
        minor: true,
      },
    ],
  },
  {
    label: 'nav.material',
    entries: [
      {
        label: 'material.kits',
        path: paths.kits(),
        icon: 'kit',
        needs: 'bkits.search',
        minor: true,
      },
      {
        label: 'material.lots',
        path: paths.lots(),
        icon: 'label',
        needs: 'production.menu',
        minor: true,
      },
    ],
  },
  {
    label: 'nav.proof',
    entries: [
      {
        label: 'reports.title',
        path: paths.reports(),
        icon: 'report',
        needs: 'analysis.report',
        minor: true,
      },
      {
        label: 'recall.title',
        path: paths.recalls(),
        icon: 'recall',
        needs: 'results.search',
        minor: true,
      },
      {
        label: 'nav.trail',
        path: paths.audit(),
        icon: 'trail',
        needs: 'audit.search',
        minor: true,
      },
      {
        label: 'nav.trailReview',
        path: paths.auditReview(),
        icon: 'inspect',
        needs: 'audit.search',
        minor: true,
      },
    ],
  },
  {
    label: 'nav.organisation',
    entries: [
      { label: 'nav.users', path: paths.users(), icon: 'people', needs: 'users.menu' },
      {
        label: 'swarms.title',
        path: paths.swarms(),
        icon: 'swarm',
        needs: 'swarms.search',
        minor: true,
      },
      {
        label: 'rights.title',
        path: paths.permissions(),
        icon: 'lock',
        needs: 'permissions.edit',
        minor: true,
      },
      {
        label: 'nav.ownCompany',
        path: paths.ownCompany(),
        icon: 'company',
        needs: 'companies.details',
        minor: true,
      },
      {
        label: 'nav.companies',
        path: paths.companies(),
        icon: 'companies',
        needs: 'companies.menu',
        minor: true,
      },
      {
        label: 'nav.partners',
        path: paths.partners(),
        icon: 'link',
        needs: 'partners.search',
        minor: true,
      },
    ],
  },
  {
    label: 'nav.messages',
    entries: [
      {
        label: 'nav.attributes',
        path: paths.contextAttributes(),
        icon: 'adjust',
        needs: 'contextAttributes.search',
        minor: true,
      },
      {
        label: 'nav.notifications',
        path: paths.notifications(),
        icon: 'message',
        needs: 'notifications.search',
        minor: true,
      },
      {
        label: 'nav.emails',
        path: paths.emails(),
        icon: 'mail',
        needs: 'emails.search',
        minor: true,
      },
    ],
  },
  {
    label: 'nav.developers',
    entries: [
      {
        label: 'outbox.title',
        path: paths.outbox(),
        icon: 'send',
        needs: 'developer.menu',
        minor: true,
      },
      {
        label: 'gallery.title',
        path: paths.gallery(),
        icon: 'columns',
        needs: 'developer.menu',
        minor: true,
      },
    ],
  },
  {
    label: 'nav.help',
    entries: [
      { label: 'nav.helpCentre', path: paths.help(), icon: 'help', needs: null, minor: true },
      { label: 'nav.about', path: paths.about(), icon: 'info', needs: null, minor: true },
    ],
  },
]

/** List the entries that the account may open; an empty group is left out. */
export function listNavigation(permissions: readonly string[]): NavigationGroup[] {
  return groups
    .map(({ label, entries }) => ({
      label,
      entries: entries.filter(({ needs }) => can(permissions, needs)),
    }))
    .filter(({ entries }) => entries.length > 0)
}

/** Return the entry of a path: the longest one with which it begins, so that a record highlights its list. */
export function findCurrent(
  entries: readonly NavigationEntry[],
  path: string,
): NavigationEntry | undefined {
  return entries
    .filter(
      (entry) => path === entry.path || (entry.path !== '/' && path.startsWith(`${entry.path}/`)),
    )
    .toSorted((a, b) => b.path.length - a.path.length)[0]
}
