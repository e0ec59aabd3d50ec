import { useCallback } from 'react'
import { auditCalls } from '../../../domain/calls/audit.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { Dialog } from '../../parts/dialog/Dialog.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { Progress } from '../../parts/progress/Progress.tsx'
import { localTime } from '../../state/local-time.ts'
import { useAnswer } from '../../state/use-answer.ts'
import styles from './Audit.module.css'

/** List the newest signed checkpoints of the trail, with the time at which each was kept outside the store. */
export function CheckpointList({ onClose }: { onClose: () => void }) {
  const load = useCallback(
    (signal: AbortSignal) =>
      call(auditCalls.checkpoints, { query: { limit: '50', page: '1' } }, { signal }),
    [],
  )
  const { value, failure } = useAnswer(load)
  return (
    <Dialog
      open
      title={t('trail.checkpoints')}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('parts.close')}</Button>}
    >
      <p>{t('trail.checkpointsText')}</p>
      {failure.length > 0 && <Notice kind="error">{failure.join(' ')}</Notice>}
      {!value && failure.length === 0 && <Progress label={t('parts.loading')} />}
      {value?.total === 0 && <p>{t('trail.state.noCheckpoint')}</p>}
      <ul className={styles.reviews} tabIndex={0} aria-label={t('trail.checkpoints')}>
        {value?.data.map(({ size, at, key, anchored_at }) => (
          <li key={size}>
            <strong>{t('trail.state.checkpoint', { size, at: localTime(at) })}</strong>
            <span>
              {anchored_at
                ? t('trail.anchored', { at: localTime(anchored_at) })
                : t('trail.notAnchored')}
            </span>
            <bdi className={styles.quiet} dir="ltr">
              {key}
            </bdi>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
