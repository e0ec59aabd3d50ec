import { application as applicationEntity } from '../../../../domain/entities/application.ts'
import type { Bkit } from '../../../../domain/entities/bkit.ts'
import type { LabLot } from '../../../../domain/entities/lab-lot.ts'
import type { KitUses } from '../../../../domain/rules/kit-use.ts'
import { t } from '../../../i18n/intl.ts'
import { Notice } from '../../../parts/notice/Notice.tsx'
import type { Draft } from '../../../state/draft.ts'
import { useRecords } from '../../../state/use-records.ts'
import { KitRow } from './kit/KitRow.tsx'
import { LotOffers } from './kit/LotOffers.tsx'
import { MethodPicker } from './method/MethodPicker.tsx'
import { MethodSummary } from './MethodSummary.tsx'
import type { Plan, PlanRecords } from './plan.ts'
import { Step } from './Step.tsx'
import styles from './Wizard.module.css'

/** Choose the method: by the kit's label, or a protocol, a recipe or an application, and the cartridge where there is a choice. */
export function MethodStep(props: {
  draft: Draft
  plan: Plan
  records: PlanRecords
  kits: readonly Bkit[]
  ownLots: readonly LabLot[]
  uses: KitUses
}) {
  const { draft, plan, records, kits, ownLots, uses } = props
  const applications = (useRecords(applicationEntity) ?? []).filter(
    ({ archived }) => archived === 0,
  )
  const kit = kits.find(({ uuid }) => uuid === draft.kit?.bkit_uuid) ?? null
  return (
    <Step number={1} id="method" title={t('wizard.method')}>
      <KitRow {...{ draft, records, kits, uses }} />
      <LotOffers {...{ draft, plan, kits, ownLots, uses }} />
      {records.saved ? (
        <p className={styles.quiet}>{t('wizard.method.fixed', { name: plan.methodName })}</p>
      ) : (
        <MethodPicker
          draft={draft}
          plan={plan}
          records={records}
          applications={applications}
          kit={kit}
        />
      )}
      {plan.recipe && plan.cartridgeTypes.length === 0 && (
        <Notice kind="warning">{t('wizard.cartridge.none')}</Notice>
      )}
      {plan.method && draft.cartridge_type && (
        <MethodSummary method={plan.method} cartridge={draft.cartridge_type} />
      )}
    </Step>
  )
}
