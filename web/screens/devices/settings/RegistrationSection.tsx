import { useState } from 'react'
import { deviceCalls } from '../../../../domain/calls/devices.ts'
import type { Device } from '../../../../domain/entities/device.ts'
import { swarm as swarmEntity } from '../../../../domain/entities/swarm.ts'
import { call } from '../../../client/call.ts'
import { writeSwarms } from '../../../entities/swarm/write-swarms.ts'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { FactList } from '../../../parts/facts/FactList.tsx'
import { FormDialog } from '../../../parts/dialog/FormDialog.tsx'
import { CheckField } from '../../../parts/form/CheckField.tsx'
import { ReasonDialog } from '../../../record/ReasonDialog.tsx'
import { whyNotCall } from '../../../record/rights.ts'
import { useSeenVersion } from '../../../record/use-seen-version.ts'
import { resyncRecords } from '../../../state/records.ts'
import { showToast } from '../../../state/toasts.ts'
import { useRecords } from '../../../state/use-records.ts'
import { useSending } from '../../../state/use-sending.ts'
import { RenameForm } from '../RenameForm.tsx'
import styles from './Settings.module.css'
import views from '../DeviceView.module.css'

/** Show and change what the company has recorded of a device: its name, its swarms, and whether it is in use. */
export function RegistrationSection({ device }: { device: Device }) {
  const swarms = useRecords(swarmEntity) ?? []
  const [open, setOpen] = useState<'swarms' | 'active' | null>(null)
  const isActive = device.active === 'Y'
  return (
    <section className={views.part} aria-labelledby="registration">
      <h2 id="registration">{t('view.registration')}</h2>
      <RenameForm key={device.name} device={device} />
      <FactList
        facts={[
          [t('devices.swarms'), writeSwarms(device.swarms, swarms) || t('devices.noSwarm')],
          [t('view.active'), t(isActive ? 'view.active.Y' : 'view.active.N')],
        ]}
      />
      <div className={styles.acts}>
        <Button
          icon="people"
          disabledReason={whyNotCall(deviceCalls.link)}
          onClick={() => setOpen('swarms')}
        >
          {t('view.swarms.change')}
        </Button>
        <Button
          icon={isActive ? 'stop' : 'check'}
          disabledReason={whyNotCall(deviceCalls.edit) ?? whyBusy(device)}
          onClick={() => setOpen('active')}
        >
          {t(isActive ? 'view.deactivate' : 'view.activate')}
        </Button>
      </div>
      {open === 'swarms' && <SwarmsDialog device={device} onClose={() => setOpen(null)} />}
      {open === 'active' && <ActiveDialog device={device} onClose={() => setOpen(null)} />}
    </section>
  )
}

/** Say that a device with a run on it is not touched; null otherwise. */
export function whyBusy(device: Device): string | null {
  return device.analysis_uuid !== null || device.busy === 'Y' ? t('fault.run_going_on') : null
}

function ActiveDialog({ device, onClose }: { device: Device; onClose: () => void }) {
  // Keep what the person was asked: the other way round, a press on the same button would undo what somebody else has done.
  const [isActive] = useState(device.active === 'Y')
  const base = useSeenVersion(device, device.active)
  const { name } = device
  return (
    <ReasonDialog
      ask={{
        title: t(isActive ? 'view.deactivate.ask' : 'view.activate.ask', { name }),
        text: t(isActive ? 'view.deactivate.text' : 'view.activate.text'),
        submit: t(isActive ? 'view.deactivate' : 'view.activate'),
        danger: isActive,
        reason: 'due',
      }}
      send={async (opId, reason) => {
        const active = isActive ? 'N' : 'Y'
        const body = { active, base, reason } as const
        await call(deviceCalls.edit, { params: { id: device.uuid }, body }, { opId })
        resyncRecords()
        showToast('done', t('view.saved', { name }))
      }}
      onClose={onClose}
    />
  )
}

/** Choose the swarms of a device: their people see it and its runs. */
function SwarmsDialog({ device, onClose }: { device: Device; onClose: () => void }) {
  const swarms = useRecords(swarmEntity) ?? []
  const [chosen, setChosen] = useState<readonly string[]>(device.swarms)
  const base = useSeenVersion(device, device.swarms)
  const sending = useSending([])
  const save = async () => {
    const body = { swarms: [...chosen], base }
    const work = async (opId: string) => {
      await call(deviceCalls.link, { params: { id: device.uuid }, body }, { opId })
    }
    if (!(await sending.send(true, work, body))) return
    resyncRecords()
    showToast('done', t('view.saved', { name: device.name }))
    onClose()
  }
  return (
    <FormDialog
      title={t('view.swarms.title', { name: device.name })}
      submit={t('view.swarms.save')}
      sending={sending}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <p>{t('view.swarms.text')}</p>
      {swarms.map(({ uuid, name }) => (
        <CheckField
          key={uuid}
          label={name}
          checked={chosen.includes(uuid)}
          onChange={(on) =>
            setChosen(on ? [...chosen, uuid] : chosen.filter((one) => one !== uuid))
          }
        />
      ))}
    </FormDialog>
  )
}
