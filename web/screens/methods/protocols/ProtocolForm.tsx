import { deviceCartridgeNames, cartridges } from '../../../../domain/catalog/cartridges.ts'
import * as v from 'valibot'
import { application } from '../../../../domain/entities/application.ts'
import { globalRecipe } from '../../../../domain/entities/global-recipe.ts'
import { Protocol } from '../../../../domain/entities/protocol.ts'
import { recipe } from '../../../../domain/entities/recipe.ts'
import { Uuid } from '../../../../domain/fields.ts'
import { listPlates, VersionField } from '../../../entities/method/device-limits.tsx'
import { t } from '../../../i18n/intl.ts'
import type { FieldSpec } from '../../../record/FieldInput.tsx'
import { RecordForm } from '../../../record/RecordForm.tsx'
import { useRecords } from '../../../state/use-records.ts'

const Values = v.pick(Protocol, [
  'name',
  'recipe_uuid',
  'application_uuids',
  'cartridge_types',
  'minimum_bkernel',
])
export type ProtocolValues = v.InferOutput<typeof Values>
const NewValues = v.strictObject({ ...Values.entries, recipe_uuid: v.union([v.literal(''), Uuid]) })
const Changes = v.partial(Values)

/**
 * A new protocol, or one that is changed: the recipe that is run, what is tested for, and the plates. Its layout and its rules for
 * samples stay as they are.
 */
export function ProtocolForm(props: {
  title: string
  protocol: Protocol | null
  send: (values: ProtocolValues, opId: string) => Promise<void>
  onClose: () => void
}) {
  const { protocol } = props
  const own = useRecords(recipe) ?? none
  const published = useRecords(globalRecipe) ?? none
  const applications = useRecords(application) ?? none
  const offered = [...own, ...published].filter(
    ({ uuid, archived }) => archived === 0 || uuid === protocol?.recipe_uuid,
  )
  const fields: FieldSpec<ProtocolValues>[] = [
    { name: 'name', label: t('methods.name'), autoFocus: true },
    {
      name: 'recipe_uuid',
      label: t('methods.recipe.title'),
      kind: 'choice',
      choices: offered.map(({ uuid, name }) => ({ value: uuid, label: name })),
      placeholder: t('methods.recipe.choose'),
      missing: t('methods.recipe.choose'),
    },
    {
      name: 'application_uuids',
      label: t('nav.applications'),
      hint: t('methods.protocol.applicationsHint'),
      choices: applications
        .filter(
          ({ uuid, archived }) => archived === 0 || protocol?.application_uuids.includes(uuid),
        )
        .map(({ uuid, name }) => ({ value: uuid, label: name })),
    },
    {
      name: 'cartridge_types',
      label: t('methods.plates'),
      missing: t('methods.recipe.choosePlate'),
      choices: deviceCartridgeNames
        .filter((type) => listPlates(protocol?.cartridge_types ?? []).includes(type))
        .map((type) => ({ value: type, label: cartridges[type].name })),
    },
    {
      name: 'minimum_bkernel',
      label: t('methods.bkernel'),
      draw: (field) => <VersionField {...field} />,
    },
  ]
  return (
    <RecordForm<ProtocolValues>
      open
      title={props.title}
      submit={t('methods.save')}
      schema={protocol ? Changes : NewValues}
      values={valuesOf(protocol)}
      fields={fields}
      changesOnly={protocol !== null}
      send={props.send}
      onClose={props.onClose}
    />
  )
}

const none: never[] = []

function valuesOf(protocol: Protocol | null): ProtocolValues {
  return {
    name: protocol?.name ?? '',
    recipe_uuid: protocol?.recipe_uuid ?? '',
    application_uuids: protocol?.application_uuids ?? [],
    cartridge_types: protocol?.cartridge_types ?? [],
    minimum_bkernel: protocol?.minimum_bkernel ?? null,
  }
}
