import { callNames } from '../../../../domain/results.ts'
import { reviewOf } from '../../../../domain/rules/sample-review.ts'
import { standingComments } from '../../../../domain/rules/well-comment.ts'
import type { Sliced } from '../../../../workers/slices.ts'
import type { PdfPage } from '../file/pdf-page.ts'
import type { Element } from '../file/structure.ts'
import type { Shown } from '../page/call-shape.ts'
import type { Strip } from '../page/paginate.ts'
import type { Sheet } from '../page/sheet.ts'
import { type Cell, type Column, longTable, table } from '../page/table-strips.ts'
import { heading, paragraph } from '../page/text-strips.ts'
import { type ReportFacts, shownCall } from './report-facts.ts'

type Strips = Strip<PdfPage>[]

/** Print the number of samples of each target by result, and of those not released. */
export function counts(sheet: Sheet, parent: Element, facts: ReportFacts): Strips {
  const { say, results } = facts
  const targets = [...new Set(results.samples.map(({ target }) => target))]
  if (targets.length === 0) return []
  const shown = results.samples.map((one) => ({
    target: one.target,
    call: shownCall(facts, one.sample_uuid, one.call),
  }))
  const kept = (['held', 'rejected'] as const).filter((verdict) =>
    shown.some(({ call }) => call === verdict),
  )
  const calls: Shown[] = [...callNames, ...kept]
  const columns: Column[] = [
    { title: say.word('target'), share: 3 },
    ...calls.map((call) => ({ title: say.word(`call.${call}`), share: 2, align: 'end' as const })),
  ]
  const rows = targets.map((target) => [
    target,
    ...calls.map((call) => {
      const of = shown.filter((one) => one.target === target && one.call === call)
      return say.number(of.length, 0)
    }),
  ])
  return [...heading(sheet, parent, say.word('results')), ...table(sheet, parent, columns, rows)]
}

/** List the run's rules for controls, and whether each held. */
export function controlRules(sheet: Sheet, parent: Element, { say, results }: ReportFacts): Strips {
  const head = heading(sheet, parent, say.word('controls'))
  if (results.controls.length === 0) {
    return [...head, ...paragraph(sheet, parent, say.word('controls.none'))]
  }
  const columns: Column[] = [
    { title: say.word('rule'), share: 5 },
    { title: say.word('target'), share: 2 },
    { title: say.word('outcome'), share: 4 },
  ]
  const rows = results.controls.map(({ rule, ok, target, wells }) => [
    say.word(`control.${rule}`),
    target ?? '',
    ok
      ? say.word('held')
      : { text: say.word('broken', { wells: say.list(wells) }), call: 'invalid' as const },
  ])
  return [...head, ...table(sheet, parent, columns, rows)]
}

/** Print the decisions of reviewers on single samples, with person, time and reason. */
export function* sampleReviews(sheet: Sheet, parent: Element, facts: ReportFacts): Sliced<Strips> {
  const { say, record, results } = facts
  const shown = new Set(results.samples.map(({ sample_uuid }) => sample_uuid))
  const rows = record.samples.flatMap(({ uuid, name }): Cell[][] => {
    const review = shown.has(uuid) ? reviewOf(record, uuid) : undefined
    if (!review) return []
    const { verdict, reason, user_name, at } = review
    const word = say.word(`call.${verdict}`)
    const cell = verdict === 'accepted' ? word : { text: word, call: verdict }
    return [[name, cell, reason, say.list([user_name, say.moment(at)])]]
  })
  if (rows.length === 0) return []
  const columns: Column[] = [
    { title: say.word('sample'), share: 4 },
    { title: say.word('outcome'), share: 3 },
    { title: say.word('reason'), share: 6 },
    { title: say.word('reviewer'), share: 5 },
  ]
  return [
    ...heading(sheet, parent, say.word('sampleReviews')),
    ...(yield* longTable(sheet, parent, columns, rows)),
  ]
}

/** Print the comments on wells, with author and time; none that was removed, and none on a sample that is left out. */
export function* wellComments(
  sheet: Sheet,
  parent: Element,
  { say, record, results }: ReportFacts,
): Sliced<Strips> {
  const shown = new Set(results.samples.map(({ sample_uuid }) => sample_uuid))
  const hidden = new Set(
    record.samples.flatMap(({ uuid, coordinates }) => (shown.has(uuid) ? [] : coordinates)),
  )
  const rows = standingComments(record)
    .filter(({ well }) => !hidden.has(well))
    .map(({ well, target, text, user_name: name = '', at }): Cell[] => [
      well,
      target ?? '',
      text.replaceAll(/(?<!\s)\s*\n\s*/g, ' '),
      at === undefined ? name : say.list([name, say.moment(at)]),
    ])
  if (rows.length === 0) return []
  const columns: Column[] = [
    { title: say.word('well'), share: 1 },
    { title: say.word('target'), share: 2 },
    { title: say.word('comment'), share: 6 },
    { title: say.word('author'), share: 4 },
  ]
  return [
    ...heading(sheet, parent, say.word('wellComments')),
    ...(yield* longTable(sheet, parent, columns, rows)),
  ]
}
