import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { EffectOnRun } from '../../../../domain/calls/calibrations.ts'
import { recallCalls } from '../../../../domain/calls/recalls.ts'
import type { Calibration } from '../../../../domain/entities/calibration.ts'
import { isReason } from '../../../../domain/rules/plain-text.ts'
import { call } from '../../../client/call.ts'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { FormDialog } from '../../../parts/dialog/FormDialog.tsx'
import { TextAreaField } from '../../../parts/form/TextAreaField.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { paths } from '../../../paths.ts'
import { whyNotCall } from '../../../record/rights.ts'
import { localTime } from '../../../state/local-time.ts'
import { showToast } from '../../../state/toasts.ts'
import { useSending } from '../../../state/use-sending.ts'
import styles from './Calibration.module.css'
import { type Effect, useEffectOf } from './use-effect-of.ts'

/** Changed results of one run that are written out; more are counted. */
const mostShown = 6

/** Say which results since the last calibration this one would change, and offer to recall what was measured by that one. */
export function EffectSection({ record }: { record: Calibration }) {
  const { ask, ...effect } = useEffectOf(record.uuid)
  const [isRecalling, setRecalling] = useState(false)
  const { of, runs, isWorking, failure } = effect
  const changed = runs.filter(({ calls }) => (calls ?? 0) > 0)
  return (
    <div className={styles.effect}>
      <div className={styles.acts}>
        <Button
          icon="refresh"
          disabledReason={isWorking ? t('calibration.effect.working') : null}
          onClick={ask}
        >
          {t('calibration.effect.ask')}
        </Button>
        {of && (
          <p role="status" className={styles.quiet}>
            {t('calibration.effect.done', { done: runs.length, total: of.total })}
          </p>
        )}
      </div>
      {failure.length > 0 && <Notice kind="error">{failure.join(' ')}</Notice>}
      {of && <Verdict effect={effect} changed={changed} />}
      {changed.length > 0 && (
        <ul className={styles.effects}>
          {changed.map((run) => (
            <li key={run.analysis_uuid}>
              <ChangedRun run={run} />
            </li>
          ))}
        </ul>
      )}
      {of && of.from !== null && changed.length > 0 && (
        <div className={styles.acts}>
          <Button
            icon="warning"
            disabledReason={whyNotCall(recallCalls.create)}
            onClick={() => setRecalling(true)}
          >
            {t('calibration.effect.recall')}
          </Button>
        </div>
      )}
      {isRecalling && of?.from && (
        <RecallDialog
          record={record}
          term={{ from: of.from, until: of.until }}
          onClose={() => setRecalling(false)}
        />
      )}
    </div>
  )
}

/** Sum up what was calculated: never call it clean while runs are left, hidden or could not be calculated. */
function Verdict({ effect, changed }: { effect: Effect; changed: readonly EffectOnRun[] }) {
  const { of, runs, isWorking } = effect
  if (!of) return null
  const unread = runs.filter(({ calls }) => calls === null).length
  const assumed = runs.filter((run) => run.assumed).length
  const isWhole = !isWorking && effect.failure.length === 0 && unread === 0 && of.hidden === 0
  return (
    <>
      {of.total === 0 && <p className={styles.quiet}>{t('calibration.effect.noRuns')}</p>}
      {changed.length > 0 && (
        <Notice kind="warning">{t('calibration.effect.some', { count: changed.length })}</Notice>
      )}
      {changed.length === 0 && isWhole && of.total > 0 && (
        <Notice kind="done">{t('calibration.effect.none')}</Notice>
      )}
      {unread > 0 && (
        <Notice kind="warning">{t('calibration.effect.unread', { count: unread })}</Notice>
      )}
      {of.hidden > 0 && (
        <Notice kind="info">{t('calibration.effect.hidden', { count: of.hidden })}</Notice>
      )}
      {of.total > 0 && (
        <p className={styles.quiet}>
          {t(`calibration.effect.how.${of.kind}`)}
          {assumed > 0 && ` ${t('calibration.effect.assumed', { count: assumed })}`}
        </p>
      )}
    </>
  )
}

function ChangedRun({ run }: { run: EffectOnRun }) {
  const shown = run.changes.slice(0, mostShown)
  const left = (run.calls ?? 0) - shown.length
  const word = (call: EffectOnRun['changes'][number]['from']) => (call ? t(`call.${call}`) : '–')
  return (
    <>
      <Link href={paths.analysis(run.analysis_uuid)}>
        <bdi>{run.name}</bdi>
      </Link>{' '}
      <span className={styles.quiet}>{localTime(run.started_at, 'minute')}</span>
      <ul className={styles.quiet}>
        {shown.map(({ well, target, from, to }) => (
          <li key={`${well} ${target}`}>
            {t('calibration.effect.change', { well, target, from: word(from), to: word(to) })}
          </li>
        ))}
        {left > 0 && <li>{t('calibration.moreFindings', { count: left })}</li>}
      </ul>
    </>
  )
}

/** Recall what was measured by the calibration before, with a reason. */
function RecallDialog(props: {
  record: Calibration
  term: { from: string; until: string | null }
  onClose: () => void
}) {
  const { record, term, onClose } = props
  const [, navigate] = useLocation()
  const [reason, setReason] = useState('')
  const sending = useSending(['reason'])
  const submit = async () => {
    const { device_uuid, kind } = record
    const body = {
      subject: { kind: 'calibration', device_uuid, ...term, of: kind } as const,
      reason: reason.trim(),
    }
    const open = async (opId: string) => {
      const { uuid, number } = await call(recallCalls.create, { body }, { opId })
      showToast('done', t('calibration.effect.recalled', { number }))
      navigate(paths.recall(uuid))
    }
    await sending.send(isReason(reason), open, body)
  }
  const error = sending.tried && !isReason(reason) ? t('record.reasonMissing') : null
  return (
    <FormDialog
      title={t('calibration.effect.recallTitle')}
      submit={t('calibration.effect.recallIt')}
      sending={sending}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p>{t('calibration.effect.recallText', { from: localTime(term.from, 'minute') })}</p>
      <TextAreaField
        label={t('calibration.effect.reason')}
        required
        rows={2}
        maxLength={500}
        value={reason}
        error={sending.refused['reason'] ?? error}
        onChange={(next) => {
          sending.forget('reason')
          setReason(next)
        }}
      />
    </FormDialog>
  )
}
