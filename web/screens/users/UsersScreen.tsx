import { useMemo, useState } from 'react'
import { swarm as swarmEntity } from '../../../domain/entities/swarm.ts'
import { type User, user as userEntity } from '../../../domain/entities/user.ts'
import { userCalls } from '../../../domain/calls/users.ts'
import { FourEyesRequest } from '../../entities/company/FourEyesRequest.tsx'
import { listProfileChoices } from '../../entities/profile/profile-choices.ts'
import { profileRows } from '../../entities/profile/profile-rows.ts'
import { makeUserActs, type OpenedAct } from '../../entities/user/user-acts.ts'
import { makeUserColumns, makeUserFacets } from '../../entities/user/user-columns.tsx'
import { userRevert } from '../../entities/user/user-revert.ts'
import { userPanel } from '../../entities/user/user-panel.tsx'
import { t } from '../../i18n/intl.ts'
import { loadLater } from '../../load-later.tsx'
import { Button } from '../../parts/button/Button.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { RecordPage } from '../../record/RecordPage.tsx'
import { whyNotCall } from '../../record/rights.ts'
import { localRows, useRows } from '../../record/use-rows.ts'
import { account } from '../../state/session.ts'
import { AccessDialog } from './AccessDialog.tsx'
import { EditUserForm } from './EditUserForm.tsx'
import { InviteForm } from './InviteForm.tsx'
import { MigrateUserForm } from './MigrateUserForm.tsx'
import { ServiceForm } from './ServiceForm.tsx'

// Opened by a press; the reader of lists comes with it.
const InviteListDialog = loadLater(
  async () => (await import('./InviteListDialog.tsx')).InviteListDialog,
  { isQuiet: true },
)

const userRows = localRows(userEntity)
const swarmRows = localRows(swarmEntity)

/** List the people of the company who may sign in, with one of them and their actions beside the list. */
export function UsersScreen() {
  const [form, setForm] = useState<
    'invite' | 'list' | 'service' | { act: OpenedAct; user: User } | null
  >(null)
  const list = useRows(userRows)
  const { rows: swarms = none } = useRows(swarmRows)
  const { rows: profiles = none, failure } = useRows(profileRows)
  const columns = useMemo(() => makeUserColumns(profiles, swarms), [profiles, swarms])
  const facets = useMemo(() => makeUserFacets(profiles), [profiles])
  const who = account.value
  if (!who) return null
  const ownProfile = list.rows?.find(({ uuid }) => uuid === who.uuid)?.profile_uuid
  const choices = listProfileChoices(who, profiles, ownProfile)
  const opened = typeof form === 'string' ? null : form
  const edited = opened && list.rows?.find(({ uuid }) => uuid === opened.user.uuid)
  const close = () => setForm(null)
  return (
    <RecordPage
      name="user"
      file="users"
      title={t('users.title')}
      list={list}
      columns={columns}
      facets={facets}
      firstSort="name"
      nameOf={({ name }) => name}
      primary={{
        label: t('people.invite'),
        icon: 'plus',
        disabledReason: whyNotCall(userCalls.create) && t('users.noPermission'),
        onPress: () => setForm('invite'),
      }}
      menu={<AddButtons onOpen={setForm} />}
      notices={
        <>
          {failure.length > 0 && (
            <Notice kind="warning">
              {t('users.form.profilesFailed', { reason: failure.join(' ') })}
            </Notice>
          )}
          <FourEyesRequest />
        </>
      }
      empty={{ area: 'users', title: t('users.empty.title'), text: t('users.empty.text') }}
      revert={userRevert}
      panel={(user) => userPanel(user, who, profiles, swarms, list.rows ?? none)}
      actsOf={(user) =>
        makeUserActs(user, who, profiles, { ownProfile, open: (act) => setForm({ act, user }) })
      }
    >
      {/* Always there, so that a closed dialog keeps what was typed. */}
      <InviteForm open={form === 'invite'} profiles={choices} swarms={swarms} onClose={close} />
      {form === 'list' && <InviteListDialog profiles={choices} swarms={swarms} onClose={close} />}
      {form === 'service' && (
        <ServiceForm
          people={list.rows ?? none}
          self={who.uuid}
          profiles={choices}
          swarms={swarms}
          onClose={close}
        />
      )}
      {edited && opened?.act === 'access' && <AccessDialog user={edited} onClose={close} />}
      {edited && opened?.act === 'migrate' && <MigrateUserForm user={edited} onClose={close} />}
      {edited && opened?.act === 'edit' && (
        <EditUserForm
          key={edited.uuid}
          user={edited}
          own={edited.uuid === who.uuid}
          profiles={choices}
          swarms={swarms}
          onClose={close}
        />
      )}
    </RecordPage>
  )
}

/** Offer the further ways to add accounts: people from a list, and a program. */
function AddButtons({ onOpen }: { onOpen: (form: 'list' | 'service') => void }) {
  return (
    <>
      <Button
        icon="upload"
        disabledReason={whyNotCall(userCalls.inviteMany) && t('users.noPermission')}
        onClick={() => onOpen('list')}
      >
        {t('people.list.open')}
      </Button>
      <Button
        icon="lock"
        disabledReason={whyNotCall(userCalls.createService) && t('users.noPermission')}
        onClick={() => onOpen('service')}
      >
        {t('people.service.new')}
      </Button>
    </>
  )
}

const none: never[] = []
