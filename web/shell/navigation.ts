import type { MessageKey } from '../i18n/text-files.ts'
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
  { label: null, entries: [{ label: 'nav.home', path: paths.home(), icon: 'home' }] },
  {
    label: 'nav.run',
    entries: [
      {
        label: 'nav.new',
        short: 'nav.newShort',
        path: paths.newAnalysis(),
        icon: 'run',
      },
      { label: 'nav.analyses', path: paths.analyses(), icon: 'list' },
      { label: 'nav.results', path: paths.results(), icon: 'curve' },
      {
        label: 'nav.studies',
        path: paths.studies(),
        icon: 'bars',
        minor: true,
      },
      { label: 'nav.devices', path: paths.devices(), icon: 'device' },
      {
        label: 'nav.bkernels',
        path: paths.bkernels(),
        icon: 'chip',
        minor: true,
      },
      {
        label: 'nav.alarms',
        path: paths.alarms(),
        icon: 'bell',
        minor: true,
      },
      {
        label: 'nav.reviewer',
        short: 'nav.reviewerShort',
        path: paths.reviewer(),
        icon: 'review',
      },
      {
        label: 'nav.certificates',
        path: paths.certificates(),
        icon: 'certificate',
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
        minor: true,
      },
      {
        label: 'nav.recipes',
        path: paths.recipes(),
        icon: 'method',
        minor: true,
      },
      {
        label: 'nav.globalRecipes',
        path: paths.globalRecipes(),
        icon: 'globe',
        minor: true,
      },
      {
        label: 'nav.applications',
        path: paths.applications(),
        icon: 'apps',
        minor: true,
      },
      {
        label: 'nav.processRecipes',
        path: paths.processRecipes(),
        icon: 'profile',
        minor: true,
      },
      {
        label: 'nav.evaluationRecipes',
        path: paths.evaluationRecipes(),
        icon: 'threshold',
        minor: true,
      },
      {
        label: 'nav.dyeCalibrations',
        path: paths.dyeCalibrations(),
        icon: 'dyes',
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
        minor: true,
      },
      {
        label: 'material.lots',
        path: paths.lots(),
        icon: 'label',
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
        minor: true,
      },
      {
        label: 'recall.title',
        path: paths.recalls(),
        icon: 'recall',
        minor: true,
      },
      {
        label: 'nav.trail',
        path: paths.audit(),
        icon: 'trail',
        minor: true,
      },
      {
        label: 'nav.trailReview',
        path: paths.auditReview(),
        icon: 'inspect',
        minor: true,
      },
    ],
  },
  {
    label: 'nav.organisation',
    entries: [
      { label: 'nav.users', path: paths.users(), icon: 'people' },
      {
        label: 'swarms.title',
        path: paths.swarms(),
        icon: 'swarm',
        minor: true,
      },
      {
        label: 'rights.title',
        path: paths.permissions(),
        icon: 'lock',
        minor: true,
      },
      {
        label: 'nav.ownCompany',
        path: paths.ownCompany(),
        icon: 'company',
        minor: true,
      },
      {
        label: 'nav.companies',
        path: paths.companies(),
        icon: 'companies',
        minor: true,
      },
      {
        label: 'nav.partners',
        path: paths.partners(),
        icon: 'link',
        minor: true,
      },
      {
        label: 'nav.attributes',
        path: paths.contextAttributes(),
        icon: 'adjust',
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
        icon: 'message',
        minor: true,
      },
      {
        label: 'nav.emails',
        path: paths.emails(),
        icon: 'mail',
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
        minor: true,
      },
      {
        label: 'gallery.title',
        path: paths.gallery(),
        icon: 'columns',
        minor: true,
      },
    ],
  },
  {
    label: 'nav.help',
    entries: [
      { label: 'nav.helpCentre', path: paths.help(), icon: 'help', minor: true },
      { label: 'nav.about', path: paths.about(), icon: 'info', minor: true },
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
