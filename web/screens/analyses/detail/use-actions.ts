import { useLocation } from 'wouter'
import type { Analysis } from '../../../../domain/entities/analysis.ts'
import { type AnalysisAction, analysisActions } from '../../../../domain/actions/analysis.ts'
import type { RecallHold } from '../../../../domain/entities/recall.ts'
import { t } from '../../../i18n/intl.ts'
import type { MenuAction } from '../../../parts/menu/Menu.tsx'
import { paths } from '../../../paths.ts'
import { mode } from '../../../state/mode.ts'
import { useRecallHold } from '../../../state/recall-holds.ts'
import { may } from '../../../state/session.ts'
import { useRefusal } from './use-refusal.ts'

/** Dialogs that the page's actions open; the recalculation belongs to the results, which it needs. */
export type OpenDialog =
  | 'validate'
  | 'delete'
  | 'export'
  | 'makeComplete'
  | 'recalculate'
  | 'correct'
  | 'correctPlate'
  | 'certify'
  | 'duplicate'
  | 'migrate'
  | 'hold'
  | 'liftHold'
  | null

/**
 * Return the next step of the record's life as the primary action, and the rest for the menu.
 * @param noFiles why nothing is signed: curves or results are not here.
 */
export function useActions(
  record: Analysis,
  open: (dialog: OpenDialog) => void,
  noFiles: string | null,
): { primary: MenuAction | null; items: MenuAction[] } {
  const all = useListedActions(record, open, noFiles)
  // Offer the report to people whom the profile keeps from the next step.
  const step = nextStep[record.status]
  const barred = step !== null && !may(analysisActions[step].needs)
  const next = barred && record.status !== 'INIT' ? 'report' : step
  const items = listIds(record.status)
    .filter((id) => id !== next)
    .flatMap((id) => all[id] ?? [])
  const chosen = next === null ? null : (all[next] ?? null)
  return {
    primary: chosen,
    items: record.status === 'RUNNING' ? [] : items,
  }
}

/** List the actions that the menu of a record in this status offers, in their order. */
function listIds(status: Analysis['status']): string[] {
  if (status === 'INIT') return ['edit', ...places, 'hold', 'delete']
  // Correct a signed one by another version, and by nothing else.
  const corrections = status === 'VALIDATION' ? ['certify', 'correct'] : ['correctPlate']
  const first = ['validate', 'report', 'recalculate', 'makeComplete']
  return [...first, ...corrections, 'relaunch', ...places, 'hold', 'delete']
}

/** Actions that put a record elsewhere: a plan made from it, and another swarm. */
const places = ['duplicate', 'migrate'] as const

/** Make every action of the page, with the reason where it is not possible now. */
function useListedActions(
  record: Analysis,
  open: (dialog: OpenDialog) => void,
  noFiles: string | null,
): Record<string, MenuAction> {
  const [, goTo] = useLocation()
  const refuse = useRefusal(record)
  // Open the plan without the service too: this machine has it, and what is done there waits to be sent.
  const refusePlan = useRefusal(record, { withoutService: true })
  const { notExported, notCertified } = useOutgoing(record)
  const noCurves = record.curves_hash ? null : t('refusal.no_curves')
  const holding = record.legal_hold ? 'liftHold' : 'hold'
  const edit = () => goTo(`${paths.newAnalysis()}?edit=${record.uuid}`)
  const act = (
    [label, icon]: [label: string, icon: NonNullable<MenuAction['icon']>],
    disabledReason: string | null,
    onPress: () => void,
  ) => ({ label, icon, disabledReason, onPress })
  const acts: Record<string, Omit<MenuAction, 'id'>> = {
    launch: act([t('action.launch'), 'run'], refusePlan('launch'), edit),
    edit: act([t('action.edit'), 'edit'], refusePlan('edit'), edit),
    validate: act([t('action.validate'), 'lock'], refuse('validate') ?? noFiles, () =>
      open('validate'),
    ),
    report: act([t('action.report'), 'download'], notExported, () => open('export')),
    makeComplete: act([t('action.makeComplete'), 'check'], refuse('makeComplete'), () =>
      open('makeComplete'),
    ),
    recalculate: act(
      [t('action.recalculate'), 'refresh'],
      sayRecalculation(refuse('recalculate') ?? noCurves),
      () => open('recalculate'),
    ),
    correct: act([t('action.correct'), 'edit'], refuse('correct'), () => open('correct')),
    correctPlate: act([t('detail.correctPlate.title'), 'plate'], refuse('edit') ?? noCurves, () =>
      open('correctPlate'),
    ),
    certify: act([t('certify.action'), 'review'], notCertified, () => open('certify')),
    relaunch: act([t('action.relaunch'), 'run'], refuse('relaunch'), () =>
      goTo(paths.newAnalysis(record.uuid)),
    ),
    duplicate: act([t('analysis.duplicate.action'), 'copy'], refuse('duplicate'), () =>
      open('duplicate'),
    ),
    migrate: act([t('analysis.move.action'), 'link'], refuse('migrate'), () => open('migrate')),
    ...(may(analysisActions.hold.needs) && {
      hold: act([t(`action.${holding}`), 'lock'], refuse(holding), () => open(holding)),
    }),
    delete: {
      ...act([t('action.delete'), 'trash'], refuse('delete'), () => open('delete')),
      danger: true,
    },
  }
  return Object.fromEntries(Object.entries(acts).map(([id, one]) => [id, { id, ...one }]))
}

/** Return why nothing is exported or certified; for results that a recall holds the dialog of exports has its own reason. */
function useOutgoing(record: Analysis): Record<'notExported' | 'notCertified', string | null> {
  const refuse = useRefusal(record, { openForHolds: true })
  const hold = useRecallHold(record)
  const noResults = record.results.length === 0 ? t('refusal.no_results') : null
  return {
    notExported: refuse('report') ?? noResults,
    notCertified: refuseCertificate(hold),
  }
}

/** Return the reason that no certificate can be requested: the permission, then the network; the edge decides everything else. */
function refuseCertificate(hold: RecallHold | null): string | null {
  if (!may('certificates.create')) return t('refusal.permission_missing')
  if (hold) return t('refusal.recall_hold', { recall: hold.recall_number })
  return mode.value.state === 'offline' ? t('refusal.offline') : null
}

/** Write the reason that a run cannot be recalculated. */
function sayRecalculation(reason: string | null): string | null {
  return reason && t('refusal.recalculate', { reason })
}

const nextStep: Readonly<Record<Analysis['status'], AnalysisAction | null>> = {
  INIT: 'launch',
  RUNNING: null,
  COMPLETE: 'validate',
  INCOMPLETE: 'makeComplete',
  ABORT: 'relaunch',
  VALIDATION: 'report',
}
