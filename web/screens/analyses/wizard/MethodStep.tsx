import { useState } from 'react'
import { cartridges, type CartridgeName } from '../../../../domain/catalog/cartridges.ts'
import { can } from '../../../../domain/permissions.ts'
import { t } from '../../../i18n/intl.ts'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { Segments } from '../../../parts/form/Segments.tsx'
import { SelectField } from '../../../parts/form/SelectField.tsx'
import type { Draft } from '../../../state/draft.ts'
import { account } from '../../../state/session.ts'
import { chooseCartridge, chooseMethod } from './choose-method.ts'
import { MethodSummary } from './MethodSummary.tsx'
import type { Plan, PlanRecords } from './plan.ts'
import { Step } from './Step.tsx'
import styles from './Wizard.module.css'

/** What to run: a protocol, or a recipe by itself, and the cartridge where the method leaves a choice. */
export function MethodStep({
  draft,
  plan,
  records,
}: {
  draft: Draft
  plan: Plan
  records: PlanRecords
}) {
  const permissions = account.value?.permissions ?? []
  const [kind, setKind] = useState<'protocol' | 'recipe'>(
    draft.recipe_uuid && !draft.protocol_uuid ? 'recipe' : 'protocol',
  )
  const { protocols, recipes, saved } = records
  const choose = (uuid: string) => {
    const protocol =
      kind === 'protocol' ? (protocols.find((one) => one.uuid === uuid) ?? null) : null
    const recipe = recipes.find((one) => one.uuid === (protocol?.recipe_uuid ?? uuid))
    if (!recipe) return
    const usable = (type: CartridgeName) =>
      can(permissions, cartridges[type].permission) &&
      (protocol?.cartridge_types ?? [type]).includes(type)
    const cartridge = recipe.cartridge_types.find(usable) ?? null
    chooseMethod({ protocol, recipe, cartridge, name: protocol?.name ?? recipe.name })
  }
  // A protocol comes before its recipe may have come: until then there is nothing to run.
  const listed =
    kind === 'protocol'
      ? protocols.map(({ uuid, name, recipe_uuid }) => ({
          value: uuid,
          label: name,
          disabled: !recipes.some((one) => one.uuid === recipe_uuid),
        }))
      : recipes.map(({ uuid, name }) => ({ value: uuid, label: name }))
  const chosen =
    kind === 'protocol' ? draft.protocol_uuid : draft.protocol_uuid ? null : draft.recipe_uuid
  return (
    <Step number={1} title={t('wizard.method')}>
      {saved ? (
        <p className={styles.quiet}>{t('wizard.method.fixed', { name: plan.methodName })}</p>
      ) : (
        <div className={styles.fields}>
          <Segments
            label={t('wizard.method.kind')}
            value={kind}
            choices={[
              { value: 'protocol', label: t('wizard.method.protocol') },
              { value: 'recipe', label: t('wizard.method.recipe') },
            ]}
            onChange={setKind}
          />
          <div className={styles.wide}>
            <SelectField
              label={t(`wizard.method.${kind}`)}
              value={chosen ?? ''}
              placeholder={t('wizard.method.choose')}
              choices={listed}
              onChange={choose}
              hideLabel
            />
          </div>
          {plan.cartridgeTypes.length > 1 && (
            <Segments
              label={t('wizard.cartridge')}
              showLabel
              value={draft.cartridge_type ?? ''}
              choices={plan.cartridgeTypes.map((type) => ({
                value: type,
                label: cartridges[type].name,
              }))}
              onChange={(type) => chooseCartridge(type as CartridgeName)}
            />
          )}
        </div>
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
