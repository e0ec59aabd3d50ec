import { displayName } from '../../../../domain/catalog/wavelengths.ts'
import type { TargetRule, ThresholdRule } from '../../../../domain/entities/evaluation-recipe.ts'
import { minutesPerReading } from '../../../../domain/rules/assay-kind.ts'
import type { Sliced } from '../../../../workers/slices.ts'
import type { PdfPage } from '../file/pdf-page.ts'
import type { Element } from '../file/structure.ts'
import type { Strip } from '../page/paginate.ts'
import type { Sheet } from '../page/sheet.ts'
import { longTable, table } from '../page/table-strips.ts'
import { factList, heading } from '../page/text-strips.ts'
import { sayCalibration } from './method/say-evaluation.ts'
import type { ReportFacts } from './report-facts.ts'
import type { Say } from './say.ts'

type Strips = Strip<PdfPage>[]

/** Print the settings of the calculation: for each shown target, and for the whole run. */
export function settings(sheet: Sheet, parent: Element, facts: ReportFacts): Strips {
  const { say, results } = facts
  const { evaluation } = results
  const minutes = minutesPerReading(evaluation)
  const shown = new Set(results.wells.map(({ target }) => target))
  const targets = evaluation.targets.filter(({ name }) => shown.has(name))
  const thresholdOf = (name: string) => {
    const values = results.wells.flatMap((one) =>
      one.target === name ? (one.threshold ?? []) : [],
    )
    return [...new Set(values)]
      .slice(0, 4)
      .map((value) => say.signal(value))
      .join(' / ')
  }
  const columns = [
    { title: say.word('target'), share: 7 },
    { title: say.word('channel'), share: 6 },
    { title: say.word('role'), share: 6 },
    { title: say.word('threshold'), share: 9 },
    { title: say.word('baseline'), share: 9 },
    { title: say.word('cqMethod'), share: 7 },
    { title: say.word(minutes === null ? 'cqLimits' : 'ttLimits'), share: 8 },
    { title: say.word('tmWindow'), share: 7 },
  ].filter(({ title }) => title !== say.word('tmWindow') || targets.some(({ tm }) => tm))
  const rows = targets.map((target) =>
    [
      target.name,
      displayName(target.channel),
      say.word(target.role === 'target' ? 'role.target' : 'role.internal'),
      `${thresholdOf(target.name)} (${thresholdRule(say, target.threshold)})`,
      baselineRule(say, target),
      say.word(`cqMethod.${target.cq_method ?? 'threshold'}`),
      cqLimits(say, target),
      target.tm ? `${say.number(target.tm.min, 1)} – ${say.number(target.tm.max, 1)} °C` : '',
    ].slice(0, columns.length),
  )
  return [
    ...heading(sheet, parent, say.word('settings')),
    ...table(sheet, parent, columns, rows),
    { height: 5, draw: () => undefined },
    ...factList(sheet, parent, settingsOfRun(facts)),
  ]
}

/** Say what holds for the whole run, and what it was calculated and measured by. */
function settingsOfRun(facts: ReportFacts): [string, string | null][] {
  const { say, results } = facts
  const { passive_reference: reference, compensation, controls } = results.evaluation
  const minutes = minutesPerReading(results.evaluation)
  return [
    [say.word('passiveReference'), reference === null ? say.word('none') : displayName(reference)],
    [
      say.word('compensation'),
      compensation?.from
        ? sayCalibration(say, compensation.from)
        : say.word(compensation ? 'yes' : 'no'),
    ],
    [
      say.word('replicateSd'),
      controls.replicate_sd === undefined ? null : say.number(controls.replicate_sd, 2),
    ],
    ...(controls.ntc_distance === undefined
      ? []
      : [
          [
            say.word('ntcDistance'),
            minutes === null
              ? say.word('ntcDistance.cycles', { cycles: say.number(controls.ntc_distance, 1) })
              : say.word('ntcDistance.minutes', {
                  minutes: say.number(controls.ntc_distance, 1),
                }),
          ] as [string, string],
        ]),
    ...(minutes === null
      ? []
      : [
          [
            say.word('assayKind'),
            say.word('assayKind.isothermal', { minutes: say.number(minutes, 2) }),
          ] as [string, string],
        ]),
    [say.word('engine'), `${results.engine.name} ${results.engine.version}`],
    ...sayCalibrations(facts),
  ]
}

/** Name the calibrations that were in force when the run began; nothing where nobody knows of any. */
function sayCalibrations({ say, calibrations }: ReportFacts): [string, string][] {
  if (calibrations === null) return []
  if (calibrations.length === 0) return [[say.word('calibrations'), say.word('none')]]
  return calibrations.map(({ kind, method, signed_by: name, signed_at: at, uuid }) => [
    say.word(`calibration.${kind}`),
    `${say.moment(at)} · ${name} · ${method} · ${uuid}`,
  ])
}

function thresholdRule(say: Say, rule: ThresholdRule): string {
  if (rule.method === 'fixed') return say.word('threshold.fixed')
  return say.word('threshold.automatic', { factor: say.number(rule.factor) })
}

function baselineRule(say: Say, { baseline }: TargetRule): string {
  if (baseline.method !== 'window') return say.word(`baseline.${baseline.method}`)
  return say.word('baseline.window', { start: baseline.start, end: baseline.end })
}

function cqLimits(say: Say, { cq_min, cq_review, cq_max }: TargetRule): string {
  return say.list([
    ...(cq_min === undefined ? [] : [say.word('cqLimits.min', { min: say.number(cq_min) })]),
    say.word('cqLimits.max', { max: say.number(cq_max) }),
    ...(cq_review === undefined
      ? []
      : [say.word('cqLimits.review', { from: say.number(cq_review) })]),
  ])
}

/** List the wells that a person excluded, with the reason. */
export function* excluded(sheet: Sheet, parent: Element, facts: ReportFacts): Sliced<Strips> {
  const { say, record, sample, results } = facts
  const wells = new Set(results.wells.map(({ well }) => well))
  const rows = record.exclusions
    .filter(({ well }) => (sample ? sample.coordinates.includes(well) : wells.has(well)))
    .map(({ well, target, reason }) => [well, target ?? '', reason])
  if (rows.length === 0) return []
  const columns = [
    { title: say.word('well'), share: 1 },
    { title: say.word('target'), share: 2 },
    { title: say.word('reason'), share: 8 },
  ]
  return [
    ...heading(sheet, parent, say.word('excluded')),
    ...(yield* longTable(sheet, parent, columns, rows)),
  ]
}

/** List the straight lines through the run's standards. */
export function standardCurves(
  sheet: Sheet,
  parent: Element,
  { say, results }: ReportFacts,
): Strips {
  const rows = results.assays.flatMap(({ target, standard_curve: curve }) => {
    if (curve === null || typeof curve === 'string') return []
    const { slope, r2, efficiency, points, lowest, highest } = curve
    return [
      [
        target,
        say.number(slope, 3),
        say.number(r2, 4),
        efficiency === null ? '–' : say.number(efficiency.value, 3),
        say.number(points, 0),
        `${say.signal(10 ** lowest)} – ${say.signal(10 ** highest)}`,
      ],
    ]
  })
  if (rows.length === 0) return []
  const titles = ['target', 'slope', null, 'efficiency', 'points', 'range'] as const
  const columns = titles.map((title, at) => ({
    title: title === null ? 'R²' : say.word(title),
    share: at === 0 ? 3 : 2,
    align: at === 0 ? ('start' as const) : ('end' as const),
  }))
  return [
    ...heading(sheet, parent, say.word('standardCurves')),
    ...table(sheet, parent, columns, rows),
  ]
}
