import { useState } from 'react'
import { type Analysis, analysis as analysisEntity } from '../../../../domain/entities/analysis.ts'
import { bkit as bkitEntity } from '../../../../domain/entities/bkit.ts'
import type { Device } from '../../../../domain/entities/device.ts'
import { labLot as labLotEntity } from '../../../../domain/entities/lab-lot.ts'
import { lanCalls } from '../../../../domain/lan/lan-calls.ts'
import { findCalibrationProblems } from '../../../../domain/rules/calibration-age.ts'
import { refuseKit } from '../../../../domain/rules/kit.ts'
import { refuseKnownLot } from '../../../../domain/rules/lot-offer.ts'
import { findLaunchProblems } from '../../../../domain/rules/preflight.ts'
import { runOrder } from '../../../../domain/rules/run-order.ts'
import { today } from '../../../entities/kit/today.ts'
import { faultText } from '../../../i18n/faults.ts'
import { t } from '../../../i18n/intl.ts'
import { lanErrorTexts } from '../../../lan/say-outcome.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { SelectField } from '../../../parts/form/SelectField.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { now } from '../../../state/clock.ts'
import { editAnalysis, noteLaunch } from '../../../state/outbox.ts'
import { useOwnCompany } from '../../../state/use-own-company.ts'
import { useRecord, useRecords } from '../../../state/use-records.ts'
import { useAddress } from '../../../use-address.ts'
import { useRefusal } from '../detail/use-refusal.ts'
import styles from './Offline.module.css'
import { orderDevice } from './order-device.ts'

/** Launch a plan of this machine on a device in the local network, with the method as stored here. */
export function LocalLaunch(props: {
  device: Device
  plans: readonly Pick<Analysis, 'uuid' | 'name'>[]
  onLaunched: (uuid: string) => void
}) {
  const { device, plans } = props
  const address = useAddress()
  const chosen = address.search.get('plan') ?? ''
  const plan = useRecord(analysisEntity, chosen || null)
  return (
    <section className={styles.section} aria-label={t('offline.launch')}>
      <h2>{t('offline.launch')}</h2>
      <div className={styles.launch}>
        {plans.length === 0 ? (
          <p className={styles.quiet}>{t('offline.noPlanFits')}</p>
        ) : (
          <SelectField
            label={t('offline.plan')}
            value={chosen}
            choices={plans.map(({ uuid, name }) => ({ value: uuid, label: name }))}
            placeholder={t('offline.choosePlan')}
            onChange={(uuid) => address.change({ plan: uuid })}
          />
        )}
        {plan && <LaunchButton plan={plan} device={device} onLaunched={props.onLaunched} />}
      </div>
    </section>
  )
}

function LaunchButton(props: {
  plan: Analysis
  device: Device
  onLaunched: (uuid: string) => void
}) {
  const { plan, device } = props
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const refuse = useRefusal(plan, { withoutService: true })
  const onDevice = { ...plan, device_uuid: device.uuid }
  const kits = useRecords(bkitEntity) ?? none
  const ownLots = useRecords(labLotEntity) ?? none
  const company = useOwnCompany()
  const [problem] = [
    ...findLaunchProblems(onDevice, device),
    ...findCalibrationProblems(company, device, plan.method, now.value),
    ...[refuseKnownLot(plan.kit, kits, ownLots), refuseKit(plan.kit, today())].filter(
      (one) => one !== null,
    ),
  ]
  const reason = refuse('launch') ?? (problem ? faultText(problem) : null)
  const launch = async () => {
    setBusy(true)
    setFailure(null)
    try {
      // Name the device in the plan before the device has it: what it measures is then known to be this plan's.
      if (plan.device_uuid !== device.uuid) {
        const change = { field: 'device_uuid', from: plan.device_uuid, to: device.uuid } as const
        await editAnalysis(plan.uuid, [change])
      }
      await noteLaunch(plan.uuid, device.hostname)
      const params = { order: runOrder(plan) }
      await orderDevice(device.hostname, lanCalls.loadRecipe, params, device.uuid)
      props.onLaunched(plan.uuid)
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      {failure !== null && <Notice kind="error">{lanErrorTexts(failure).join(' ')}</Notice>}
      {reason && (
        <Notice kind="warning" title={plan.name}>
          {reason}
        </Notice>
      )}
      <div>
        <Button
          kind="primary"
          icon="run"
          busy={busy}
          disabledReason={reason}
          onClick={() => void launch()}
        >
          {t('offline.launchOn', { device: device.name })}
        </Button>
      </div>
    </>
  )
}

const none: never[] = []
