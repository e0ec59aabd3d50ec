import { displayName } from '../../../../domain/catalog/wavelengths.ts'
import { findProcessDifferences } from '../../../entities/process-recipe/find-process-differences.ts'
import { hasText, t } from '../../../i18n/intl.ts'
import type { Difference } from '../editing/StaleDialog.tsx'
import type { Draft } from './draft/draft.ts'

/** List what differs between two versions: `Step 3: 60 °C, 30 s` and `Step 3: 61 °C, 30 s`. */
export function sayDifferences(mine: Draft, theirs: Draft): Difference[] {
  const name = { what: t('methods.name'), mine: mine.name, theirs: theirs.name }
  const settings = findProcessDifferences(mine, theirs)
  return [
    ...(mine.name === theirs.name ? [] : [name]),
    ...settings.map(({ what, before, after }) => ({ what, mine: before, theirs: after })),
  ]
}

const columns: Record<string, string> = {
  temperature: 'methods.temperature',
  duration: 'methods.duration',
  temperature_change: 'methods.change',
  goto: 'methods.backTo',
  repeat: 'methods.passes',
  intensity: 'methods.intensity',
  exposure: 'methods.exposure',
  wavelength: 'methods.wavelength',
}

/** Say which field of a recipe it is: `Step 3 · Temperature (°C)`. */
export function nameField(field: string, { channels }: Draft): string {
  const [, part = '', at, name = ''] = field.split('.')
  const own = columns[name]
  const column = own && hasText(own) ? ` · ${t(own)}` : ''
  if (field === 'name') return t('methods.name')
  if (part === 'lid_temperature') return t('methods.lid')
  if (part === 'steps') {
    return at === undefined
      ? t('methods.steps')
      : `${t('methods.step', { number: Number(at) + 1 })}${column}`
  }
  if (part !== 'channels') return t('methods.programme')
  const channel = channels[Number(at)]
  return channel ? `${displayName(channel.wavelength)}${column}` : t('methods.channels')
}
