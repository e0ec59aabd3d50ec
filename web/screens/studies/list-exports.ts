import { studyCalls, type StudyFormat, studyFormats } from '../../../domain/calls/studies.ts'
import type { Study } from '../../../domain/entities/study.ts'
import { call } from '../../client/call.ts'
import { saveFile } from '../../client/save-file.ts'
import { language, t } from '../../i18n/intl.ts'
import type { MenuAction } from '../../parts/menu/Menu.tsx'
import { whyNotCall } from '../../record/rights.ts'
import { showErrors } from '../../state/show-errors.ts'

/** List the files of a study, the PDF first. The service writes what is saved, so that changes are saved first. */
export function listExports({ uuid, name }: Study, isChanged: boolean): MenuAction[] {
  const why = whyNotCall(studyCalls.export) ?? (isChanged ? t('studies.why.unsaved') : null)
  const save = async (format: StudyFormat) => {
    const query = { format, language: language.value }
    const file = await call(studyCalls.export, { params: { id: uuid }, query })
    saveFile(file, `${name}.${format}`)
  }
  return studyFormats.map((format) => ({
    id: format,
    label: t(`studies.export.${format}`),
    icon: 'download',
    disabledReason: why,
    onPress: () => void save(format).catch(showErrors),
  }))
}
