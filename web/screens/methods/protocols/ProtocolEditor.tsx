import { type Dispatch, useMemo } from 'react'
import { protocolCalls } from '../../../../domain/calls/protocols.ts'
import { deviceCartridgeNames } from '../../../../domain/catalog/cartridges.ts'
import { application } from '../../../../domain/entities/application.ts'
import { globalRecipe } from '../../../../domain/entities/global-recipe.ts'
import type { Protocol } from '../../../../domain/entities/protocol.ts'
import { recipe as recipeEntity } from '../../../../domain/entities/recipe.ts'
import { swarm as swarmEntity } from '../../../../domain/entities/swarm.ts'
import { listPlates, VersionField } from '../../../entities/method/device-limits.tsx'
import { whyNot } from '../../../entities/method/why-not.ts'
import { formatNumber } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import { SelectField } from '../../../parts/form/SelectField.tsx'
import { sayPlate } from '../../../parts/plate/say-plate.ts'
import { ChoicesField } from '../../../record/FieldInput.tsx'
import { whyNotCall } from '../../../record/rights.ts'
import { useRecipeReview } from '../../../state/use-own-company.ts'
import { useRecords } from '../../../state/use-records.ts'
import { useAddress } from '../../../use-address.ts'
import { EditingPage, useErrors } from '../editing/EditingPage.tsx'
import { type FieldErrors, fieldId } from '../editing/field-id.ts'
import { NameAndSwarm } from '../editing/NameAndSwarm.tsx'
import { ProblemList } from '../editing/ProblemList.tsx'
import { useEdited, useFirstContent } from '../editing/use-edited.ts'
import { type Draft, type EditedProtocol, type EditorAct, protocolDraft } from './draft/draft.ts'
import { findDraftProblems } from './draft/find-problems.ts'
import styles from './Protocol.module.css'
import { ProtocolLayout } from './ProtocolLayout.tsx'
import { RuleLists } from './RuleList.tsx'
import { nameField, sayDifferences } from './say-draft.ts'
import { useProtocolNames } from './use-protocol-names.ts'

/** Edit a protocol: recipe, applications, plates, the layout that a plan begins with, and what a run must hold. */
export function ProtocolEditor(props: {
  who: string
  /** Null for a new one. */
  record: Protocol | null
}) {
  const { who, record } = props
  const protocol = useEdited(protocolDraft, who, record)
  const { draft, act, refused } = protocol
  const swarms = useRecords(swarmEntity) ?? none
  const names = useProtocolNames()
  const recipes = useOffered(draft, record)
  const recipe = recipes.find(({ uuid }) => uuid === draft.recipe_uuid)
  useFirstContent(protocol, useNamedRecipe(protocol, recipes))
  const found = useMemo(() => findDraftProblems(draft, recipe), [draft, recipe])
  const problems = useMemo(() => [...found, ...refused], [found, refused])
  const errors = useErrors(problems)
  const why = record ? whyNot('protocol', 'edit', record) : whyNotCall(protocolCalls.create)
  const readOnly = why !== null
  const targets = recipe?.evaluation.targets ?? none
  return (
    <EditingPage
      edited={protocol}
      record={record}
      newTitle={t('methods.protocol.new')}
      facts={record ? [t('methods.versionOf', { version: formatNumber(record.version) })] : none}
      why={why}
      problems={problems}
      className={styles.editor}
      sayDifferences={(mine, theirs) => sayDifferences(mine, theirs, names)}
    >
      <NameAndSwarm isNew={!record} {...{ draft, act, swarms, errors, readOnly }}>
        <div id={fieldId('recipe_uuid')} tabIndex={-1}>
          <SelectField
            label={t('methods.recipe.title')}
            required
            placeholder={t('methods.recipe.choose')}
            disabled={readOnly}
            value={draft.recipe_uuid}
            choices={recipes.map(({ uuid, name }) => ({ value: uuid, label: name }))}
            error={record || draft.recipe_uuid !== '' ? errors['recipe_uuid'] : undefined}
            onChange={(recipe_uuid) => act({ type: 'set', change: { recipe_uuid } })}
          />
        </div>
        <div id={fieldId('minimum_bkernel')} tabIndex={-1} onBlur={() => act({ type: 'settle' })}>
          <VersionField
            value={draft.minimum_bkernel}
            error={errors['minimum_bkernel']}
            disabled={readOnly}
            onChange={(version) =>
              act({ type: 'set', change: { minimum_bkernel: version as string | null } })
            }
          />
        </div>
      </NameAndSwarm>
      <Choices {...{ draft, act, errors, readOnly, record }} />
      <ProtocolLayout editor={protocol.editor} {...{ act, targets, readOnly }} />
      <RuleLists {...{ draft, act, errors, readOnly, targets }} />
      {!readOnly && <ProblemList problems={problems} nameOf={nameField} />}
    </EditingPage>
  )
}

const none: never[] = []

/** Return what a new protocol begins with: the recipe that the address names, its name and its plates. */
function useNamedRecipe(
  { kind }: EditedProtocol,
  recipes: ReturnType<typeof useOffered>,
): Draft | null {
  const { search } = useAddress()
  const named = recipes.find(({ uuid }) => uuid === search.get('recipe'))
  if (!named) return null
  const cartridge_types = deviceCartridgeNames.filter((type) =>
    named.cartridge_types.includes(type),
  )
  return { ...kind.empty, name: named.name, recipe_uuid: named.uuid, cartridge_types }
}

/** Return the recipes that can be chosen: everybody's and those of its swarm, and the one that it has. */
function useOffered(draft: Draft, record: Protocol | null) {
  const own = useRecords(recipeEntity) ?? none
  const published = useRecords(globalRecipe) ?? none
  // Ask whether recipes are reviewed: such a company runs none of the provider's by itself (decision 41).
  const isReviewed = useRecipeReview()
  const { swarm_uuid: swarm } = draft
  return useMemo(() => {
    const seen = own.filter(({ swarm_uuid }) => swarm_uuid === null || swarm_uuid === swarm)
    const isKept = ({ uuid }: { uuid: string }) => uuid === record?.recipe_uuid
    const others = isReviewed ? published.filter(isKept) : published
    return [...seen, ...others].filter((one) => one.archived === 0 || isKept(one))
  }, [own, published, isReviewed, swarm, record])
}

/** Choose the applications and the plates. */
function Choices(props: {
  draft: Draft
  act: Dispatch<EditorAct>
  errors: FieldErrors
  readOnly: boolean
  record: Protocol | null
}) {
  const { draft, act, errors, readOnly, record } = props
  const applications = (useRecords(application) ?? none).filter(
    ({ uuid, archived, swarm_uuid }) =>
      draft.application_uuids.includes(uuid) ||
      (archived === 0 && (swarm_uuid === null || swarm_uuid === draft.swarm_uuid)),
  )
  const plates = listPlates(record?.cartridge_types ?? none)
  const { length: chosenPlates } = draft.cartridge_types
  // Say among the problems only that a new one has no plate yet, as of name and recipe.
  const plateError =
    record || chosenPlates > 0 ? errorOf(errors, 'cartridge_types', chosenPlates + 1) : undefined
  return (
    <div className={styles.choices}>
      <div id={fieldId('cartridge_types')} tabIndex={-1}>
        <ChoicesField
          label={t('methods.plates')}
          choices={deviceCartridgeNames
            .filter((type) => plates.includes(type))
            .map((type) => ({ value: type, label: sayPlate(type), disabled: readOnly }))}
          chosen={draft.cartridge_types}
          error={plateError}
          onChange={(chosen) => {
            // Keep the order of sizes, whichever was chosen first.
            const cartridge_types = deviceCartridgeNames.filter((type) => chosen.includes(type))
            act({ type: 'set', change: { cartridge_types } })
          }}
        />
      </div>
      <div id={fieldId('application_uuids')} tabIndex={-1}>
        <ChoicesField
          label={t('nav.applications')}
          hint={t('methods.protocol.applicationsHint')}
          choices={applications.map(({ uuid, name }) => ({
            value: uuid,
            label: name,
            disabled: readOnly,
          }))}
          chosen={draft.application_uuids}
          error={errorOf(errors, 'application_uuids', draft.application_uuids.length)}
          onChange={(application_uuids) => act({ type: 'set', change: { application_uuids } })}
        />
      </div>
    </div>
  )
}

/** Join what is wrong with a list and with its entries. */
function errorOf(errors: FieldErrors, field: string, count: number): string | undefined {
  const entries = Array.from({ length: count }, (_, at) => errors[`${field}.${at}`])
  return [errors[field], ...entries].filter(Boolean).join(' ') || undefined
}
