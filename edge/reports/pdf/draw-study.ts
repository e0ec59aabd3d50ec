import type { Sliced } from '../../../workers/slices.ts'
import type { LoadedStudy } from '../study/load-study.ts'
import { signatureFacts } from './content/identity.ts'
import type { Say } from './content/say.ts'
import { studyGenotypes } from './content/study-genotypes.ts'
import { drawPages, drawParts, type PrintOrder, type Strips } from './draw-pages.ts'
import type { PdfDocument } from './file/pdf-document.ts'
import type { Element } from './file/structure.ts'
import { foldPicture } from './page/fold-picture.ts'
import { pictureRows } from './page/pictures.ts'
import { ink, type papers, type Sheet, type } from './page/sheet.ts'
import { type Column, longTable, table } from './page/table-strips.ts'
import { factList, heading, paragraph } from './page/text-strips.ts'
import type { ShapeText } from './type/shape-text.ts'

export interface StudyFacts extends LoadedStudy {
  say: Say
  paper: keyof typeof papers
  laboratory: string
  /** Hash of the runs and the settings that the figures follow from. */
  hash: string
}

const room = { height: 6, draw: () => undefined }

/** Draw a study: how it was calculated, a figure for each target, then groups, samples and runs as tables. */
export function drawStudy(facts: StudyFacts, shape: ShapeText): Sliced<PdfDocument> {
  const { say, study, laboratory, hash } = facts
  const label = say.word('study.title')
  const order: PrintOrder = {
    say,
    paper: facts.paper,
    title: say.word('pair', { label, value: study.name }),
    author: laboratory,
    subject: `${label}, ${study.uuid}`,
    moment: study.updated_at,
    margins: {
      say,
      laboratory,
      name: study.name,
      draft: study.signature ? null : say.word('study.draft'),
      identity: [label, say.word('versionOf', { name: study.name, version: study.version })],
      hash: [say.word('study.hash'), hash],
    },
    content: (sheet, root) =>
      drawParts(
        [title, signature, figures, groups, stability, samples, studyGenotypes, runs].map(
          (part) => () => part(sheet, root, facts),
        ),
      ),
  }
  return drawPages(order, shape)
}

function title(sheet: Sheet, parent: Element, facts: StudyFacts): Strips {
  const { say, study, laboratory, hash, figures: found } = facts
  const references = study.targets.filter(({ role }) => role === 'reference')
  const fixed = study.targets.filter(({ threshold }) => threshold !== null)
  const list = (names: readonly string[]) =>
    names.length === 0 ? say.word('study.none') : say.list(names)
  const method = study.method === 'ddcq' ? 'ddcq' : study.efficiency
  return [
    ...paragraph(sheet, parent, laboratory, { size: 10, bold: true, colour: ink.quiet }),
    ...paragraph(
      sheet,
      parent,
      say.word('pair', { label: say.word('study.title'), value: study.name }),
      { kind: 'H1', size: type.title, bold: true },
    ),
    ...paragraph(
      sheet,
      parent,
      say.word('study.subtitle', { version: study.version, runs: study.runs.length }),
      { colour: ink.quiet },
    ),
    room,
    ...factList(sheet, parent, [
      [say.word('study.method'), say.word(`study.method.${method}`)],
      [say.word('study.references'), list(references.map(({ name }) => name))],
      [say.word('study.calibrator'), study.calibrator || say.word('study.calibrator.all')],
      [say.word('study.interRun'), list(study.inter_run)],
      [say.word('study.confidence'), `${say.exact(study.confidence * 100)} %`],
      [
        say.word('study.efficiency'),
        say.list(found.efficiencies.map((one) => `${one.target} ${say.number(one.factor, 3)}`)),
      ],
      [say.word('study.id'), study.uuid],
      [say.word('study.hash'), hash],
    ]),
    ...(fixed.length === 0
      ? []
      : paragraph(
          sheet,
          parent,
          say.word('study.threshold', {
            values: say.list(fixed.map((one) => `${one.name} ${say.exact(one.threshold!)}`)),
          }),
        )),
    ...(study.note === '' ? [] : [room, ...paragraph(sheet, parent, study.note)]),
  ]
}

/** Print who signed the study, and its figures with it; that nobody has, where it is still open. */
function signature(sheet: Sheet, parent: Element, { say, study }: StudyFacts): Strips {
  const { signature: signed } = study
  return [
    ...heading(sheet, parent, say.word('signature')),
    ...(signed
      ? factList(sheet, parent, signatureFacts(say, signed))
      : paragraph(sheet, parent, say.word('notSigned'), { bold: true, colour: ink.warn })),
  ]
}

function figures(sheet: Sheet, parent: Element, facts: StudyFacts): Strips {
  const { say, study, figures: found } = facts
  const targets = study.targets.filter(({ role }) => role === 'target').map(({ name }) => name)
  const pictures = targets.flatMap((target) => {
    const own = found.groups.filter((one) => one.target === target && one.count > 0)
    if (own.length === 0) return []
    const bars = own.map(({ group, fold, low, high }) => ({
      name: group,
      fold,
      low,
      high,
      points: found.points
        .filter((one) => one.target === target && one.group === group)
        .map((one) => one.fold),
    }))
    const alt = say.word('study.alt', { target, count: own.length })
    const order = { title: target, alt, yTitle: say.word('study.fold'), bars }
    return [foldPicture({ ...order, shape: sheet.shape, number: say.exact })]
  })
  if (pictures.length === 0) return []
  return [
    ...heading(sheet, parent, say.word('study.figures')),
    ...pictureRows(sheet, parent, pictures, pictures.length === 1 ? 1 : 2),
    ...paragraph(sheet, parent, say.word('study.how'), { size: type.small, colour: ink.quiet }),
  ]
}

function groups(sheet: Sheet, parent: Element, { say, study, figures: found }: StudyFacts): Strips {
  const columns: Column[] = [
    { title: say.word('target'), share: 5 },
    { title: say.word('study.group'), share: 5 },
    { title: say.word('study.replicates'), share: 4, align: 'end' },
    { title: say.word('study.fold'), share: 4, align: 'end' },
    { title: say.word('study.interval'), share: 6, align: 'end' },
    {
      title: say.word('study.against', {
        name: study.calibrator || say.word('study.calibrator.all'),
      }),
      share: 6,
      align: 'end',
    },
    { title: 'p', share: 3, align: 'end' },
  ]
  const rows = found.groups
    .filter(({ count }) => count > 0)
    .map(({ comparison, ...one }) => [
      one.target,
      one.group,
      say.number(one.count, 0),
      say.signal(one.fold),
      span(say, one),
      comparison && comparison.group !== study.calibrator ? span(say, comparison) : '',
      comparison && Number.isFinite(comparison.probability)
        ? say.number(comparison.probability, 4)
        : '',
    ])
  return rows.length === 0 ? [] : [room, ...table(sheet, parent, columns, rows)]
}

function span(say: Say, { low, high }: { low: number; high: number }): string {
  return Number.isFinite(low) && Number.isFinite(high)
    ? `${say.signal(low)} – ${say.signal(high)}`
    : ''
}

function stability(sheet: Sheet, parent: Element, { say, figures: found }: StudyFacts): Strips {
  if (!found.stability) return []
  const { targets, found: ranked } = found.stability
  const rows = ranked.ranking.map((target) => {
    const step = ranked.steps.findLast((one) => one.targets.includes(target))
    const m = step ? step.stabilities[step.targets.indexOf(target)]! : Number.NaN
    return [targets[target] ?? '', say.number(m, 3)]
  })
  const columns: Column[] = [
    { title: say.word('study.references'), share: 6 },
    { title: say.word('study.stability.m'), share: 3, align: 'end' },
  ]
  const { recommended, variations } = ranked
  return [
    ...heading(sheet, parent, say.word('study.stability')),
    ...table(sheet, parent, columns, rows),
    ...(variations.length === 0
      ? []
      : paragraph(
          sheet,
          parent,
          recommended === null
            ? say.word('study.stability.few')
            : say.word('study.stability.enough', { count: recommended }),
        )),
  ]
}

function* samples(sheet: Sheet, parent: Element, { say, figures: found }: StudyFacts) {
  const columns: Column[] = [
    { title: say.word('study.sample'), share: 7 },
    { title: say.word('target'), share: 5 },
    { title: say.word('study.group'), share: 5 },
    { title: say.word('study.cq'), share: 3, align: 'end' },
    { title: 'dCq', share: 3, align: 'end' },
    { title: 'ddCq', share: 3, align: 'end' },
    { title: say.word('study.fold'), share: 4, align: 'end' },
    { title: say.word('study.interval'), share: 6, align: 'end' },
  ]
  const rows = found.samples.map((one) => [
    one.sample,
    one.target,
    one.group,
    say.cq(one.cqMean),
    say.number(one.deltaCq, 2),
    say.number(one.deltaDeltaCq, 2),
    Number.isFinite(one.fold) ? say.signal(one.fold) : '',
    span(say, one),
  ])
  const head = heading(sheet, parent, say.word('study.samples'))
  return rows.length === 0 ? [] : [...head, ...(yield* longTable(sheet, parent, columns, rows))]
}

function runs(sheet: Sheet, parent: Element, { say, study, records }: StudyFacts): Strips {
  const columns: Column[] = [
    { title: say.word('study.run'), share: 6 },
    { title: say.word('study.signed'), share: 6 },
    { title: say.word('study.result'), share: 12 },
  ]
  const rows = study.runs.map((run, at) => {
    const signed = records[at]?.signature
    const by = signed && { moment: say.moment(signed.at, signed.zone), name: signed.printed_name }
    return [run.name, by ? say.word('byWhom', by) : '', run.results_hash]
  })
  return [...heading(sheet, parent, say.word('study.runs')), ...table(sheet, parent, columns, rows)]
}
