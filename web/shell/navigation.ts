import type { MessageKey } from '../i18n/text-files.ts'
import { areaIcons } from '../parts/icon/area-icons.ts'
import type { IconName } from '../parts/icon/icon-paths.ts'
import { paths } from '../paths.ts'
import { mayOpen } from './may-open.ts'

export interface NavigationEntry {
  label: MessageKey
  /** In the narrow bar, where the label is too long for it. */
  short?: MessageKey
  path: string
  icon: IconName
  /** True for an entry that the narrow bar, which has little room, shows behind its last entry. */
  minor?: boolean
}

export interface NavigationGroup {
  label: MessageKey | null
  entries: readonly NavigationEntry[]
}

/** Entries of pages; the route of each says which permission it needs. */
const groups: readonly NavigationGroup[] = [
  { label: null, entries: [{ label: 'nav.home', path: paths.home(), icon: areaIcons.home }] },
  {
    label: 'nav.run',
    entries: [
      {
        label: 'nav.new',
        short: 'nav.newShort',
        path: paths.newAnalysis(),
        icon: areaIcons.newAnalysis,
      },
      { label: 'nav.analyses', path: paths.analyses(), icon: areaIcons.analyses },
      { label: 'nav.results', path: paths.results(), icon: areaIcons.results },
      {
        label: 'nav.studies',
        path: paths.studies(),
        icon: areaIcons.studies,
        minor: true,
      },
      { label: 'nav.devices', path: paths.devices(), icon: areaIcons.devices },
      {
        label: 'nav.bkernels',
        path: paths.bkernels(),
        icon: areaIcons.bkernels,
        minor: true,
      },
      {
        label: 'nav.alarms',
        path: paths.alarms(),
        icon: areaIcons.alarms,
        minor: true,
      },
      {
        label: 'nav.reviewer',
        short: 'nav.reviewerShort',
        path: paths.reviewer(),
        icon: areaIcons.reviewer,
      },
      {
        label: 'nav.certificates',
        path: paths.certificates(),
        icon: areaIcons.certificates,
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
        icon: areaIcons.protocols,
        minor: true,
      },
      {
        label: 'nav.recipes',
        path: paths.recipes(),
        icon: areaIcons.recipes,
        minor: true,
      },
      {
        label: 'nav.globalRecipes',
        path: paths.globalRecipes(),
        icon: areaIcons.globalRecipes,
        minor: true,
      },
      {
        label: 'nav.applications',
        path: paths.applications(),
        icon: areaIcons.applications,
        minor: true,
      },
      {
        label: 'nav.processRecipes',
        path: paths.processRecipes(),
        icon: areaIcons.processRecipes,
        minor: true,
      },
      {
        label: 'nav.evaluationRecipes',
        path: paths.evaluationRecipes(),
        icon: areaIcons.evaluationRecipes,
        minor: true,
      },
      {
        label: 'nav.dyeCalibrations',
        path: paths.dyeCalibrations(),
        icon: areaIcons.dyeCalibrations,
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
        icon: areaIcons.kits,
        minor: true,
      },
      {
        label: 'material.lots',
        path: paths.lots(),
        icon: areaIcons.lots,
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
        icon: areaIcons.reports,
        minor: true,
      },
      {
        label: 'recall.title',
        path: paths.recalls(),
        icon: areaIcons.recalls,
        minor: true,
      },
      {
        label: 'nav.trail',
        path: paths.audit(),
        icon: areaIcons.audit,
        minor: true,
      },
      {
        label: 'nav.trailReview',
        path: paths.auditReview(),
        icon: areaIcons.auditReview,
        minor: true,
      },
    ],
  },
  {
    label: 'nav.organisation',
    entries: [
      { label: 'nav.users', path: paths.users(), icon: areaIcons.users },
      {
        label: 'swarms.title',
        path: paths.swarms(),
        icon: areaIcons.swarms,
        minor: true,
      },
      {
        label: 'rights.title',
        path: paths.permissions(),
        icon: areaIcons.permissions,
        minor: true,
      },
      {
        label: 'nav.ownCompany',
        path: paths.ownCompany(),
        icon: areaIcons.ownCompany,
        minor: true,
      },
      {
        label: 'nav.companies',
        path: paths.companies(),
        icon: areaIcons.companies,
        minor: true,
      },
      {
        label: 'nav.partners',
        path: paths.partners(),
        icon: areaIcons.partners,
        minor: true,
      },
      {
        label: 'nav.attributes',
        path: paths.contextAttributes(),
        icon: areaIcons.contextAttributes,
        minor: true,
      },
    ],
  },
  {
    label: 'nav.messages',
    entries: [
      {
        label: 'nav.notifications',
        path: paths.notifications(),
        icon: areaIcons.notifications,
        minor: true,
      },
      {
        label: 'nav.emails',
        path: paths.emails(),
        icon: areaIcons.emails,
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
        icon: areaIcons.outbox,
        minor: true,
      },
      {
        label: 'gallery.title',
        path: paths.gallery(),
        icon: areaIcons.gallery,
        minor: true,
      },
    ],
  },
  {
    label: 'nav.help',
    entries: [
      { label: 'nav.helpCentre', path: paths.help(), icon: areaIcons.help, minor: true },
      { label: 'nav.about', path: paths.about(), icon: areaIcons.about, minor: true },
    ],
  },
]

/** List the entries that the account may open; an empty group is left out. */
export function listNavigation(permissions: readonly string[]): NavigationGroup[] {
  return groups
    .map(({ label, entries }) => ({
      label,
      entries: entries.filter(({ path }) => mayOpen(permissions, path)),
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
