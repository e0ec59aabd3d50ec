import { displayName, type WavelengthName } from '../../../domain/catalog/wavelengths.ts'
import { formatExact } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import type { DrawnStep } from './programme-layout.ts'
import { sayCelsius, sayStep } from './say-step.ts'

/** A thermal programme as it is drawn; of a draft its numbers may be missing. */
export interface DrawnProcess {
  lid_temperature: number | null
  channels: readonly {
    wavelength: WavelengthName
    intensity: number | null
    exposure: number | null
  }[]
  steps: readonly DrawnStep[]
}

/** Find what differs between two programmes, in the words of the laboratory: `Step 3`, `60 °C, 30 s`, `61 °C, 30 s`. */
export function findProcessDifferences(
  before: DrawnProcess,
  after: DrawnProcess,
): { what: string; before: string; after: string }[] {
  const all = [...before.channels, ...after.channels]
  const names = new Set(all.map(({ wavelength }) => wavelength))
  const count = Math.max(before.steps.length, after.steps.length)
  const facts = [
    {
      what: t('methods.lid'),
      before: sayCelsius(before.lid_temperature),
      after: sayCelsius(after.lid_temperature),
    },
    ...Array.from({ length: count }, (_, at) => ({
      what: t('methods.step', { number: at + 1 }),
      before: stepAt(before, at),
      after: stepAt(after, at),
    })),
    ...[...names].map((name) => ({
      what: displayName(name),
      before: channelOf(before, name),
      after: channelOf(after, name),
    })),
  ]
  return facts.filter((one) => one.before !== one.after)
}

function stepAt({ steps }: DrawnProcess, at: number): string {
  const step = steps[at]
  return step ? sayStep(step) : '–'
}

function channelOf({ channels }: DrawnProcess, name: WavelengthName): string {
  const channel = channels.find(({ wavelength }) => wavelength === name)
  if (!channel) return '–'
  const { intensity, exposure } = channel
  return t('methods.channelSet', {
    intensity: intensity === null ? '–' : formatExact(intensity),
    exposure: exposure === null ? '–' : formatExact(exposure),
  })
}
