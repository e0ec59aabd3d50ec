import { useState } from 'react'
import { bkernelCalls, type CompanyAudience } from '../../../../domain/calls/bkernels.ts'
import {
  type Bkernel,
  mostPhases,
  mostPostponedDays,
  type Phase,
  type RolloutPlan,
  type SelfInstall,
} from '../../../../domain/entities/bkernel.ts'
import { phasesOf } from '../../../../domain/rules/rollout.ts'
import { call } from '../../../client/call.ts'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { FormDialog } from '../../../parts/dialog/FormDialog.tsx'
import { CheckField } from '../../../parts/form/CheckField.tsx'
import { DateField } from '../../../parts/form/DateField.tsx'
import { Field } from '../../../parts/form/Field.tsx'
import { NumberField } from '../../../parts/form/NumberField.tsx'
import { ChoicesField } from '../../../record/FieldInput.tsx'
import { showToast } from '../../../state/toasts.ts'
import { useSending } from '../../../state/use-sending.ts'
import { CompanyChoices } from '../LinksDialog.tsx'
import { AudiencePreview, useAudience } from './AudiencePreview.tsx'
import styles from './Rollout.module.css'

type Choice = { value: string; label: string }

/** Return the plan that a version has, or a first one: everybody, in the usual phases, at night. */
function firstPlan({ rollout }: Bkernel): RolloutPlan {
  return (
    rollout?.plan ?? {
      models: [],
      versions: [],
      company_uuids: [],
      swarm_uuids: [],
      except_company_uuids: [],
      except_device_uuids: [],
      phases: [...phasesOf({})],
      window: { from: '22:00', to: '05:00' },
      deadline: null,
    }
  )
}

/** Plan the rollout of a version, or change the plan: it is approved by another person afterwards. */
export function PlanForm(props: {
  version: Bkernel
  companies: readonly Choice[]
  onDone: () => void
  onClose: () => void
}) {
  const { version, companies, onDone, onClose } = props
  const [plan, setPlan] = useState(() => firstPlan(version))
  const [reason, setReason] = useState('')
  const audience = useAudience(version, plan)
  const sending = useSending(['reason', 'phases', 'window', 'deadline', 'install'])
  const change = (patch: Partial<RolloutPlan>) => setPlan((before) => ({ ...before, ...patch }))
  const save = async () => {
    const body = { ...plan, reason }
    const work = async (opId: string) => {
      await call(bkernelCalls.plan, { params: { id: version.uuid }, body }, { opId })
    }
    if (!(await sending.send(true, work, body))) return
    showToast('done', t('bkernels.rollout.done', { name: version.name }))
    onDone()
    onClose()
  }
  return (
    <FormDialog
      title={t('bkernels.plan.title', { name: version.name })}
      submit={t('bkernels.plan.save')}
      wide="table"
      sending={sending}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <p>{t('bkernels.plan.about')}</p>
      <Audience
        version={version}
        companies={companies}
        known={audience.value ?? []}
        plan={plan}
        onChange={change}
      />
      <AudiencePreview found={audience} />
      <PhaseRows
        phases={plan.phases}
        error={sending.refused['phases']}
        onChange={(phases) => change({ phases })}
      />
      <Times plan={plan} refused={sending.refused} onChange={change} />
      <Installing plan={plan} error={sending.refused['install']} onChange={change} />
      <Field
        label={t('bkernels.plan.reason')}
        required
        value={reason}
        error={sending.refused['reason']}
        onChange={(text) => {
          sending.forget('reason')
          setReason(text)
        }}
      />
    </FormDialog>
  )
}

interface PartProps {
  plan: RolloutPlan
  onChange: (patch: Partial<RolloutPlan>) => void
}

/** Choose the devices of a plan by model, company and version. */
function Audience(
  props: PartProps & {
    version: Bkernel
    companies: readonly Choice[]
    known: readonly CompanyAudience[]
  },
) {
  const { version, companies, known, plan, onChange: change } = props
  const swarms = known
    .filter(({ uuid }) => plan.company_uuids.includes(uuid))
    .flatMap((company) =>
      company.swarms.map(({ uuid, name }) => ({
        value: uuid,
        label: `${name} · ${company.name}`,
      })),
    )
  return (
    <div className={styles.audience}>
      {version.models.length > 1 && (
        <ChoicesField
          label={t('bkernels.field.models')}
          hint={t('bkernels.plan.allHint')}
          error={undefined}
          choices={version.models.map((value) => ({ value, label: value }))}
          chosen={plan.models}
          onChange={(models) => change({ models })}
        />
      )}
      <CompanyChoices
        label={t('bkernels.plan.only')}
        all={companies}
        chosen={plan.company_uuids}
        // Clear the swarms, which belong to companies: another choice of these would leave swarms that nobody sees.
        onChange={(company_uuids) => change({ company_uuids, swarm_uuids: [] })}
      />
      {swarms.length > 0 && (
        <ChoicesField
          label={t('bkernels.plan.swarms')}
          hint={t('bkernels.plan.swarmsHint')}
          error={undefined}
          choices={swarms}
          chosen={plan.swarm_uuids ?? []}
          onChange={(swarm_uuids) => change({ swarm_uuids })}
        />
      )}
      <CompanyChoices
        label={t('bkernels.plan.except')}
        all={companies}
        chosen={plan.except_company_uuids}
        onChange={(except_company_uuids) => change({ except_company_uuids })}
      />
      <Field
        label={t('bkernels.plan.versions')}
        hint={t('bkernels.plan.versionsHint')}
        value={plan.versions.join(' ')}
        onChange={(text) => change({ versions: text.split(/[\s,;]+/).filter(Boolean) })}
      />
    </div>
  )
}

/** Choose the times of the day in which it is installed, and the day on which it is paused. */
function Times(props: PartProps & { refused: Readonly<Record<string, string>> }) {
  const { plan, refused, onChange: change } = props
  const { window } = plan
  return (
    <>
      <CheckField
        label={t('bkernels.plan.useWindow')}
        checked={window !== null}
        onChange={(on) => change({ window: on ? { from: '22:00', to: '05:00' } : null })}
      />
      {window && (
        <div className={styles.times}>
          {(['from', 'to'] as const).map((end) => (
            <Field
              key={end}
              type="time"
              label={t(`bkernels.plan.${end}`)}
              value={window[end]}
              error={refused['window']}
              onChange={(time) => change({ window: { ...window, [end]: time } })}
            />
          ))}
        </div>
      )}
      <DateField
        label={t('bkernels.plan.deadline')}
        hint={t('bkernels.plan.deadlineHint')}
        value={plan.deadline === null ? null : Date.parse(plan.deadline)}
        error={refused['deadline']}
        onChange={(day) =>
          change({ deadline: day === null ? null : new Date(day).toISOString().slice(0, 10) })
        }
      />
    </>
  )
}

const usualInstall: SelfInstall = { days: 7, at_most: 30, security: false }

/** Choose whether devices install the version by themselves, and how long laboratories may postpone it. */
function Installing(props: PartProps & { error: string | undefined }) {
  const { plan, error, onChange: change } = props
  const { install, window } = plan
  const set = (patch: Partial<SelfInstall>) =>
    change({ install: { ...(install ?? usualInstall), ...patch } })
  const most = install?.security ? mostPostponedDays.security : mostPostponedDays.version
  return (
    <>
      <CheckField
        label={t('bkernels.install.use')}
        checked={install !== undefined}
        onChange={(on) =>
          on
            ? change({
                install: usualInstall,
                window: window ?? { from: '22:00', to: '05:00' },
              })
            : change({ install: undefined })
        }
      />
      {install && (
        <>
          <CheckField
            label={t('bkernels.install.isSecurity')}
            checked={install.security}
            onChange={(security) =>
              set(
                security
                  ? {
                      security,
                      days: Math.min(install.days, 1),
                      at_most: Math.min(install.at_most, mostPostponedDays.security),
                    }
                  : { security },
              )
            }
          />
          <div className={styles.times}>
            <NumberField
              label={t('bkernels.install.days')}
              value={install.days}
              min={0}
              max={most}
              whole
              onChange={(days) => days !== null && set({ days })}
            />
            <NumberField
              label={t('bkernels.install.most')}
              value={install.at_most}
              min={0}
              max={most}
              error={error}
              whole
              onChange={(at_most) => at_most !== null && set({ at_most })}
            />
          </div>
        </>
      )}
    </>
  )
}

/** Enter the phases: share, least time and least pairs of each. */
function PhaseRows(props: {
  phases: readonly Phase[]
  error: string | undefined
  onChange: (phases: Phase[]) => void
}) {
  const { phases, error, onChange } = props
  const set = (at: number, patch: Partial<Phase>) =>
    onChange(phases.map((phase, index) => (index === at ? { ...phase, ...patch } : phase)))
  const last = phases.at(-1)
  return (
    <fieldset className={styles.rows}>
      <legend>{t('bkernels.phases.heading')}</legend>
      {phases.map((phase, at) => (
        // Know a phase by its place.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={at} className={styles.row}>
          <NumberField
            label={t('bkernels.phases.share')}
            unit="%"
            value={Math.round(phase.share * 1000) / 10}
            min={0.1}
            max={100}
            onChange={(percent) =>
              percent !== null && set(at, { share: Math.round(percent * 10) / 1000 })
            }
          />
          <NumberField
            label={t('bkernels.phases.hours')}
            value={phase.soak_hours}
            min={0}
            whole
            onChange={(soak_hours) => soak_hours !== null && set(at, { soak_hours })}
          />
          <NumberField
            label={t('bkernels.phases.pairs')}
            value={phase.least_pairs}
            min={0}
            whole
            onChange={(least_pairs) => least_pairs !== null && set(at, { least_pairs })}
          />
          <Button
            icon="close"
            iconOnly
            kind="plain"
            disabledReason={phases.length === 1 ? t('bkernels.phases.one') : null}
            onClick={() => onChange(phases.filter((_, index) => index !== at))}
          >
            {t('bkernels.phases.remove', { phase: at + 1 })}
          </Button>
        </div>
      ))}
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      {phases.length < mostPhases && last && (
        <Button onClick={() => onChange([...phases, { ...last, share: 1 }])}>
          {t('bkernels.phases.add')}
        </Button>
      )}
    </fieldset>
  )
}
