import type { Evaluation } from '../entities/evaluation-recipe.ts'
import { type Process, processLimits } from '../entities/process-recipe.ts'
import { Fault, type FaultDetail, problem } from '../fault.ts'
import { findEvaluationProblems } from './evaluation-problems.ts'
import { expandProgramme } from './programme.ts'

/** Limits of the block, as of each step. */
const { min: coldest, max: hottest } = processLimits.temperature

/** Find problems of a recipe: of its programme, its evaluation, and between what is measured and what is evaluated. */
export function findRecipeProblems(recipe: {
  process: Process
  evaluation: Evaluation
}): FaultDetail[] {
  const { process, evaluation } = recipe
  return [
    ...findProcessProblems(process),
    ...findEvaluationProblems(evaluation),
    ...findUnmeasured(process, evaluation),
  ]
}

/** Find problems of a programme: loops, length, temperatures reached by its passes, repeated channels. */
export function findProcessProblems(process: Process): FaultDetail[] {
  return [...findStepProblems(process), ...findRepeatedChannels(process)]
}

function findStepProblems(process: Process): FaultDetail[] {
  try {
    const tooFar = expandProgramme(process).find(
      ({ temperature, kind }) =>
        kind === 'temperature' && (temperature < coldest || temperature > hottest),
    )
    if (!tooFar) return []
    return [
      problem(
        'temperature_out_of_range',
        `process.steps.${tooFar.source}.temperature_change`,
        `The passes of the loop lead to ${tooFar.temperature} °C`,
        { temperature: tooFar.temperature, coldest, hottest },
      ),
    ]
  } catch (error) {
    if (error instanceof Fault) return [...error.details]
    throw error
  }
}

function findRepeatedChannels({ channels }: Process): FaultDetail[] {
  const seen = new Set<string>()
  return channels.flatMap(({ wavelength }, index) => {
    const repeated = seen.has(wavelength)
    seen.add(wavelength)
    if (!repeated) return []
    const message = `${wavelength} is measured already: remove it first`
    return problem('rule_repeated', `process.channels.${index}.wavelength`, message, {
      name: wavelength,
    })
  })
}

/** Find channels that the evaluation reads and the programme does not measure. */
function findUnmeasured({ channels }: Process, evaluation: Evaluation): FaultDetail[] {
  const measured = new Set<string>(channels.map(({ wavelength }) => wavelength))
  const wanted = [
    ...evaluation.targets.map(
      ({ channel }, index) => [channel, `evaluation.targets.${index}.channel`] as const,
    ),
    [evaluation.passive_reference, 'evaluation.passive_reference'] as const,
  ]
  return wanted.flatMap(([channel, field]) => {
    if (channel === null || measured.has(channel)) return []
    const message = `The programme does not measure ${channel}`
    return problem('channel_not_measured', field, message, { channel })
  })
}
