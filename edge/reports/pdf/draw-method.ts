import type { Sliced } from '../../../workers/slices.ts'
import type { MethodFacts } from './content/method/method-facts.ts'
import { approval, changes, identity, isDraft, title } from './content/method/method-head.ts'
import {
  channels,
  comparisons,
  evaluation,
  figures,
  material,
  protocols,
} from './content/method/method-tables.ts'
import { programmeTable, writeTime } from './content/programme.ts'
import { drawPages, drawParts, type PrintOrder, type Strips } from './draw-pages.ts'
import type { PdfDocument } from './file/pdf-document.ts'
import type { Element } from './file/structure.ts'
import { pictureRows } from './page/pictures.ts'
import { programmePicture } from './page/programme-picture.ts'
import type { Sheet } from './page/sheet.ts'
import { heading } from './page/text-strips.ts'
import type { ShapeText } from './type/shape-text.ts'

/** Draw a version of a recipe, with its number and its hash on each page. */
export function drawMethod(facts: MethodFacts, shape: ShapeText): Sliced<PdfDocument> {
  const { say, recipe, version, laboratory, hash } = facts
  const named = say.word('versionOf', { name: recipe.name, version: version.version })
  const label = say.word('method.title')
  const order: PrintOrder = {
    say,
    paper: facts.paper,
    title: say.word('pair', { label, value: named }),
    author: laboratory,
    subject: `${label}, ${recipe.uuid}`,
    moment: version.written_at,
    margins: {
      say,
      laboratory,
      name: named,
      draft: isDraft(facts) ? say.word('method.draft') : null,
      identity: [label, named],
      hash: [say.word('method.hash'), hash],
    },
    content: (sheet, root) => contentOf(sheet, root, facts),
  }
  return drawPages(order, shape)
}

function* contentOf(sheet: Sheet, root: Element, facts: MethodFacts): Sliced<Strips> {
  return yield* drawParts(
    [
      title,
      identity,
      approval,
      changes,
      programme,
      channels,
      evaluation,
      figures,
      comparisons,
      protocols,
      material,
    ].map((part) => () => part(sheet, root, facts)),
  )
}

/** Print the thermal programme as a picture and as a table. */
function programme(sheet: Sheet, root: Element, { say, version }: MethodFacts): Strips {
  const { process } = version
  const picture = programmePicture({
    title: '',
    alt: say.word('method.programmeOf', { steps: process.steps.length }),
    steps: process.steps,
    shape: sheet.shape,
    celsius: say.exact,
    hold: (seconds) => writeTime(say, seconds),
  })
  return [
    ...heading(sheet, root, say.word('programme')),
    ...pictureRows(sheet, root, [picture], 1),
    { height: 6, draw: () => undefined },
    ...programmeTable(sheet, root, say, process),
  ]
}
