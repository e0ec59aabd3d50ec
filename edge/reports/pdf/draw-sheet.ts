import type { Commissioning } from '../../../domain/entities/commissioning.ts'
import type { PaperName } from '../../../domain/entities/report.ts'
import type { Sliced } from '../../../workers/slices.ts'
import { signatureFacts } from './content/identity.ts'
import type { Say } from './content/say.ts'
import { drawPages, drawParts, type PrintOrder, type Strips } from './draw-pages.ts'
import type { PdfDocument } from './file/pdf-document.ts'
import type { Element } from './file/structure.ts'
import { ink, type Sheet } from './page/sheet.ts'
import { table } from './page/table-strips.ts'
import { factList, heading, paragraph, signatureLines, titleLines } from './page/text-strips.ts'
import type { ShapeText } from './type/shape-text.ts'

export interface SheetFacts {
  record: Commissioning
  /** Hash of what was signed, or would be. */
  hash: string
  laboratory: string
  say: Say
  paper: PaperName
}

/** Draw the sheet of a device that came into service, as it was signed; without a signature it is a draft with lines to sign by hand. */
export function drawSheet(facts: SheetFacts, shape: ShapeText): Sliced<PdfDocument> {
  const { say, record, laboratory, hash } = facts
  const label = say.word('sheet.title')
  const order: PrintOrder = {
    say,
    paper: facts.paper,
    title: say.word('pair', { label, value: record.name }),
    author: laboratory,
    subject: `${label}, ${record.uuid}`,
    moment: record.updated_at,
    margins: {
      say,
      laboratory,
      name: `${record.name} · ${record.serial_no}`,
      draft: record.signature ? null : say.word('sheet.mark'),
      identity: [say.word('sheet.id'), record.uuid],
      hash: [say.word('sheet.hash'), hash],
    },
    content: (sheet, root) =>
      drawParts([title, device, steps, signature].map((part) => () => part(sheet, root, facts))),
  }
  return drawPages(order, shape)
}

function title(sheet: Sheet, root: Element, { say, record, laboratory }: SheetFacts): Strips {
  return titleLines(sheet, root, {
    laboratory,
    title: say.word('pair', { label: say.word('sheet.title'), value: record.name }),
    mark: record.signature ? null : say.word('sheet.mark'),
  })
}

/** Print which device it is, as it was then. */
function device(sheet: Sheet, root: Element, { say, record }: SheetFacts): Strips {
  const { updated_at: moment, user_name: name } = record
  return [
    { height: 6, draw: () => undefined },
    ...factList(sheet, root, [
      [say.word('device'), record.name],
      [say.word('sheet.serial'), record.serial_no],
      [say.word('sheet.model'), record.model],
      [say.word('sheet.hostname'), record.hostname],
      [say.word('sheet.software'), record.bkernel_version],
      [say.word('sheet.deviceId'), record.device_uuid],
      [say.word('sheet.id'), record.uuid],
      [say.word('sheet.prepared'), say.word('byWhom', { moment: say.moment(moment), name })],
    ]),
  ]
}

function steps(sheet: Sheet, root: Element, { say, record }: SheetFacts): Strips {
  const columns = [
    { title: say.word('step'), share: 8 },
    { title: say.word('sheet.required'), share: 4 },
    { title: say.word('status'), share: 5 },
    { title: say.word('sheet.foundAt'), share: 8 },
  ]
  const rows = record.steps.map(({ step, state, at }) => [
    say.word(`sheet.step.${step}`),
    say.word(step === 'blink' ? 'no' : 'yes'),
    say.word(`sheet.state.${state}`),
    say.moment(at),
  ])
  return [
    ...heading(sheet, root, say.word('sheet.steps')),
    ...paragraph(sheet, root, say.word('sheet.judged'), { colour: ink.quiet }),
    { height: 4, draw: () => undefined },
    ...table(sheet, root, columns, rows),
  ]
}

function signature(sheet: Sheet, root: Element, { say, record }: SheetFacts): Strips {
  const head = heading(sheet, root, say.word('signature'))
  if (record.signature) {
    return [...head, ...factList(sheet, root, signatureFacts(say, record.signature))]
  }
  const how = say.word('dateAndSignature')
  return [
    ...head,
    ...paragraph(sheet, root, say.word('notSigned'), { bold: true, colour: ink.warn }),
    ...signatureLines(sheet, root, [
      [say.word('sheet.doneBy'), how],
      [say.word('sheet.checkedBy'), how],
    ]),
  ]
}
