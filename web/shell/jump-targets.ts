import { certificateActions } from '../../domain/actions/certificate.ts'
import type { Device } from '../../domain/entities/device.ts'
import { can } from '../../domain/permissions.ts'
import { foldText, hasWords, searchWords } from '../../domain/rules/fold-text.ts'
import { t } from '../i18n/intl.ts'
import type { AnalysisRow } from '../local/list-rows.ts'
import { areaIcons } from '../parts/icon/area-icons.ts'
import type { IconName } from '../parts/icon/icon-paths.ts'
import { paths, recordPath } from '../paths.ts'
import { topics } from '../screens/help/topics.ts'
import type { PageAct } from '../state/page-actions.ts'
import { mayOpen } from './may-open.ts'
import { listNavigation } from './navigation.ts'

/** Something that can be gone to, or done, by its name. */
export interface JumpTarget {
  id: string
  kind:
    | 'page'
    | 'analysis'
    | 'device'
    | 'person'
    | 'certificate'
    | 'report'
    | 'message'
    | 'record'
    | 'help'
    | 'action'
  name: string
  /** Detail that distinguishes two of the same name. */
  note?: string
  /** List that a record is in: a recipe, its protocol and its programme often have one name. */
  list?: string
  icon: IconName
  path: string | null
  /** Done on the page on show, instead of going somewhere. */
  run?: () => void
}

/** A record of another kind, with what tells two of a name apart. */
export interface NamedRecord {
  kind: string
  uuid: string
  name: string
  note?: string
  /** Shown in place, as a received message is, instead of on a page. */
  run?: () => void
}

/** Words and pictures of kinds that are more than a record. */
const looks: Readonly<Record<string, Pick<JumpTarget, 'kind' | 'icon'>>> = {
  user: { kind: 'person', icon: areaIcons.users },
  certificate: { kind: 'certificate', icon: areaIcons.certificates },
  report: { kind: 'report', icon: areaIcons.reports },
  notification: { kind: 'message', icon: areaIcons.notifications },
  message: { kind: 'message', icon: 'bell' },
}

/** Lists of other records. */
const lists = {
  swarm: { name: 'swarms.title', icon: areaIcons.swarms },
  recipe: { name: 'nav.recipes', icon: areaIcons.recipes },
  protocol: { name: 'nav.protocols', icon: areaIcons.protocols },
  application: { name: 'nav.applications', icon: areaIcons.applications },
  process_recipe: { name: 'nav.processRecipes', icon: areaIcons.processRecipes },
  evaluation_recipe: { name: 'nav.evaluationRecipes', icon: areaIcons.evaluationRecipes },
  bkit: { name: 'material.kits', icon: areaIcons.kits },
} as const

const hasList = (kind: string): kind is keyof typeof lists => Object.hasOwn(lists, kind)

/** Return the address of a certificate: its page for people who may edit it, else beside the list. */
function certificatePath(uuid: string, permissions: readonly string[]): string {
  return can(permissions, certificateActions.edit.needs)
    ? paths.certificate(uuid)
    : `${paths.certificates()}?certificate=${uuid}`
}

/** Pages on which something new is made: they are in no menu. */
const makers = [
  { label: 'methods.protocol.new', path: paths.newProtocol() },
  { label: 'methods.recipe.new', path: paths.newRecipe() },
  { label: 'methods.process.new', path: paths.newProcessRecipe() },
  { label: 'evaluation.new', path: paths.newEvaluationRecipe() },
  { label: 'methods.templates.title', path: paths.templates() },
  { label: 'messages.new', path: paths.newNotification() },
] as const

/** Number of targets shown of each kind: few enough to read at once. */
const shownOfKind = 6

/** List every page that the account may open, every record on this machine, and what may be done. */
export function listTargets(
  permissions: readonly string[],
  analyses: readonly AnalysisRow[],
  devices: readonly Device[],
  acts: readonly PageAct[] = [],
  records: readonly NamedRecord[] = [],
): JumpTarget[] {
  const pages = listNavigation(permissions)
    .flatMap(({ entries }) => entries)
    .map(({ label, icon, path }): JumpTarget => ({
      id: path,
      kind: 'page',
      name: t(label),
      icon,
      path,
    }))
  const me: JumpTarget = { id: 'me', kind: 'page', name: t('me.title'), icon: 'user', path: '/me' }
  const sync: JumpTarget = {
    id: 'sync',
    kind: 'page',
    name: t('sync.title'),
    icon: 'refresh',
    path: paths.sync(),
  }
  return [
    ...acts.map((act): JumpTarget => ({ ...act, kind: 'action', path: null })),
    ...pages,
    ...makers
      .filter(({ path }) => mayOpen(permissions, path))
      .map(({ label, path }): JumpTarget => {
        return { id: path, kind: 'action', name: t(label), icon: 'plus', path }
      }),
    me,
    sync,
    ...analyses.map(({ uuid, name, recipe_name, created_at }): JumpTarget => ({
      id: uuid,
      kind: 'analysis',
      name,
      note: `${recipe_name} · ${created_at.slice(0, 10)}`,
      icon: 'curve',
      path: paths.analysis(uuid),
    })),
    ...devices.map(({ uuid, name, hostname }): JumpTarget => ({
      id: uuid,
      kind: 'device',
      name,
      note: hostname ?? '',
      icon: 'device',
      path: `${paths.devices()}?device=${uuid}`,
    })),
    ...records.flatMap(({ kind, uuid, name, note = '', run }): JumpTarget[] => {
      const path =
        kind === 'certificate' ? certificatePath(uuid, permissions) : recordPath(kind, uuid)
      if (path === null && !run) return []
      const list = hasList(kind) && { list: t(lists[kind].name), icon: lists[kind].icon }
      const look = (Object.hasOwn(looks, kind) && looks[kind]) || { kind: 'record', icon: 'list' }
      return [{ id: uuid, name, note, path, ...look, ...list, ...(run && { run }) }]
    }),
    ...topics.map(({ id, title }): JumpTarget => ({
      id: `help-${id}`,
      kind: 'help',
      name: t(title),
      icon: 'help',
      path: paths.help(id),
    })),
    { id: 'sign-out', kind: 'action', name: t('top.signOut'), icon: 'lock', path: null },
  ]
}

/** Find those whose name or note has every word; names that begin with the text first. Without words what the page on show offers, then the pages. */
export function findTargets(targets: readonly JumpTarget[], wanted: string): JumpTarget[] {
  const text = foldText(wanted.trim())
  if (text === '') {
    return targets.filter(({ kind, run }) => kind === 'page' || (kind === 'action' && run))
  }
  const words = searchWords(wanted)
  const fits = targets.filter(({ name, note }) =>
    hasWords(foldText(`${name} ${note ?? ''}`), words),
  )
  const rank = ({ name }: JumpTarget) => (foldText(name).startsWith(text) ? 0 : 1)
  const counts = new Map<string, number>()
  return fits
    .toSorted((a, b) => rank(a) - rank(b))
    .filter(({ kind }) => {
      const count = (counts.get(kind) ?? 0) + 1
      counts.set(kind, count)
      return count <= shownOfKind
    })
}
