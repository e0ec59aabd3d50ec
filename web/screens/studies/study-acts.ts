import { studyState } from '../../../domain/actions/study.ts'
import { studyCalls } from '../../../domain/calls/studies.ts'
import { type StudyFormat, studyFormats } from '../../../domain/entities/study.ts'
import type { Study } from '../../../domain/entities/study.ts'
import { refusesFourEyes } from '../../../domain/rules/analysis.ts'
import { cutName } from '../../../domain/rules/plain-text.ts'
import { call } from '../../client/call.ts'
import { saveFile } from '../../client/save-file.ts'
import { language, t } from '../../i18n/intl.ts'
import type { MenuAction } from '../../parts/menu/Menu.tsx'
import type { Act } from '../../record/act.ts'
import { actorOf } from '../../record/actor.ts'
import { whyNotCall, whyNotSecond, whyNotSigned } from '../../record/rights.ts'
import { account } from '../../state/session.ts'
import { showErrors } from '../../state/show-errors.ts'
import type { StudyDraft } from './use-study-draft.ts'

/** Make the act that archives a study or brings it back. */
export function makeArchiveAct({ uuid, name, status, signature }: Study): Act {
  const state = studyState({ status, signature })
  const verb = state === 'archived' ? 'unarchive' : 'archive'
  const next = state === 'archived' ? 'active' : 'archived'
  const set = async (status: Study['status'], opId: string) => {
    await call(studyCalls.edit, { params: { id: uuid }, body: { status } }, { opId })
  }
  return {
    id: verb,
    label: t(`studies.act.${verb}`),
    hint: t(`studies.hint.${verb}`),
    icon: verb === 'archive' ? 'minus' : 'undo',
    needs: studyCalls.edit.needs,
    why: whyNotCall(studyCalls.edit),
    send: async (opId) => {
      await set(next, opId)
      return t(`studies.done.${verb}`, { name })
    },
    back: async (opId) => {
      await set(status, opId)
      return t(`studies.done.${verb === 'archive' ? 'unarchive' : 'archive'}`, { name })
    },
  }
}

/** Make the act that makes a study with the same runs and settings, such as to change what was signed. */
export function makeCopyAct(study: Study, open: (uuid: string) => void): Act {
  return {
    id: 'copy',
    label: t('studies.act.copy'),
    hint: t('studies.hint.copy'),
    icon: 'copy',
    needs: studyCalls.create.needs,
    why: whyNotCall(studyCalls.create),
    send: async (opId) => {
      const name = cutName(t('studies.copyOf', { name: study.name }), 120)
      const { note, samples, targets, calibrator, inter_run, method, efficiency, confidence } =
        study
      const made = await call(
        studyCalls.create,
        {
          body: {
            name,
            swarm_uuid: study.swarm_uuid,
            runs: study.runs.map(({ analysis_uuid }) => ({ analysis_uuid })),
            note,
            samples,
            targets,
            calibrator,
            inter_run,
            method,
            efficiency,
            confidence,
          },
        },
        { opId },
      )
      open(made.uuid)
      return t('studies.done.copy', { name })
    },
  }
}

/** Make the act that signs a study: only of what is saved, and when all of its runs were loaded. */
export function makeSignAct(
  study: Study,
  draft: Pick<StudyDraft, 'isChanged' | 'why'>,
  isWhole: boolean,
  open: () => void,
): Act {
  const isOpen = studyState(study) === 'active'
  const who = account.value
  const why =
    whyNotSigned(studyCalls.sign) ??
    whyNotSecond(who ? refusesFourEyes(study, actorOf(who)) : false) ??
    (!isOpen
      ? draft.why
      : draft.isChanged
        ? t('studies.why.unsaved')
        : isWhole
          ? null
          : t('studies.why.loading'))
  return {
    id: 'sign',
    label: t('studies.act.sign'),
    icon: 'certificate',
    needs: studyCalls.sign.needs,
    why,
    open,
  }
}

/**
 * List the files of a study, the PDF first, a table of genotypes where it has some. The service writes what is saved, so that
 * changes are saved first.
 */
export function listExports(
  { uuid, name }: Study,
  { isChanged, hasGenotypes }: { isChanged: boolean; hasGenotypes: boolean },
): MenuAction[] {
  const why = whyNotCall(studyCalls.export) ?? (isChanged ? t('studies.why.unsaved') : null)
  const save = async (format: StudyFormat) => {
    const query = { format, language: language.value }
    const file = await call(studyCalls.export, { params: { id: uuid }, query })
    saveFile(file, `${name}.${format}`)
  }
  const formats = studyFormats.filter((format) => format !== 'genotypes' || hasGenotypes)
  return formats.map((format) => ({
    id: format,
    label: t(`studies.export.${format}`),
    icon: 'download',
    disabledReason: why,
    onPress: () => void save(format).catch(showErrors),
  }))
}
