import { useCallback } from 'react'
import { Link } from 'wouter'
import { bkernelCalls } from '../../../../domain/calls/bkernels.ts'
import { analysis as analysisEntity } from '../../../../domain/entities/analysis.ts'
import { command as commandEntity } from '../../../../domain/entities/command.ts'
import type { Device } from '../../../../domain/entities/device.ts'
import type { CommissioningStep, StepState } from '../../../../domain/entities/commissioning.ts'
import { findCommissioning } from '../../../../domain/rules/commissioning.ts'
import { call } from '../../../client/call.ts'
import { t } from '../../../i18n/intl.ts'
import { Badge } from '../../../parts/badge/Badge.tsx'
import { Button } from '../../../parts/button/Button.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { paths } from '../../../paths.ts'
import { whyNotCall } from '../../../record/rights.ts'
import { minute } from '../../../state/clock.ts'
import { localTime } from '../../../state/local-time.ts'
import { useAnswer } from '../../../state/use-answer.ts'
import { useRecords } from '../../../state/use-records.ts'
import views from '../DeviceView.module.css'
import { CommandProgress } from '../CommandProgress.tsx'
import { order } from '../device-acts.ts'
import { useDeviceReport, useHealth } from '../health/use-device-report.ts'
import { useCommand } from '../use-command.ts'
import styles from './Commission.module.css'
import { SheetActs } from './SheetActs.tsx'

const stepLooks = {
  done: { shape: 'disc', tone: 'accent' },
  todo: { shape: 'ring', tone: 'neutral' },
  failed: { shape: 'triangle', tone: 'danger' },
  unknown: { shape: 'ring', tone: 'warning' },
} as const satisfies Record<StepState, { shape: string; tone: string }>

/** Page of the device on which a step is done; the light and the test run are done elsewhere. */
const pageOf = {
  name: 'settings',
  swarm: 'settings',
  network: 'network',
  clock: 'health',
  version: 'work',
  self_test: 'health',
  calibration: 'calibration',
} as const satisfies Partial<Record<CommissioningStep, string>>

/** Lead a device from its box into service: each step with its state as records and device have it, and a sheet to be signed. */
export function CommissionView({ device }: { device: Device }) {
  const report = useDeviceReport(device.uuid)
  const checks = useHealth(device, report.value, null)
  const updates = useUpdates(device)
  const steps = findCommissioning(
    {
      device,
      checks,
      commands: useRecords(commandEntity) ?? [],
      runs: useRecords(analysisEntity) ?? [],
      updates,
    },
    minute.value,
  )
  const done = steps.filter(({ state }) => state === 'done').length
  const next = steps.find(({ state }) => state !== 'done')?.step
  return (
    <section className={views.part} aria-labelledby="commission">
      <div className={views.head}>
        <h2 id="commission">{t('commission.title')}</h2>
        <span className={views.quiet} role="status">
          {t('commission.count', { done, all: steps.length })}
        </span>
        <SheetActs device={device} />
      </div>
      {report.failure.length > 0 && (
        <Notice kind="warning" title={t('parts.fetchFailed')}>
          {report.failure.join(' ')}
        </Notice>
      )}
      {done === steps.length && <Notice kind="done">{t('commission.all')}</Notice>}
      <ol className={styles.steps}>
        {steps.map(({ step, state, at }) => (
          <li key={step} aria-current={step === next ? 'step' : undefined}>
            <div className={styles.line}>
              <h3>{t(`commission.step.${step}`)}</h3>
              <Badge {...stepLooks[state]}>{t(`commission.state.${state}`)}</Badge>
              {at !== null && <span className={views.quiet}>{localTime(at)}</span>}
            </div>
            <p className={views.quiet}>
              {step === 'blink'
                ? t('commission.text.blink')
                : t('commission.required', { text: t(`commission.text.${step}`) })}
            </p>
            {(state !== 'done' || step === 'blink') && <Way step={step} device={device} />}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Find the versions to which a device can be updated, again when it runs another one; null while that is not known. */
function useUpdates({ uuid, bkernel_version: version }: Device): readonly string[] | null {
  const load = useCallback(
    async (signal: AbortSignal) => {
      if (whyNotCall(bkernelCalls.search) !== null) return null
      const parts = { query: { limit: '100' }, body: { device_uuid: uuid } }
      const { data } = await call(bkernelCalls.search, parts, { signal, background: true })
      return data.map(({ version }) => version)
    },
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [uuid, version],
  )
  return useAnswer(load).value
}

/** Offer the way to do a step. */
function Way({ step, device }: { step: CommissioningStep; device: Device }) {
  if (step === 'blink') return <Blink device={device} />
  const href =
    step === 'test_run' ? paths.planOn(device.uuid) : paths.device(device.uuid, pageOf[step])
  return (
    <p>
      <Link href={href}>{t(`commission.way.${step}`)}</Link>
    </p>
  )
}

function Blink({ device }: { device: Device }) {
  const command = useCommand(device)
  return (
    <div className={styles.line}>
      <Button
        icon="sun"
        busy={command.busy}
        onClick={() => void command.give(() => order('flash', device))}
      >
        {t('commission.way.blink')}
      </Button>
      <CommandProgress command={command} />
    </div>
  )
}
