import { useMemo, useState } from 'react'
import { swarm as swarmEntity } from '../../../domain/entities/swarm.ts'
import { user as userEntity } from '../../../domain/entities/user.ts'
import { t } from '../../i18n/intl.ts'
import { EmptyState } from '../../parts/empty/EmptyState.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { Page } from '../../parts/page/Page.tsx'
import { ListWithPanel } from '../../parts/panel/ListWithPanel.tsx'
import { RecordTable } from '../../parts/table/RecordTable.tsx'
import { pagedTableAddress } from '../../parts/table/table-address.ts'
import { account, may } from '../../state/session.ts'
import { useRecords } from '../../state/use-records.ts'
import { writeSwarms } from '../../entities/swarm/write-swarms.ts'
import { useAddress } from '../../use-address.ts'
import { FourEyesRequest } from './FourEyesRequest.tsx'
import { EditUserDialog } from './EditUserDialog.tsx'
import { InviteDialog } from './InviteDialog.tsx'
import { listProfileChoices } from '../../entities/profile/profile-choices.ts'
import { useProfiles } from '../../entities/profile/use-profiles.ts'
import { UserPanel } from './UserPanel.tsx'
import { makeUserColumns } from '../../entities/user/user-columns.tsx'

/** The people of the company who may sign in; one of them beside the list, with what may be done about them. */
export function UsersScreen() {
  const address = useAddress()
  const [form, setForm] = useState<'invite' | 'edit' | null>(null)
  const users = useRecords(userEntity)
  const swarms = useRecords(swarmEntity) ?? none
  const { profiles, failure } = useProfiles()
  const columns = useMemo(() => makeUserColumns(profiles, swarms), [profiles, swarms])
  const chosen = address.search.get('user')
  const open = users?.find(({ uuid }) => uuid === chosen)
  const who = account.value
  const ownProfile = users?.find(({ uuid }) => uuid === who?.uuid)?.profile_uuid
  const choices = who ? listProfileChoices(who, profiles, ownProfile) : none
  const invite = {
    label: t('people.invite'),
    icon: 'plus' as const,
    disabledReason: may('users.create') ? null : t('users.noPermission'),
    onPress: () => setForm('invite'),
  }
  return (
    <Page title={t('users.title')} primary={invite}>
      {failure && (
        <Notice kind="warning">{t('users.form.profilesFailed', { reason: failure })}</Notice>
      )}
      <FourEyesRequest />
      <ListWithPanel
        panel={
          open && (
            <UserPanel
              key={open.uuid}
              user={open}
              profiles={profiles}
              ownProfile={ownProfile}
              swarmNames={writeSwarms(open.swarms, swarms)}
              onEdit={() => setForm('edit')}
              onClose={() => address.change({ user: null })}
            />
          )
        }
      >
        <RecordTable
          label={t('users.title')}
          columns={columns}
          rows={users ?? none}
          rowId={(row) => row.uuid}
          loading={users === undefined}
          {...pagedTableAddress(address, 'name')}
          onOpen={(row) => address.change({ user: row.uuid === chosen ? null : row.uuid })}
          empty={
            <EmptyState icon="people" title={t('users.empty.title')}>
              {t('users.empty.text')}
            </EmptyState>
          }
        />
      </ListWithPanel>
      {/* Always there, so that a closed dialog keeps what was typed. */}
      <InviteDialog
        open={form === 'invite'}
        profiles={choices}
        swarms={swarms}
        onClose={() => setForm(null)}
      />
      {open && form === 'edit' && (
        <EditUserDialog
          key={`${open.uuid} ${open.updated_at}`}
          user={open}
          own={open.uuid === who?.uuid}
          profiles={choices}
          swarms={swarms}
          onClose={() => setForm(null)}
        />
      )}
    </Page>
  )
}

const none: never[] = []
