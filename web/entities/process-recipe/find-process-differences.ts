import { displayName } from '../../../domain/catalog/wavelengths.ts'
import type { Process, ProcessStep } from '../../../domain/entities/process-recipe.ts'
import { pairSteps } from '../../../domain/rules/pair-steps.ts'
import { formatNumber } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import { sayCelsius, sayChange, sayHold, sayStep } from './say-step.ts'

/** One setting that two programmes have differently, in the words of the laboratory: `Step 3: temperature`, `60 °C`, `61 °C`. */
export interface ProcessDifference {
  what: string
  before: string
  after: string
}

/**
 * Find what differs between two thermal programmes: steps in their order, channels, lid. A step is found again where it was
 * moved by others that came or went, and a loop that goes back to the same step says so no more than once.
 */
export function findProcessDifferences(before: Process, after: Process): ProcessDifference[] {
  const pairs = pairSteps(before.steps, after.steps)
  const moved = new Map(pairs.flatMap(([one, other]) => (one < 0 ? [] : [[one, other] as const])))
  return [
    ...pairs.flatMap(([one, other]) =>
      compareSteps([before.steps[one], one], [after.steps[other], other], moved),
    ),
    ...compareChannels(before.channels, after.channels),
    ...differ(
      t('methods.lid'),
      sayCelsius(before.lid_temperature),
      sayCelsius(after.lid_temperature),
    ),
  ]
}

type Placed = readonly [step: ProcessStep | undefined, place: number]

function compareSteps(
  [one, place]: Placed,
  [other, later]: Placed,
  moved: ReadonlyMap<number, number>,
): ProcessDifference[] {
  if (!one || !other) {
    const what = t('methods.step', { number: (other ? later : place) + 1 })
    return [{ what, before: one ? sayStep(one) : '–', after: other ? sayStep(other) : '–' }]
  }
  const say = (what: string, before: string, after: string) =>
    differ(t('versions.stepIs', { number: later + 1, what }), before, after)
  switch (other.type) {
    case 'temperature': {
      const known = one as typeof other
      const [from, to] = [known.temperature_change ?? 0, other.temperature_change ?? 0]
      return [
        ...say(
          t('versions.temperature'),
          sayCelsius(known.temperature),
          sayCelsius(other.temperature),
        ),
        ...say(t('versions.duration'), sayHold(known.duration), sayHold(other.duration)),
        ...say(t('versions.change'), from ? sayChange(from) : '–', to ? sayChange(to) : '–'),
        ...say(t('versions.reading'), sayReading(known.measure), sayReading(other.measure)),
      ]
    }
    case 'loop': {
      const known = one as typeof other
      const target = (step: number) => t('methods.step', { number: step + 1 })
      const isSame = (moved.get(known.goto) ?? -1) === other.goto
      return [
        ...say(t('versions.passes'), formatNumber(known.repeat), formatNumber(other.repeat)),
        ...(isSame ? [] : say(t('versions.backTo'), target(known.goto), target(other.goto))),
      ]
    }
    case 'pause': {
      const known = one as typeof other
      return say(
        t('versions.temperature'),
        sayCelsius(known.temperature),
        sayCelsius(other.temperature),
      )
    }
    case 'lidOpen':
      return []
  }
}

const sayReading = (measure: 'real time' | 'meltcurve' | undefined) =>
  measure ? t(`methods.read.${measure === 'meltcurve' ? 'melt' : 'amplification'}`) : '–'

function compareChannels(
  before: Process['channels'],
  after: Process['channels'],
): ProcessDifference[] {
  const names = new Set([...before, ...after].map(({ wavelength }) => wavelength))
  return [...names].flatMap((name) => {
    const one = before.find(({ wavelength }) => wavelength === name)
    const other = after.find(({ wavelength }) => wavelength === name)
    const channel = displayName(name)
    if (!one || !other)
      return differ(channel, one ? sayChannel(one) : '–', other ? sayChannel(other) : '–')
    const say = (what: string, from: number, to: number) =>
      differ(t('versions.channelIs', { channel, what }), formatNumber(from), formatNumber(to))
    return [
      ...say(t('methods.intensity'), one.intensity, other.intensity),
      ...say(t('methods.exposure'), one.exposure, other.exposure),
    ]
  })
}

const sayChannel = ({ intensity, exposure }: Process['channels'][number]) =>
  t('methods.channelSet', { intensity, exposure })

function differ(what: string, before: string, after: string): ProcessDifference[] {
  return before === after ? [] : [{ what, before, after }]
}
