import { useState } from 'react'
import { useLocation } from 'wouter'
import { analysisCalls } from '../../../../domain/calls/analysis.ts'
import type { Analysis } from '../../../../domain/entities/analysis.ts'
import { hasEnded } from '../../../../domain/rules/analysis.ts'
import { call } from '../../../client/call.ts'
import { formatDateTime } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import { Menu } from '../../../parts/menu/Menu.tsx'
import { Page } from '../../../parts/page/Page.tsx'
import { paths } from '../../../paths.ts'
import { resyncRecords } from '../../../state/records.ts'
import { useDeviceName } from '../../../state/device-names.ts'
import { onlyHere } from '../../../state/outbox.ts'
import { usePageName } from '../../../state/page-name.ts'
import { account } from '../../../state/session.ts'
import { AnalysisStatusBadge } from '../shared/AnalysisStatusBadge.tsx'
import { ExportDialog } from './ExportDialog.tsx'
import { InitView } from './InitView.tsx'
import { ReasonDialog } from './ReasonDialog.tsx'
import { ResultsView } from './ResultsView.tsx'
import { RunView } from './RunView.tsx'
import { SignatureLine } from './SignatureLine.tsx'
import { type OpenDialog, useActions } from './use-actions.ts'
import { ValidateDialog } from './ValidateDialog.tsx'
import { makeUuid } from '../../../client/make-uuid.ts'

/** Who, when and on which device, the next step of its life, and the view that fits its state. */
export function AnalysisPage({ record }: { record: Analysis }) {
  const [, goTo] = useLocation()
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const { primary, items } = useActions(record, setDialog)
  const device = useDeviceName()(record)
  usePageName(record.name)
  const zone = account.value?.preferences.timezone
  const close = () => setDialog(null)
  const began = record.started_at ?? record.created_at
  return (
    <Page
      title={record.name}
      state={<AnalysisStatusBadge status={record.status} />}
      facts={[
        ...(onlyHere.value.has(record.uuid) ? [t('detail.onlyHere')] : []),
        record.user_name,
        ...(device ? [<bdi key="device">{device}</bdi>] : []),
        <time key="time" dateTime={began}>
          {formatDateTime(began, zone)}
        </time>,
        ...(record.source
          ? [<bdi key="source">{t('detail.source', { file: record.source.file_name })}</bdi>]
          : []),
      ]}
      primary={primary}
      menu={<Menu items={items} />}
    >
      {record.signature && <SignatureLine signature={record.signature} />}
      {record.status === 'INIT' && <InitView record={record} />}
      {record.status === 'RUNNING' && <RunView record={record} />}
      {hasEnded(record.status) && (
        <ResultsView
          record={record}
          recalculating={dialog === 'recalculate'}
          onRecalculated={close}
        />
      )}
      {dialog === 'export' && <ExportDialog record={record} onClose={close} />}
      {dialog === 'validate' && <ValidateDialog record={record} onClose={close} />}
      {dialog === 'delete' && (
        <ReasonDialog
          title={t('delete.title')}
          text={t('delete.text', { name: record.name })}
          action={t('delete.action')}
          danger
          onClose={close}
          onDecide={async (reason) => {
            await call(
              analysisCalls.delete,
              { params: { id: record.uuid }, body: { reason } },
              { opId: makeUuid() },
            )
            resyncRecords()
            goTo(paths.analyses())
          }}
        />
      )}
      {dialog === 'makeComplete' && (
        <ReasonDialog
          title={t('makeComplete.title')}
          text={t('makeComplete.text')}
          action={t('makeComplete.action')}
          onClose={close}
          onDecide={async (reason) => {
            await call(
              analysisCalls.makeComplete,
              { params: { id: record.uuid }, body: { reason } },
              { opId: makeUuid() },
            )
            resyncRecords()
            close()
          }}
        />
      )}
    </Page>
  )
}
