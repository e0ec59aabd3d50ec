import type { RecallSubject } from '../../../domain/entities/recall.ts'
import { t } from '../../i18n/intl.ts'

/** Say of which kind a recalled calibration is: devices have five, and the same moment may be of several. Null for other things. */
export function sayCalibrationKind(subject: RecallSubject): string | null {
  return subject.kind === 'calibration' ? t(`recall.calibration.${subject.of ?? 'told'}`) : null
}
