import { canonicalJson } from '../canonical.ts'
import type { Analysis, AnalysisStatus } from '../entities/analysis.ts'
import {
  type Recall,
  type RecallSubject,
  type StateCounts,
  type ToldCompany,
  type TouchedState,
  touchedStates,
} from '../entities/recall.ts'
import { lotKey } from './lot-stops.ts'

/** Fields of an analysis that say what it was run with: the launch and the trail name them. */
export type RunFacts = Partial<Pick<Analysis, 'kit' | 'device_uuid' | 'started_at'>> & {
  method?: Pick<Analysis['method'], 'recipe_uuid' | 'recipe_version' | 'evaluation'>
}

/** Tell if an analysis was run, or is planned, with the recalled thing. */
export function isTouched(subject: RecallSubject, run: RunFacts): boolean {
  switch (subject.kind) {
    case 'lot':
      return run.kit?.bkit_uuid === subject.bkit_uuid && lotKey(run.kit.lot) === lotKey(subject.lot)
    case 'device':
      return run.device_uuid === subject.device_uuid
    case 'recipe':
      return (
        run.method?.recipe_uuid === subject.recipe_uuid &&
        run.method.recipe_version === subject.version
      )
    case 'calibration': {
      if (run.device_uuid !== subject.device_uuid || !run.started_at) return false
      const { from, until } = subject
      return run.started_at >= from && (until === null || run.started_at < until)
    }
    case 'dye_calibration':
      return (
        run.method?.evaluation.compensation?.from?.calibration_uuid === subject.calibration_uuid
      )
  }
}

/** Return the record that every run with the recalled thing names, by which candidates are found. */
export function namedRecord(subject: RecallSubject): string {
  switch (subject.kind) {
    case 'lot':
      return subject.bkit_uuid
    case 'recipe':
      return subject.recipe_uuid
    case 'device':
    case 'calibration':
      return subject.device_uuid
    case 'dye_calibration':
      return subject.calibration_uuid
  }
}

const stateOfStatus: Readonly<Record<AnalysisStatus, TouchedState>> = {
  INIT: 'planned',
  RUNNING: 'running',
  ABORT: 'ended_early',
  INCOMPLETE: 'ended_early',
  COMPLETE: 'to_review',
  VALIDATION: 'signed',
}

/** Return the furthest state that an analysis has come to. */
export function touchedState(
  status: AnalysisStatus,
  { deleted, reports, certified }: { deleted: boolean; reports: number; certified: boolean },
): TouchedState {
  if (deleted) return 'deleted'
  if (certified) return 'certified'
  return status === 'VALIDATION' && reports > 0 ? 'reported' : stateOfStatus[status]
}

export function countStates(states: readonly TouchedState[]): StateCounts {
  const counts = Object.fromEntries(touchedStates.map((state) => [state, 0])) as StateCounts
  for (const state of states) counts[state] += 1
  return counts
}

/**
 * Steps that a study with touched runs needs. `copy`: a signed one never changes, so a copy without the runs, or with their
 * corrections, is signed in its place. `change`: one that is not signed leaves the runs out. `repeat`: every run is
 * touched, so that they are run again.
 */
export const studyTodos = ['copy', 'change', 'repeat'] as const
export type StudyTodo = (typeof studyTodos)[number]

/** Return the step that a study needs: with all runs touched there is nothing to leave out. */
export function studyTodo({
  signed,
  touched,
  runs,
}: {
  signed: boolean
  touched: number
  runs: number
}): StudyTodo {
  if (touched === runs) return 'repeat'
  return signed ? 'copy' : 'change'
}

/**
 * Name what becomes of a file of a run that a recall holds: results go to people and systems who act on them; curves, archives and sheets
 * of devices serve the investigation.
 */
export type WhileHeld = 'refused' | 'given'

/**
 * Steps that a file needs which was handed out. `answer`: the laboratory system keeps the results until it has the answer of a
 * corrected run. `replace`: the people who have the file are asked not to use it.
 */
export const fileTodos = ['answer', 'replace'] as const

export function fileTodo(format: string): (typeof fileTodos)[number] {
  return format === 'hl7' || format === 'fhir' ? 'answer' : 'replace'
}

/** Spell a list of touched analyses for its hash, the same whatever order they were found in. */
export function spellTouched(
  rows: readonly { analysis_uuid: string; state: TouchedState }[],
): string {
  return canonicalJson(rows.map(({ analysis_uuid, state }) => `${analysis_uuid} ${state}`).sort())
}

/** List the companies of a recall that were not reached yet; an erased one never will be. */
export function listWaiting({ told = [] }: Pick<Recall, 'told'>): ToldCompany[] {
  return told.filter((one) => one.told_at === null && one.erased_at === undefined)
}
