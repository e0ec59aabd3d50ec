import { cartridges } from '../../../../../domain/catalog/cartridges.ts'
import { displayName } from '../../../../../domain/catalog/wavelengths.ts'
import type { Sample } from '../../../../../domain/entities/analysis.ts'
import type { VerificationFigure } from '../../../../../domain/entities/verification-figure.ts'
import { isAccepted, leastFit } from '../../../../../domain/rules/verification.ts'
import { writeWells } from '../../../../../domain/rules/well-ranges.ts'
import type { Strips } from '../../draw-pages.ts'
import type { Element } from '../../file/structure.ts'
import type { Sheet } from '../../page/sheet.ts'
import { type Cell, type Column, table } from '../../page/table-strips.ts'
import { heading, paragraph } from '../../page/text-strips.ts'
import type { Say } from '../say.ts'
import type { MethodFacts, PrintedProtocol } from './method-facts.ts'
import { figuresOf, nameFigure, sayLimits, withUnit } from './say-figure.ts'
import { sayRun, sayTarget, type Said, unitOf } from './say-evaluation.ts'

const room = { height: 6, draw: () => undefined }

/** Print the channels that are read, with the light that they are read by. */
export function channels(sheet: Sheet, parent: Element, { say, version }: MethodFacts): Strips {
  const columns: Column[] = [
    { title: say.word('channel'), share: 4 },
    { title: say.word('method.intensity'), share: 3, align: 'end' },
    { title: say.word('method.exposure'), share: 3, align: 'end' },
  ]
  const rows = version.process.channels.map(({ wavelength, intensity, exposure }) => [
    displayName(wavelength),
    say.exact(intensity),
    say.exact(exposure),
  ])
  return rows.length === 0 ? [] : [room, ...table(sheet, parent, columns, rows)]
}

/** Print the evaluation as sentences: a table for each target, and one for the whole run. */
export function evaluation(sheet: Sheet, parent: Element, { say, version }: MethodFacts): Strips {
  const { evaluation: rules } = version
  const sentences = (name: string, kind: string, said: readonly Said[]) => [
    ...table(
      sheet,
      parent,
      [
        { title: name, share: 5 },
        { title: kind, share: 16 },
      ],
      said,
    ),
    room,
  ]
  return [
    ...heading(sheet, parent, say.word('method.evaluation')),
    ...rules.targets.flatMap((target) =>
      sentences(
        target.name,
        say.word(target.role === 'target' ? 'role.target' : 'role.internal'),
        sayTarget(say, target, unitOf(rules)),
      ),
    ),
    ...sentences(say.word('method.wholeRun'), say.word('settings'), sayRun(say, rules)),
  ]
}

/** Print the figures of the verification with their verdict, and where each comes from. */
export function figures(sheet: Sheet, parent: Element, { say, version }: MethodFacts): Strips {
  const kept = figuresOf(version)
  const head = heading(sheet, parent, say.word('method.figures'))
  if (kept.length === 0) return [...head, ...paragraph(sheet, parent, say.word('method.noFigures'))]
  const columns: Column[] = [
    { title: say.word('method.figure'), share: 8 },
    { title: say.word('method.figure.measured'), share: 5, align: 'end' },
    { title: 'n', share: 2, align: 'end' },
    { title: say.word('method.figure.limits'), share: 6 },
    { title: say.word('method.figure.verdict'), share: 5 },
    { title: say.word('method.origin'), share: 12 },
  ]
  const rows = kept.map((figure): Cell[] => [
    nameFigure(say, figure),
    withUnit(say, figure.value, figure.unit),
    say.number(figure.n, 0),
    sayLimits(say, figure),
    isAccepted(figure)
      ? { text: say.word('method.figure.accepted'), call: 'detected' }
      : { text: say.word('method.figure.outside'), call: 'invalid' },
    sayOrigin(say, figure),
  ])
  return [...head, ...table(sheet, parent, columns, rows)]
}

function sayOrigin(say: Say, figure: VerificationFigure): string {
  const { by, at, engine, runs, files, older } = figure
  const others = runs.filter(({ other_programme: other }) => other === 1)
  const pair = (label: string, value: string) => say.word('pair', { label, value })
  return [
    say.word('byWhom', { moment: say.moment(at), name: by.name }),
    engine === null
      ? say.word('method.figure.stated')
      : say.word('method.figure.calculated', { engine }),
    ...(runs.length === 0
      ? []
      : [pair(say.word('method.figure.runs'), say.list(runs.map(({ name }) => name)))]),
    ...(others.length === 0
      ? []
      : [pair(say.word('method.figure.otherProgramme'), say.list(others.map(({ name }) => name)))]),
    ...(files.length === 0
      ? []
      : [
          pair(
            say.word('method.figure.files'),
            say.list(
              files.map(({ name, content_hash: hash }) => `${name} (${hash.slice(0, 16)}…)`),
            ),
          ),
        ]),
    ...sayProbit(say, figure),
    ...(older === 1 ? [say.word('method.figure.older')] : []),
  ].join(' · ')
}

/** Say how sure a calculated limit of detection is. */
function sayProbit(say: Say, { probit, unit }: VerificationFigure): string[] {
  if (!probit) return []
  const { low, high, fit, range } = probit
  const p = say.number(fit, 3)
  return [
    low === null || high === null
      ? say.word('method.figure.noInterval', { fit: p })
      : say.word('method.figure.probit', {
          low: withUnit(say, low, unit),
          high: withUnit(say, high, unit),
          fit: p,
        }),
    ...(fit < leastFit ? [say.word('method.figure.misfit')] : []),
    ...(range === 'within' ? [] : [say.word('method.figure.outsideLevels')]),
  ]
}

/** Print the comparisons on the test bench that the signature of the approval covers. */
export function comparisons(sheet: Sheet, parent: Element, { say, version }: MethodFacts): Strips {
  const kept = version.release?.comparisons ?? []
  if (kept.length === 0) return []
  const columns: Column[] = [
    { title: say.word('method.person'), share: 9 },
    { title: say.word('method.comparison.runs'), share: 4, align: 'end' },
    { title: say.word('method.comparison.calls'), share: 4, align: 'end' },
    { title: say.word('method.comparison.moved'), share: 4, align: 'end' },
  ]
  const sum = (counts: readonly number[]) => counts.reduce((all, one) => all + one, 0)
  const rows = kept.map(({ by, at, runs }) => [
    say.word('byWhom', { moment: say.moment(at), name: by.name }),
    say.number(runs.length, 0),
    say.number(sum(runs.map(({ calls }) => calls)), 0),
    say.number(sum(runs.map(({ moved }) => moved)), 0),
  ])
  return [
    ...heading(sheet, parent, say.word('method.comparison')),
    ...table(sheet, parent, columns, rows),
  ]
}

/** Print the protocols that use the recipe; nothing for a reader who sees no protocols. */
export function protocols(sheet: Sheet, parent: Element, facts: MethodFacts): Strips {
  const { say, protocols: known } = facts
  if (known === null) return []
  const head = heading(sheet, parent, say.word('method.protocols'))
  if (known.length === 0) {
    return [...head, ...paragraph(sheet, parent, say.word('method.noProtocols'))]
  }
  const columns: Column[] = [
    { title: say.word('protocol'), share: 7 },
    { title: say.word('application'), share: 5 },
    { title: say.word('method.plates'), share: 3 },
    { title: say.word('method.minimumSamples'), share: 5 },
    { title: say.word('method.expectedWells'), share: 5 },
    { title: say.word('method.layout'), share: 7 },
  ]
  const rows = known.map((one) => [
    say.word('versionOf', { name: one.name, version: one.version }),
    say.list(one.applications),
    say.list(one.cartridge_types.map((type) => `\u2066${cartridges[type].name}\u2069`)),
    say.list(one.minimum_samples.map(({ sample_type: type, count }) => countOf(say, type, count))),
    say.list(
      (one.expected_wells ?? []).map(({ sample_type: type, well_type: mix, count }) =>
        [countOf(say, type, count), ...(mix === undefined ? [] : [`(${mix})`])].join(' '),
      ),
    ),
    sayLayout(say, one),
  ])
  return [...head, ...table(sheet, parent, columns, rows)]
}

function countOf(say: Say, type: Sample['sample_type'], count: number): string {
  return `${say.number(count, 0)} × ${say.word(`sampleType.${type}`)}`
}

/** Name the samples of a layout with their wells, as on the largest of its plates, which has those of the others. */
function sayLayout(say: Say, { layout, cartridge_types: types }: PrintedProtocol): string {
  const shape = types
    .map((type) => cartridges[type])
    .reduce((one, other) => (other.columns > one.columns ? other : one))
  return layout
    .map(({ name, coordinates }) =>
      say.word('pair', { label: name, value: writeWells(coordinates, shape) }),
    )
    .join(' · ')
}

/** Print the kits that are linked to the recipe; nothing for a reader who sees no kits. */
export function material(sheet: Sheet, parent: Element, { say, kits }: MethodFacts): Strips {
  if (kits === null) return []
  const head = heading(sheet, parent, say.word('method.material'))
  if (kits.length === 0)
    return [...head, ...paragraph(sheet, parent, say.word('method.noMaterial'))]
  const columns: Column[] = [
    { title: say.word('kit'), share: 7 },
    { title: say.word('ref'), share: 4 },
    { title: 'GTIN', share: 5 },
    { title: say.word('method.producer'), share: 5 },
    { title: say.word('method.tests'), share: 3, align: 'end' },
  ]
  const rows = kits.map(({ name, ref, gtin, producer, quantity }) => [
    name,
    ref,
    gtin ?? '',
    producer,
    say.number(quantity, 0),
  ])
  return [...head, ...table(sheet, parent, columns, rows)]
}
