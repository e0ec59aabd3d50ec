import { useEffect, useState } from 'react'
import { signTogetherCalls } from '../../../../../domain/calls/sign-together.ts'
import { Fault } from '../../../../../domain/fault.ts'
import { seriesText } from '../../../../../domain/rules/sign-together.ts'
import { call } from '../../../../client/call.ts'
import { errorTexts, faultText } from '../../../../i18n/faults.ts'
import { t } from '../../../../i18n/intl.ts'
import { hashOf } from '../../../../local/blobs.ts'
import { Button } from '../../../../parts/button/Button.tsx'
import { Dialog } from '../../../../parts/dialog/Dialog.tsx'
import { Notice } from '../../../../parts/notice/Notice.tsx'
import { forgetOpened, type OpenedRun } from '../../../../state/opened-runs.ts'
import { resyncRecords } from '../../../../state/records.ts'
import { showToast } from '../../../../state/toasts.ts'
import detail from '../Detail.module.css'
import { SigningFields, useSigningFields } from '../SigningFields.tsx'
import { RunsToSign } from './RunsToSign.tsx'

/** Sign several opened runs by one proof of the person: each is listed with what its signature covers (21 CFR 11.200). */
export function SignTogetherDialog(props: {
  runs: readonly OpenedRun[]
  onClose: () => void
  onSigned: () => void
}) {
  const [runs, setRuns] = useState(props.runs)
  const signing = useSigning(runs, props.onSigned)
  const { fields, refused } = signing
  const { fault, isOfProof } = fields
  return (
    <Dialog
      open
      title={t('together.title', { count: runs.length })}
      role="alertdialog"
      size="large"
      onClose={props.onClose}
      onSubmit={() => void signing.sign()}
      busy={fields.busy}
      actions={
        <>
          <Button onClick={props.onClose}>{t('parts.cancel')}</Button>
          <Button
            type="submit"
            kind="primary"
            icon="lock"
            busy={fields.busy}
            disabledReason={refuseToSign(runs.length, refused.size, signing.hash)}
          >
            {t('together.action', { count: runs.length })}
          </Button>
        </>
      }
    >
      <div className={detail.form}>
        <p>{t('together.text')}</p>
        {refused.size > 0 && <Notice kind="warning">{t('together.refused')}</Notice>}
        <RunsToSign
          runs={runs}
          refused={refused}
          onLeaveOut={(uuid) => {
            setRuns(runs.filter(({ record }) => record.uuid !== uuid))
            signing.leaveOut(uuid)
          }}
        />
        {fault !== null && !isOfProof && refused.size === 0 && (
          <Notice kind="error">{errorTexts(fault).join(' ')}</Notice>
        )}
        <SigningFields signing={fields} />
      </div>
    </Dialog>
  )
}

/** Return why the runs cannot be signed yet; null if they can. */
function refuseToSign(count: number, refused: number, hash: string): string | null {
  if (count < 2) return t('together.few')
  if (refused > 0) return t('together.refused')
  return hash ? null : t('parts.loading')
}

/** Send the signatures over the list of runs, and keep what was wrong with which run. */
function useSigning(runs: readonly OpenedRun[], onSigned: () => void) {
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map())
  const hash = useSeriesHash(runs)
  const fields = useSigningFields(hash)
  const sign = () => {
    const series = listSeries(runs)
    return fields.sign(
      async (body, opId) => {
        const signed = await call(
          signTogetherCalls.sign,
          { body: { ...body, runs: series } },
          { opId },
        )
        fields.keepMeaning()
        forgetOpened(signed.map(({ uuid }) => uuid))
        resyncRecords()
        showToast('done', t('together.done', { count: signed.length }))
        onSigned()
      },
      (failure) => setRefused(listRefused(failure, series)),
    )
  }
  const leaveOut = (uuid: string) => {
    setRefused(new Map([...refused].filter(([one]) => one !== uuid)))
    fields.forgetFault()
  }
  return { fields, hash, refused, leaveOut, sign }
}

const listSeries = (runs: readonly OpenedRun[]) =>
  runs.map(({ record: { uuid }, record_hash }) => ({ uuid, record_hash }))

/** Return the hash of the list, which a proof at the provider is bound to; empty until it is made. */
function useSeriesHash(runs: readonly OpenedRun[]): string {
  const [made, setMade] = useState({ hash: '', runs })
  useEffect(() => {
    let gone = false
    const text = new TextEncoder().encode(seriesText(listSeries(runs)))
    void hashOf(text).then((hash) => gone || setMade({ hash, runs }))
    return () => {
      gone = true
    }
  }, [runs])
  return made.runs === runs ? made.hash : ''
}

/** Return what the service said about each run, by its uuid: `runs.3` is the fourth of those that were sent. */
function listRefused(
  failure: unknown,
  series: readonly { uuid: string }[],
): ReadonlyMap<string, string> {
  if (!(failure instanceof Fault)) return new Map()
  return new Map(
    failure.details.flatMap((refusal) => {
      const [, index] = /^runs\.(\d+)/.exec(refusal.field ?? '') ?? []
      const run = index === undefined ? undefined : series[Number(index)]
      return run ? [[run.uuid, faultText(refusal)] as const] : []
    }),
  )
}
