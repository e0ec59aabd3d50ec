import { protocol as protocolEntity } from '../../../../domain/entities/protocol.ts'
import { t } from '../../../i18n/intl.ts'
import { EmptyState } from '../../../parts/empty/EmptyState.tsx'
import { areaIcons } from '../../../parts/icon/area-icons.ts'
import { Page } from '../../../parts/page/Page.tsx'
import { Progress } from '../../../parts/progress/Progress.tsx'
import { recordsReady } from '../../../state/records.ts'
import { account } from '../../../state/session.ts'
import { useRecord } from '../../../state/use-records.ts'
import { ProtocolEditor } from './ProtocolEditor.tsx'

/** Show `/protocol-new`: an empty protocol, or the draft that was left. */
export function NewProtocolScreen() {
  const who = account.value?.uuid
  return who ? <ProtocolEditor key={who} who={who} record={null} /> : null
}

/** Show `/protocol-edit/{uuid}`: a protocol to edit, or to read where it cannot be edited. */
export function EditProtocolScreen({ params }: { params: Record<string, string | undefined> }) {
  const uuid = params['uuid'] ?? ''
  const record = useRecord(protocolEntity, uuid || null)
  const who = account.value?.uuid
  if (!who) return null
  if (record === undefined || (record === null && !recordsReady.value)) {
    return <Progress label={t('parts.loading')} />
  }
  if (record) return <ProtocolEditor key={uuid} who={who} record={record} />
  return (
    <Page title={t('methods.protocol.title')}>
      <EmptyState icon={areaIcons.protocols} title={t('methods.protocol.title')}>
        {t('methods.protocol.gone')}
      </EmptyState>
    </Page>
  )
}
