import { useMemo, useState } from 'react'
import {
  type CountedProfile,
  permissionCalls,
  profileCalls,
} from '../../../domain/calls/profiles.ts'
import type { Permission } from '../../../domain/permissions.ts'
import { type User, user as userEntity } from '../../../domain/entities/user.ts'
import { heldBy, isBeyond } from '../../entities/profile/held-permissions.ts'
import { makeProfileActs } from '../../entities/profile/profile-acts.ts'
import { makeProfileColumns, makeProfileFacets } from '../../entities/profile/profile-columns.tsx'
import { profilePanel } from '../../entities/profile/profile-panel.tsx'
import { profileRows } from '../../entities/profile/profile-rows.ts'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { RecordPage } from '../../record/RecordPage.tsx'
import { whyNotCall } from '../../record/rights.ts'
import { localRows, useRows } from '../../record/use-rows.ts'
import { account } from '../../state/session.ts'
import { CompareDialog } from './CompareDialog.tsx'
import { MatrixDialog } from './MatrixDialog.tsx'
import { NewProfileForm, RenameForm } from './ProfileForms.tsx'
import { RulesDialog } from './RulesDialog.tsx'
import { UsesDialog } from './UsesDialog.tsx'

const userRows = localRows(userEntity)

type Open =
  | { dialog: 'new' | 'rules' }
  | { dialog: 'rename' | 'compare' | 'uses'; profile: CountedProfile }
  /** `unused`: what nobody used, proposed for removal. */
  | { dialog: 'permissions'; profile: CountedProfile; unused?: readonly Permission[] }

/** List the profiles of the company: what each allows, who carries it, and the rules that the company keeps about them. */
export function PermissionsScreen() {
  const [open, setOpen] = useState<Open | null>(null)
  const list = useRows(profileRows)
  const { rows: people = none } = useRows(userRows)
  const columns = useMemo(() => makeProfileColumns(), [])
  const facets = useMemo(() => makeProfileFacets(), [])
  const who = account.value
  if (!who) return null
  const { rows: profiles = none } = list
  const ownProfile = people.find(({ uuid }) => uuid === who.uuid)?.profile_uuid ?? ''
  const held = heldBy(who, profiles, ownProfile)
  return (
    <RecordPage
      name="profile"
      file="profiles"
      title={t('rights.title')}
      list={list}
      columns={columns}
      facets={facets}
      firstSort="name"
      nameOf={({ name }) => name}
      primary={{
        label: t('rights.new'),
        icon: 'plus',
        disabledReason: whyNotCall(profileCalls.create),
        onPress: () => setOpen({ dialog: 'new' }),
      }}
      menu={
        <Button
          icon="lock"
          disabledReason={whyNotCall(permissionCalls.rules)}
          onClick={() => setOpen({ dialog: 'rules' })}
        >
          {t('rights.rules.title')}
        </Button>
      }
      empty={{ area: 'permissions', title: t('rights.empty.title'), text: t('rights.empty.text') }}
      panel={(profile) => profilePanel(profile, people)}
      actsOf={(profile) =>
        makeProfileActs(profile, {
          isBeyond: isBeyond(profile.uuid, profiles, held),
          open: (dialog) => setOpen({ dialog, profile }),
        })
      }
    >
      {open && (
        <Dialogs
          open={open}
          profiles={profiles}
          people={people}
          whyNotEdit={(profile) =>
            whyNotCall(permissionCalls.edit) ??
            (isBeyond(profile, profiles, held) ? t('rights.why.beyond') : null)
          }
          onOpen={setOpen}
          self={who.uuid}
          again={list.again}
          onClose={() => setOpen(null)}
        />
      )}
    </RecordPage>
  )
}

/** Show the open dialog. */
function Dialogs(props: {
  open: Open
  profiles: readonly CountedProfile[]
  people: readonly User[]
  whyNotEdit: (profile: string) => string | null
  onOpen: (open: Open) => void
  self: string
  again: () => void
  onClose: () => void
}) {
  const { open, profiles, people, whyNotEdit, onOpen, self, again, onClose } = props
  switch (open.dialog) {
    case 'new':
      return <NewProfileForm onDone={again} onClose={onClose} />
    case 'rules':
      return <RulesDialog onClose={onClose} />
    case 'rename':
      return <RenameForm profile={open.profile} onDone={again} onClose={onClose} />
    case 'compare':
      return <CompareDialog profile={open.profile} profiles={profiles} onClose={onClose} />
    case 'permissions':
      return (
        <MatrixDialog
          profile={open.profile}
          unused={open.unused ?? none}
          self={self}
          onDone={again}
          onClose={onClose}
        />
      )
    case 'uses':
      return (
        <UsesDialog
          profile={open.profile}
          people={people}
          why={whyNotEdit(open.profile.uuid)}
          onPropose={(unused) => onOpen({ dialog: 'permissions', profile: open.profile, unused })}
          onClose={onClose}
        />
      )
  }
}

const none: never[] = []
