import { displayName } from '../../../../domain/catalog/wavelengths.ts'
import { sayCelsius, sayStep } from '../../../entities/process-recipe/say-step.ts'
import { formatExact } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import type { Draft, DraftChannel } from './draft/draft.ts'

/** One thing that two versions of a recipe say differently, in the words of the laboratory. */
export interface Difference {
  what: string
  mine: string
  theirs: string
}

/** List what differs between two versions: `Step 3: 60 °C, 30 s` and `Step 3: 61 °C, 30 s`. */
export function sayDifferences(mine: Draft, theirs: Draft): Difference[] {
  const names = new Set([...mine.channels, ...theirs.channels].map(({ wavelength }) => wavelength))
  const count = Math.max(mine.steps.length, theirs.steps.length)
  const all = [
    { what: t('methods.name'), mine: mine.name, theirs: theirs.name },
    {
      what: t('methods.lid'),
      mine: sayCelsius(mine.lid_temperature),
      theirs: sayCelsius(theirs.lid_temperature),
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
  return step ? sayStep(step) : '–'
}

function sayChannel(channel: DraftChannel | undefined): string {
  if (!channel) return '–'
  const { intensity, exposure } = channel
  return t('methods.channelSet', {
    intensity: intensity === null ? '–' : formatExact(intensity),
    exposure: exposure === null ? '–' : formatExact(exposure),
  })
}
