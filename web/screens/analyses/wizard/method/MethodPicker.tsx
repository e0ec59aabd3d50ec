import { useState } from 'react'
import type { DeviceCartridgeName } from '../../../../../domain/catalog/cartridges.ts'
import type { Application } from '../../../../../domain/entities/application.ts'
import type { Bkit } from '../../../../../domain/entities/bkit.ts'
import { faultText } from '../../../../i18n/faults.ts'
import { compareTexts } from '../../../../i18n/format.ts'
import { t } from '../../../../i18n/intl.ts'
import { sayPlate } from '../../../../parts/plate/say-plate.ts'
import { Button } from '../../../../parts/button/Button.tsx'
import { Field } from '../../../../parts/form/Field.tsx'
import { Segments } from '../../../../parts/form/Segments.tsx'
import { SelectField } from '../../../../parts/form/SelectField.tsx'
import type { Draft } from '../../../../state/draft.ts'
import { account } from '../../../../state/session.ts'
import { chooseCartridge, chooseMethod } from '../choose-method.ts'
import type { Plan, PlanRecords } from '../plan.ts'
import { findMethods, listProtocols, listRecipes, type MethodChoice } from './judge-method.ts'
import styles from './Method.module.css'
import { readRecent } from './recent-methods.ts'

type Way = 'protocol' | 'recipe' | 'application'

/** So many methods can be looked over without a search. */
const fewMethods = 8

/** Choose a protocol, a recipe alone, or an application and then one of its protocols. */
export function MethodPicker(props: {
  draft: Draft
  plan: Plan
  records: PlanRecords
  applications: readonly Application[]
  kit: Bkit | null
}) {
  const { draft, plan, records, applications, kit } = props
  const permissions = account.value?.permissions ?? []
  const [way, setWay] = useWay(draft, records, permissions)
  const [application, setApplication] = useState('')
  const [wanted, setWanted] = useState('')
  const kind = way === 'recipe' ? 'recipe' : 'protocol'
  const all = (kind === 'recipe' ? listRecipes : listProtocols)(records, permissions)
  const offered = all
    .filter(({ protocol }) => way !== 'application' || isOf(protocol, application))
    .filter(({ recipe }) => !kit || !recipe || fits(kit, recipe.uuid))
    .sort(byName)
  const found = findMethods(offered, wanted)
  const chosen = kind === 'protocol' ? draft.protocol_uuid : onlyRecipe(draft)
  // Keep the chosen method in the list, whatever the filter.
  const listed = all.filter((one) => found.includes(one) || one.uuid === chosen).sort(byName)
  const choose = (uuid: string) => {
    const choice = all.find((one) => one.uuid === uuid)
    if (choice) takeMethod(choice)
  }
  return (
    <>
      <RecentMethods
        all={[...listProtocols(records, permissions), ...listRecipes(records, permissions)]}
      />
      <div className={styles.fields}>
        <WayChoice
          {...{ way, applications, application }}
          onWay={setWay}
          onApplication={setApplication}
        />
        {all.length > fewMethods && (
          <div className={styles.search}>
            <Field
              label={t('wizard.method.search')}
              type="search"
              value={wanted}
              maxLength={80}
              onChange={setWanted}
            />
          </div>
        )}
        <div className={styles.wide}>
          <SelectField
            label={t(`wizard.method.${kind}`)}
            value={chosen ?? ''}
            placeholder={t(
              way === 'application' && application === ''
                ? 'wizard.method.applicationFirst'
                : 'wizard.method.choose',
            )}
            choices={listed.map(optionOf)}
            onChange={choose}
            hideLabel
          />
        </div>
        <CartridgeChoice draft={draft} plan={plan} />
      </div>
      <p className={styles.quiet} role="status">
        {wanted !== '' && t('wizard.method.found', { count: found.length })}
        {kit && kit.recipe_uuids.length > 0 && ` ${t('wizard.method.ofKit', { kit: kit.name })}`}
      </p>
      <ApplicationFacts
        application={applications.find(({ uuid }) => way === 'application' && uuid === application)}
      />
    </>
  )
}

/**
 * Return the kind of method that is offered: that of the chosen method, also of one that a link or another step has chosen, until the person
 * asks for another kind. Recipes where the company has no protocols.
 */
function useWay(
  draft: Draft,
  records: PlanRecords,
  permissions: readonly string[],
): [Way, (way: Way) => void] {
  const chosen = draft.protocol_uuid ?? draft.recipe_uuid
  const [asked, setAsked] = useState<{ way: Way; chosen: string | null } | null>(null)
  const ask = (way: Way) => setAsked({ way, chosen })
  const own = draft.recipe_uuid === null ? null : draft.protocol_uuid ? 'protocol' : 'recipe'
  const isOfAsked = own === 'protocol' && asked?.way === 'application'
  if (asked && (asked.chosen === chosen || isOfAsked)) return [asked.way, ask]
  if (own) return [own, ask]
  const hasRecipesOnly =
    listProtocols(records, permissions).length === 0 && listRecipes(records, permissions).length > 0
  return [hasRecipesOnly ? 'recipe' : 'protocol', ask]
}

/** Choose between protocols, recipes and the protocols of one application. */
function WayChoice(props: {
  way: Way
  applications: readonly Application[]
  application: string
  onWay: (way: Way) => void
  onApplication: (uuid: string) => void
}) {
  const { way, applications } = props
  // Put applications last, which come later than the page, so that nothing moves under a press.
  const ways =
    applications.length > 0
      ? (['protocol', 'recipe', 'application'] as const)
      : (['protocol', 'recipe'] as const)
  return (
    <>
      <Segments
        label={t('wizard.method.kind')}
        value={way}
        choices={ways.map((one) => ({ value: one, label: t(`wizard.method.${one}`) }))}
        onChange={props.onWay}
      />
      {way === 'application' && (
        <div className={styles.wide}>
          <SelectField
            label={t('wizard.method.application')}
            value={props.application}
            placeholder={t('wizard.method.choose')}
            choices={applications.map(({ uuid, name }) => ({ value: uuid, label: name }))}
            onChange={props.onApplication}
            hideLabel
          />
        </div>
      )}
    </>
  )
}

/** Choose the method with its first usable cartridge. */
export function takeMethod({ protocol, recipe, cartridges: usable, name }: MethodChoice): void {
  if (recipe) chooseMethod({ protocol, recipe, cartridge: usable[0] ?? null, name })
}

function optionOf({ uuid, name, refusal }: MethodChoice) {
  if (!refusal) return { value: uuid, label: name }
  const label = t('wizard.method.refused', { name, reason: faultText(refusal) })
  return { value: uuid, label, disabled: true }
}

function isOf(protocol: MethodChoice['protocol'], application: string): boolean {
  return application !== '' && (protocol?.application_uuids.includes(application) ?? false)
}

/** Return true if a kit fits a recipe; one without linked recipes fits all. */
function fits({ recipe_uuids }: Bkit, recipe: string): boolean {
  return recipe_uuids.length === 0 || recipe_uuids.includes(recipe)
}

function onlyRecipe({ protocol_uuid, recipe_uuid }: Draft): string | null {
  return protocol_uuid ? null : recipe_uuid
}

const byName = (a: MethodChoice, b: MethodChoice) => compareTexts(a.name, b.name)

function CartridgeChoice({ draft, plan }: { draft: Draft; plan: Plan }) {
  if (plan.cartridgeTypes.length <= 1) return null
  return (
    <Segments
      label={t('wizard.cartridge')}
      showLabel
      value={draft.cartridge_type ?? ''}
      choices={plan.cartridgeTypes.map((type) => ({
        value: type,
        label: sayPlate(type),
      }))}
      onChange={(type) => chooseCartridge(type as DeviceCartridgeName)}
    />
  )
}

/** Offer the methods that the person ran last. */
function RecentMethods({ all }: { all: readonly MethodChoice[] }) {
  const recent = readRecent(account.value?.uuid ?? '').flatMap((one) => {
    const uuid = one.protocol_uuid ?? one.recipe_uuid
    const choice = all.find((known) => known.uuid === uuid && !known.refusal)
    return choice ? [choice] : []
  })
  if (recent.length === 0) return null
  return (
    <div className={styles.recent} role="group" aria-label={t('wizard.method.recent')}>
      <span className={styles.quiet}>{t('wizard.method.recent')}</span>
      {recent.map((choice) => (
        <Button key={choice.uuid} icon="clock" onClick={() => takeMethod(choice)}>
          {choice.name}
        </Button>
      ))}
    </div>
  )
}

function ApplicationFacts({ application }: { application: Application | undefined }) {
  if (!application) return null
  const types = application.sample_types.map((type) => t(`sample.type.${type}`))
  return (
    <p className={styles.quiet}>{t('wizard.method.sampleTypes', { types: types.join(', ') })}</p>
  )
}
