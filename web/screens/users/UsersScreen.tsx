import { useMemo, useState } from 'react'
import { swarm as swarmEntity } from '../../../domain/entities/swarm.ts'
import { user as userEntity } from '../../../domain/entities/user.ts'
import { t } from '../../i18n/intl.ts'
import { EmptyState } from '../../parts/empty/EmptyState.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { Page } from '../../parts/page/Page.tsx'
import { RecordTable } from '../../parts/table/RecordTable.tsx'
import { may } from '../../state/session.ts'
import { useRecords } from '../../state/use-records.ts'
import { CreateUserDialog } from './CreateUserDialog.tsx'
import { useProfiles } from './use-profiles.ts'
import { makeUserColumns } from './user-columns.tsx'
import { tableAddress } from '../../parts/table/table-address.ts'
import { useAddress } from '../../use-address.ts'

/** The people of the company who may sign in, and the way to add one. */
export function UsersScreen() {
  const address = useAddress()
  const [creating, setCreating] = useState(false)
  const users = useRecords(userEntity)
  const swarms = useRecords(swarmEntity)
  const { profiles, failure } = useProfiles()
  const columns = useMemo(() => makeUserColumns(profiles, swarms ?? []), [profiles, swarms])
  const reason = may('users.create') ? null : t('users.noPermission')
  const create = {
    label: t('users.new'),
    icon: 'plus' as const,
    disabledReason: reason,
    onPress: () => setCreating(true),
  }
  return (
    <Page title={t('users.title')} primary={create}>
      {failure && (
        <Notice kind="warning">{t('users.form.profilesFailed', { reason: failure })}</Notice>
      )}
      <RecordTable
        label={t('users.title')}
        columns={columns}
        rows={users ?? none}
        rowId={(row) => row.uuid}
        loading={users === undefined}
        {...tableAddress(address, 'name')}
        empty={
          <EmptyState icon="people" title={t('users.empty.title')}>
            {t('users.empty.text')}
          </EmptyState>
        }
      />
      {/* Always there, so that a closed dialog keeps what was typed. */}
      <CreateUserDialog
        open={creating}
        profiles={profiles}
        swarms={swarms ?? []}
        onClose={() => setCreating(false)}
      />
    </Page>
  )
}

const none: never[] = []
