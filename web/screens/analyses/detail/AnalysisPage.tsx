import { type ReactNode, useState } from 'react'
import { useLocation } from 'wouter'
import { analysisCalls } from '../../../../domain/calls/analysis.ts'
import { retentionCalls } from '../../../../domain/calls/retention.ts'
import { type Analysis, type Signature, hasEnded } from '../../../../domain/entities/analysis.ts'
import { call } from '../../../client/call.ts'
import { formatDateTime } from '../../../i18n/format.ts'
import { whoCarriesOn } from '../../../entities/analysis/who-carries-on.ts'
import { t } from '../../../i18n/intl.ts'
import { useSingleKeys } from '../../../parts/keys/use-single-keys.ts'
import { Menu, type MenuAction } from '../../../parts/menu/Menu.tsx'
import { Page } from '../../../parts/page/Page.tsx'
import { paths } from '../../../paths.ts'
import { resyncRecords } from '../../../state/records.ts'
import { useDeviceName } from '../../../state/device-names.ts'
import { onlyHere } from '../../../state/outbox.ts'
import { usePageName } from '../../../state/page-name.ts'
import { singleKeys } from '../../../state/single-keys.ts'
import { account } from '../../../state/session.ts'
import { AnalysisStatusBadge } from '../shared/AnalysisStatusBadge.tsx'
import {
  CertifyDialog,
  CorrectPlateDialog,
  ExportDialog,
  DuplicateForm,
  InitView,
  MoveDialog,
  ReasonDialog,
  RunView,
  ValidateDialog,
} from './later.tsx'
import { AuditBeside } from './review/AuditBeside.tsx'
import { RunEndVoice } from './running/RunEndVoice.tsx'
import { useKeptFocus } from './running/use-kept-focus.ts'
import { HoldNotice } from './review/HoldNotice.tsx'
import { NotReleased } from './review/NotReleased.tsx'
import { VersionNotice } from './review/VersionNotice.tsx'
import { SigningNote } from './review/SigningNote.tsx'
import { ResultsView } from './ResultsView.tsx'
import { type OpenDialog, useActions } from './use-actions.ts'
import { makeUuid } from '../../../client/make-uuid.ts'
import { Icon } from '../../../parts/icon/Icon.tsx'
import detail from './Detail.module.css'
import styles from './Signature.module.css'

/** Show an analysis: person, time and device, the next step of its life, and the view that fits its state. */
export function AnalysisPage({ record }: { record: Analysis }) {
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const [noFiles, setNoFiles] = useState<string | null>(null)
  const { primary, items } = useActions(record, setDialog, noFiles)
  const device = useDeviceName()(record)
  const facts = useFacts(record, device)
  useSigningKey(dialog === null ? [primary, ...items] : [])
  usePageName(record.name)
  useKeptFocus(record.status)
  const close = () => setDialog(null)
  return (
    <Page
      title={record.name}
      state={<AnalysisStatusBadge status={record.status} />}
      facts={facts}
      primary={primary}
      menu={<Menu items={items} />}
      isDense
    >
      <RunEndVoice status={record.status} />
      {record.signature && <SignatureLine signature={record.signature} />}
      <VersionNotice record={record} />
      <HoldNotice record={record} />
      <NotReleased record={record} />
      <SigningNote record={record} />
      {record.status === 'INIT' && <InitView record={record} />}
      {record.status === 'RUNNING' && <RunView record={record} />}
      {hasEnded(record.status) && (
        <AuditBeside record={record}>
          <ResultsView
            record={record}
            recalculating={dialog === 'recalculate'}
            onRecalculated={close}
            onFiles={setNoFiles}
          />
        </AuditBeside>
      )}
      {dialog === 'export' && <ExportDialog record={record} onClose={close} />}
      {dialog === 'correctPlate' && <CorrectPlateDialog record={record} onClose={close} />}
      {dialog === 'certify' && <CertifyDialog record={record} onClose={close} />}
      {dialog === 'validate' && <ValidateDialog record={record} onClose={close} />}
      {dialog === 'migrate' && <MoveDialog record={record} onClose={close} />}
      {dialog === 'duplicate' && <DuplicateForm record={record} onClose={close} />}
      <Decision record={record} dialog={dialog} onClose={close} />
    </Page>
  )
}

/** Let the key S sign, where the page offers it and nothing is against it. */
function useSigningKey(actions: readonly (MenuAction | null)[]): void {
  const signs = actions.find((one) => one?.id === 'validate' && !one.disabledReason)
  useSingleKeys(singleKeys.value, signs ? { s: () => signs.onPress() } : {})
}

/** List who made it, where and when, and what it was made of, for the line under its name. */
function useFacts(record: Analysis, device: string | null): ReactNode[] {
  const zone = account.value?.preferences.timezone
  const began = record.started_at ?? record.created_at
  return [
    ...(onlyHere.value.has(record.uuid) ? [t('detail.onlyHere')] : []),
    whoCarriesOn(record),
    ...(device ? [<bdi key="device">{device}</bdi>] : []),
    <time key="time" dateTime={began}>
      {formatDateTime(began, zone)}
    </time>,
    ...(record.kit
      ? [<bdi key="kit">{t('detail.kit', { name: record.kit.name, lot: record.kit.lot })}</bdi>]
      : []),
    ...(record.instrument
      ? [
          <bdi key="instrument">
            {t('detail.instrument', {
              name: record.instrument.name,
              serial: record.instrument.serial_no,
            })}
          </bdi>,
        ]
      : []),
    ...(record.source
      ? [<bdi key="source">{t('detail.source', { file: record.source.file_name })}</bdi>]
      : []),
    ...(record.source?.origin ? [<bdi key="origin">{originOf(record.source.origin)}</bdi>] : []),
  ]
}

/** Ask for the reason of a decision about the whole analysis, and send it. */
function Decision(props: { record: Analysis; dialog: OpenDialog; onClose: () => void }) {
  const { record, dialog, onClose } = props
  const [, goTo] = useLocation()
  const order = (reason: string) =>
    [{ params: { id: record.uuid }, body: { reason } }, { opId: makeUuid() }] as const
  switch (dialog) {
    case 'delete':
      return (
        <ReasonDialog
          {...{ record, onClose }}
          decision="delete"
          title={t('delete.title')}
          text={t('delete.text', { name: record.name })}
          action={t('delete.action')}
          danger
          onDecide={async (reason) => {
            await call(analysisCalls.delete, ...order(reason))
            resyncRecords()
            goTo(paths.analyses())
          }}
        />
      )
    case 'correct':
      return (
        <ReasonDialog
          {...{ record, onClose }}
          decision="correct"
          title={t('correct.title')}
          text={t('correct.text')}
          action={t('correct.action')}
          onDecide={async (reason) => {
            const made = await call(analysisCalls.correct, ...order(reason))
            resyncRecords()
            goTo(paths.analysis(made.uuid))
          }}
        />
      )
    case 'hold':
    case 'liftHold':
      return (
        <ReasonDialog
          {...{ record, onClose }}
          decision={dialog}
          title={t(`${dialog}.title`)}
          text={t(`${dialog}.text`)}
          action={t(`action.${dialog}`)}
          onDecide={async (reason) => {
            const [parts, options] = order(reason)
            const body = { on: dialog === 'hold', reason }
            await call(retentionCalls.holdAnalysis, { ...parts, body }, options)
            resyncRecords()
            onClose()
          }}
        />
      )
    case 'makeComplete':
      return (
        <ReasonDialog
          {...{ record, onClose }}
          decision="makeComplete"
          title={t('makeComplete.title')}
          text={t('makeComplete.text')}
          action={t('makeComplete.action')}
          onDecide={async (reason) => {
            await call(analysisCalls.makeComplete, ...order(reason))
            resyncRecords()
            onClose()
          }}
        />
      )
    default:
      return null
  }
}

type Origin = NonNullable<NonNullable<Analysis['source']>['origin']>

/** Describe the origin of an archive of ours, from its own facts. */
function originOf({ company_name: company, analysis_name: name }: Origin): string {
  return t('detail.origin', { company, name })
}

/** Show the signature as 21 CFR 11.50 requires: printed name, date and time, meaning. */
function SignatureLine({ signature }: { signature: Signature }) {
  const { printed_name: name, at, meaning, comment, record_hash: hash, proven } = signature
  return (
    <section className={styles.signature} aria-label={t('signature.title')}>
      <Icon name="lock" size={18} />
      <p>
        {t('signature.text', {
          name,
          at: formatDateTime(at, account.value?.preferences.timezone, 'second'),
          meaning: t(`validate.meaning.${meaning}`),
        })}
        {comment && <span> “{comment}”</span>}{' '}
        {proven && t(proven === 'pin' ? 'signature.byPin' : 'signature.byProvider')}{' '}
        <span className={detail.quiet}>
          {t('signature.hash')} <code title={hash}>{hash.slice(0, 16)}…</code>
        </span>
      </p>
    </section>
  )
}
