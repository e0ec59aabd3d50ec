import { useMemo, useState } from 'react'
import { swarmCalls } from '../../../domain/calls/swarms.ts'
import { device as deviceEntity } from '../../../domain/entities/device.ts'
import { type Swarm, swarm as swarmEntity } from '../../../domain/entities/swarm.ts'
import { user as userEntity } from '../../../domain/entities/user.ts'
import { makeSwarmActs, type SwarmDialog } from '../../entities/swarm/swarm-acts.ts'
import { makeSwarmColumns } from '../../entities/swarm/swarm-columns.tsx'
import { swarmPanel } from '../../entities/swarm/swarm-panel.tsx'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { RecordForm } from '../../record/RecordForm.tsx'
import { RecordPage } from '../../record/RecordPage.tsx'
import { whyNotCall } from '../../record/rights.ts'
import { localRows, useRows } from '../../record/use-rows.ts'
import { resyncRecords } from '../../state/records.ts'
import { showToast } from '../../state/toasts.ts'
import { MembersDialog } from './MembersDialog.tsx'
import { MergeDialog } from './MergeDialog.tsx'
import { ReachDialog } from './ReachDialog.tsx'

const swarmRows = localRows(swarmEntity)
const userRows = localRows(userEntity)
const deviceRows = localRows(deviceEntity)

type Open = { dialog: 'new' | 'reach' } | { dialog: SwarmDialog; swarm: Swarm }

/** List the swarms of the company: groups of people and devices, whose members see each other's analyses. */
export function SwarmsScreen() {
  const [open, setOpen] = useState<Open | null>(null)
  const list = useRows(swarmRows)
  const { rows: people = none } = useRows(userRows)
  const { rows: devices = none } = useRows(deviceRows)
  const columns = useMemo(() => makeSwarmColumns(people, devices), [people, devices])
  const close = () => setOpen(null)
  const swarms = list.rows ?? none
  return (
    <RecordPage
      name="swarm"
      file="swarms"
      title={t('swarms.title')}
      list={list}
      columns={columns}
      firstSort="name"
      nameOf={({ name }) => name}
      primary={{
        label: t('swarms.new'),
        icon: 'plus',
        disabledReason: whyNotCall(swarmCalls.create),
        onPress: () => setOpen({ dialog: 'new' }),
      }}
      menu={
        <Button icon="columns" onClick={() => setOpen({ dialog: 'reach' })}>
          {t('swarms.reach')}
        </Button>
      }
      empty={{ area: 'swarms', title: t('swarms.empty.title'), text: t('swarms.empty.text') }}
      panel={(swarm) => swarmPanel(swarm, people, devices)}
      actsOf={(swarm) => makeSwarmActs(swarm, (dialog) => setOpen({ dialog, swarm }))}
    >
      {open?.dialog === 'new' && <SwarmForm swarm={null} onClose={close} />}
      {open?.dialog === 'reach' && (
        <ReachDialog swarms={swarms} people={people} devices={devices} onClose={close} />
      )}
      {open?.dialog === 'rename' && <SwarmForm swarm={open.swarm} onClose={close} />}
      {open?.dialog === 'people' && (
        <MembersDialog swarm={open.swarm} kind="user" all={people} onClose={close} />
      )}
      {open?.dialog === 'devices' && (
        <MembersDialog swarm={open.swarm} kind="device" all={devices} onClose={close} />
      )}
      {open?.dialog === 'merge' && (
        <MergeDialog swarm={open.swarm} swarms={swarms} onClose={close} />
      )}
    </RecordPage>
  )
}

/** Make a swarm, or give one another name; `null` is a new one. */
function SwarmForm({ swarm, onClose }: { swarm: Swarm | null; onClose: () => void }) {
  return (
    <RecordForm
      open
      title={swarm ? t('rights.form.rename', { name: swarm.name }) : t('swarms.new')}
      submit={t('people.save')}
      schema={swarmCalls.create.body}
      values={{ name: swarm?.name ?? '' }}
      fields={[{ name: 'name', label: t('users.form.name'), autoFocus: true }]}
      send={async ({ name }, opId) => {
        if (swarm) {
          const body = { name, base: swarm.updated_at }
          await call(swarmCalls.edit, { params: { id: swarm.uuid }, body }, { opId })
        } else {
          await call(swarmCalls.create, { body: { name } }, { opId })
        }
        resyncRecords()
        showToast('done', t('people.saved', { name }))
      }}
      onClose={onClose}
    />
  )
}

const none: never[] = []
