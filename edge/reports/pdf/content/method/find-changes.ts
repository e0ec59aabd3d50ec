import { cartridges } from '../../../../../domain/catalog/cartridges.ts'
import { displayName } from '../../../../../domain/catalog/wavelengths.ts'
import type { RecipeVersion } from '../../../../../domain/calls/recipes.ts'
import { findChangedSteps } from '../../../../../domain/rules/pair-steps.ts'
import { sayStep } from '../programme.ts'
import type { Say } from '../say.ts'
import { sayIdentity, sayRun, sayTarget, type Said, unitOf } from './say-evaluation.ts'
import { figuresOf, nameFigure, sayLimits, withUnit } from './say-figure.ts'

/** A setting that two versions have differently, as both say it. */
export type MethodChange = readonly [setting: string, before: string, after: string]

const none = '–'

/** Find what differs between two versions of a recipe: steps, channels, plates, targets, the run, and figures. */
export function findChanges(say: Say, before: RecipeVersion, after: RecipeVersion): MethodChange[] {
  return [
    ...changedSteps(say, before, after),
    ...compare(sayDevice(say, before), sayDevice(say, after)),
    ...changedTargets(say, before, after),
    ...compare(sayRun(say, before.evaluation), sayRun(say, after.evaluation)),
    ...compare(sayFigures(say, before), sayFigures(say, after)),
  ]
}

function changedSteps(
  say: Say,
  { process: before }: RecipeVersion,
  { process: after }: RecipeVersion,
): MethodChange[] {
  const write = (steps: typeof before.steps, at: number) => {
    const step = steps[at]
    return step ? sayStep(say, step, at).filter(Boolean).join(' · ') : none
  }
  return findChangedSteps(before.steps, after.steps).map(([one, other]) => [
    say.word('method.numberedStep', { number: Math.max(one, other < 0 ? one : other) + 1 }),
    write(before.steps, one),
    write(after.steps, other),
  ])
}

/** Say what a device needs to know beside the steps: channels, lid, plates, software. */
function sayDevice(say: Say, version: RecipeVersion): Said[] {
  const { process, cartridge_types: plates, minimum_bkernel: bkernel } = version
  return [
    ...process.channels.map(({ wavelength, intensity, exposure }): Said => [
      displayName(wavelength),
      say.word('method.channelSet', { intensity, exposure }),
    ]),
    [say.word('lid'), `${say.exact(process.lid_temperature)} °C`],
    [
      say.word('method.plates'),
      say.list(plates.map((one) => `\u2066${cartridges[one].name}\u2069`)),
    ],
    [say.word('method.bkernel'), bkernel ?? none],
  ]
}

function changedTargets(
  say: Say,
  { evaluation: before }: RecipeVersion,
  { evaluation: after }: RecipeVersion,
): MethodChange[] {
  const names = new Set([...before.targets, ...after.targets].map(({ name }) => name))
  return [...names].flatMap((name): MethodChange[] => {
    const one = before.targets.find((target) => target.name === name)
    const other = after.targets.find((target) => target.name === name)
    if (!one || !other) {
      return [[name, one ? sayIdentity(say, one) : none, other ? sayIdentity(say, other) : none]]
    }
    const changes = compare(
      sayTarget(say, one, unitOf(before)),
      sayTarget(say, other, unitOf(after)),
    )
    return changes.map(([topic, was, is]) => [
      say.word('pair', { label: name, value: topic }),
      was,
      is,
    ])
  })
}

function sayFigures(say: Say, version: RecipeVersion): Said[] {
  return figuresOf(version).map((figure) => [
    nameFigure(say, figure),
    `${withUnit(say, figure.value, figure.unit)} (n = ${say.number(figure.n, 0)}; ${sayLimits(say, figure)})`,
  ])
}

/** List the topics that are said differently; those of one name are joined. */
function compare(before: readonly Said[], after: readonly Said[]): MethodChange[] {
  const [one, other] = [joinSaid(before), joinSaid(after)]
  return [...new Set([...one.keys(), ...other.keys()])].flatMap((what): MethodChange[] => {
    const [was, is] = [one.get(what) ?? none, other.get(what) ?? none]
    return was === is ? [] : [[what, was, is]]
  })
}

function joinSaid(said: readonly Said[]): Map<string, string> {
  const joined = new Map<string, string>()
  for (const [what, text] of said) {
    const known = joined.get(what)
    joined.set(what, known === undefined ? text : `${known} · ${text}`)
  }
  return joined
}
