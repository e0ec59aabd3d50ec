import { displayName } from '../../../../domain/catalog/wavelengths.ts'
import { sayCelsius, sayStep } from '../../../entities/process-recipe/say-step.ts'
import { formatExact } from '../../../i18n/format.ts'
import { hasText, t } from '../../../i18n/intl.ts'
import type { Difference } from '../editing/StaleDialog.tsx'
import { numberOf } from '../editing/typed.ts'
import { type Draft, type DraftChannel, drawnStep } from './draft/draft.ts'

/** List what differs between two versions: `Step 3: 60 °C, 30 s` and `Step 3: 61 °C, 30 s`. */
export function sayDifferences(mine: Draft, theirs: Draft): Difference[] {
  const names = new Set([...mine.channels, ...theirs.channels].map(({ wavelength }) => wavelength))
  const count = Math.max(mine.steps.length, theirs.steps.length)
  const all = [
    { what: t('methods.name'), mine: mine.name, theirs: theirs.name },
    {
      what: t('methods.lid'),
      mine: sayCelsius(numberOf(mine.lid_temperature)),
      theirs: sayCelsius(numberOf(theirs.lid_temperature)),
    },
    ...Array.from({ length: count }, (_, at) => ({
      what: t('methods.step', { number: at + 1 }),
      mine: stepAt(mine, at),
      theirs: stepAt(theirs, at),
    })),
    ...[...names].map((name) => ({
      what: displayName(name),
      mine: sayChannel(mine.channels.find(({ wavelength }) => wavelength === name)),
      theirs: sayChannel(theirs.channels.find(({ wavelength }) => wavelength === name)),
    })),
  ]
  return all.filter((one) => one.mine !== one.theirs)
}

function stepAt({ steps }: Draft, at: number): string {
  const step = steps[at]
  return step ? sayStep(drawnStep(step)) : '–'
}

function sayChannel(channel: DraftChannel | undefined): string {
  if (!channel) return '–'
  const say = (value: number | null) => (value === null ? '–' : formatExact(value))
  return t('methods.channelSet', {
    intensity: say(numberOf(channel.intensity)),
    exposure: say(numberOf(channel.exposure)),
  })
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
