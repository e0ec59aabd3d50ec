import type { Sample } from '../../../../domain/entities/analysis.ts'
import { formatNumber } from '../../../i18n/format.ts'
import { hasText, t } from '../../../i18n/intl.ts'
import {
  type ProtocolNames,
  sayApplications,
  sayDevicePlates,
} from '../../../entities/protocol/protocol-columns.tsx'
import type { Difference } from '../editing/StaleDialog.tsx'
import type { Draft } from './draft/draft.ts'

/** List what differs between two versions, the samples of the layout by their names. */
export function sayDifferences(mine: Draft, theirs: Draft, names: ProtocolNames): Difference[] {
  const compare = (what: string, say: (draft: Draft) => string) => ({
    what,
    mine: say(mine),
    theirs: say(theirs),
  })
  const samples = new Set([...mine.layout, ...theirs.layout].map(({ name }) => name))
  return [
    compare(t('methods.name'), ({ name }) => name),
    compare(t('methods.recipe.title'), (one) => names.recipes.get(one.recipe_uuid) ?? '–'),
    compare(t('nav.applications'), (one) => sayApplications(one, names) || '–'),
    compare(t('methods.plates'), (one) => sayDevicePlates(one) || '–'),
    compare(t('methods.bkernel'), ({ minimum_bkernel: version }) => version ?? '–'),
    compare(t('methods.minimumSamples'), (one) => sayRules(one.minimum_samples)),
    compare(t('methods.protocol.wells'), (one) => sayRules(one.expected_wells)),
    ...[...samples].map((name) =>
      compare(name, ({ layout }) => saySamples(layout.filter((sample) => sample.name === name))),
    ),
  ].filter((one) => one.mine !== one.theirs)
}

function sayRules(rules: Draft['expected_wells']): string {
  const said = rules.map(({ sample_type, well_type, count }) => {
    const mix = well_type === undefined ? '' : ` (${well_type})`
    return `${t(`sample.type.${sample_type}`)}${mix}: ${count === null ? '–' : formatNumber(count)}`
  })
  return said.join(', ') || '–'
}

function saySamples(samples: readonly Sample[]): string {
  const said = samples.map(({ sample_type, coordinates, well_type, quantity }) =>
    [
      t(`sample.type.${sample_type}`),
      coordinates.join(' '),
      well_type,
      quantity && formatNumber(quantity),
    ]
      .filter(Boolean)
      .join(', '),
  )
  return said.join('; ') || '–'
}

const fields: Record<string, string> = {
  name: 'methods.name',
  recipe_uuid: 'methods.recipe.title',
  application_uuids: 'nav.applications',
  cartridge_types: 'methods.plates',
  minimum_bkernel: 'methods.bkernel',
  layout: 'methods.protocol.layout',
  minimum_samples: 'methods.minimumSamples',
  expected_wells: 'methods.protocol.wells',
}

/** Say which field of a protocol it is, with the number of the rule: `Fewest samples 2`. */
export function nameField(field: string): string {
  const [part = '', at] = field.split('.')
  const key = fields[part]
  const name = key && hasText(key) ? t(key) : ''
  const isRule = part === 'minimum_samples' || part === 'expected_wells'
  return isRule && at !== undefined ? `${name} ${formatNumber(Number(at) + 1)}` : name
}
