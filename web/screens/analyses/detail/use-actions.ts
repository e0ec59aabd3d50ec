import { useLocation } from 'wouter'
import type { Analysis } from '../../../../domain/entities/analysis.ts'
import { type AnalysisAction, analysisActions } from '../../../../domain/actions/analysis.ts'
import type { RecallHold } from '../../../../domain/entities/recall.ts'
import { t } from '../../../i18n/intl.ts'
import type { MenuAction } from '../../../parts/menu/Menu.tsx'
import type { PageAction } from '../../../parts/page/Page.tsx'
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
  | 'migrate'
  | 'duplicate'
  | null

/**
 * Return the next step of the record's life as the primary action, and the rest for the menu.
 * @param noFiles why nothing is signed: curves or results are not here.
 */
export function useActions(
  record: Analysis,
  open: (dialog: OpenDialog) => void,
  noFiles: string | null,
): { primary: PageAction | null; items: MenuAction[] } {
  const [, goTo] = useLocation()
  const refuse = useRefusal(record)
  // Both open the plan, which this machine has: what is done there without the service waits to be sent.
  const refusePlan = useRefusal(record, { withoutService: true })
  const { notExported, notCertified } = useOutgoing(record)
  const edit = () => goTo(`${paths.newAnalysis()}?edit=${record.uuid}`)
  const all: Record<string, MenuAction> = {
    launch: {
      id: 'launch',
      label: t('action.launch'),
      icon: 'run',
      disabledReason: refusePlan('launch'),
      onPress: edit,
    },
    edit: {
      id: 'edit',
      label: t('action.edit'),
      icon: 'edit',
      disabledReason: refusePlan('edit'),
      onPress: edit,
    },
    validate: {
      id: 'validate',
      label: t('action.validate'),
      icon: 'lock',
      disabledReason: refuse('validate') ?? noFiles,
      onPress: () => open('validate'),
    },
    report: {
      id: 'report',
      label: t('action.report'),
      icon: 'download',
      disabledReason: notExported,
      onPress: () => open('export'),
    },
    makeComplete: {
      id: 'makeComplete',
      label: t('action.makeComplete'),
      icon: 'check',
      disabledReason: refuse('makeComplete'),
      onPress: () => open('makeComplete'),
    },
    recalculate: {
      id: 'recalculate',
      label: t('action.recalculate'),
      icon: 'refresh',
      disabledReason: sayRecalculation(
        refuse('recalculate') ?? (record.curves_hash ? null : t('refusal.no_curves')),
      ),
      onPress: () => open('recalculate'),
    },
    correct: {
      id: 'correct',
      label: t('action.correct'),
      icon: 'edit',
      disabledReason: refuse('correct'),
      onPress: () => open('correct'),
    },
    correctPlate: {
      id: 'correctPlate',
      label: t('detail.correctPlate.title'),
      icon: 'plate',
      disabledReason: refuse('edit') ?? (record.curves_hash ? null : t('refusal.no_curves')),
      onPress: () => open('correctPlate'),
    },
    certify: {
      id: 'certify',
      label: t('certify.action'),
      icon: 'review',
      disabledReason: notCertified,
      onPress: () => open('certify'),
    },
    relaunch: {
      id: 'relaunch',
      label: t('action.relaunch'),
      icon: 'run',
      disabledReason: refuse('relaunch'),
      onPress: () => goTo(paths.newAnalysis(record.uuid)),
    },
    ...listPlaces(refuse, open),
    delete: {
      id: 'delete',
      label: t('action.delete'),
      icon: 'trash',
      danger: true,
      disabledReason: refuse('delete'),
      onPress: () => open('delete'),
    },
  }
  // Whom the profile keeps from the next step has the report as theirs.
  const step = nextStep[record.status]
  const barred = step !== null && !may(analysisActions[step].needs)
  const next = barred && record.status !== 'INIT' ? 'report' : step
  const items = listActions(record.status)
    .filter((id) => id !== next)
    .flatMap((id) => all[id] ?? [])
  const chosen = next === null ? null : (all[next] ?? null)
  return {
    primary: chosen,
    items: record.status === 'RUNNING' ? [] : items,
  }
}

/** List the actions of a status, in the order of the menu. */
function listActions(status: Analysis['status']): readonly string[] {
  if (status === 'INIT') return ['edit', ...places, 'delete']
  // A signed one is corrected by another version, and by nothing else.
  const change = status === 'VALIDATION' ? ['certify', 'correct'] : ['correctPlate']
  const first = ['validate', 'report', 'recalculate', 'makeComplete']
  return [...first, ...change, 'relaunch', ...places, 'delete']
}

const places = ['duplicate', 'migrate'] as const

/** List what makes a plan of it, and what puts it into another swarm. */
function listPlaces(
  refuse: ReturnType<typeof useRefusal>,
  open: (dialog: OpenDialog) => void,
): Record<'duplicate' | 'migrate', MenuAction> {
  return {
    duplicate: {
      id: 'duplicate',
      label: t('analysis.duplicate.action'),
      icon: 'copy',
      disabledReason: refuse('duplicate'),
      onPress: () => open('duplicate'),
    },
    migrate: {
      id: 'migrate',
      label: t('analysis.move.action'),
      icon: 'link',
      disabledReason: refuse('migrate'),
      onPress: () => open('migrate'),
    },
  }
}

/** Return the reason that no certificate can be requested: the permission, then the network; the edge decides everything else. */
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
