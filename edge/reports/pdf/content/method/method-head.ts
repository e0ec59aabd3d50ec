import { cartridges } from '../../../../../domain/catalog/cartridges.ts'
import type { Strips } from '../../draw-pages.ts'
import type { Element } from '../../file/structure.ts'
import { ink, type Sheet, type } from '../../page/sheet.ts'
import { table } from '../../page/table-strips.ts'
import { factList, heading, paragraph, signatureLines } from '../../page/text-strips.ts'
import { signatureFacts } from '../identity.ts'
import { findChanges } from './find-changes.ts'
import type { MethodFacts } from './method-facts.ts'

/** Tell if a version has the mark of a draft: it is reviewed here, and nobody has approved it. */
export function isDraft({ version }: MethodFacts): boolean {
  return version.release !== undefined && version.release.signature === null
}

/** Print the head: laboratory, name, version with its state, and the mark of a draft. */
export function title(sheet: Sheet, parent: Element, facts: MethodFacts): Strips {
  const { say, recipe, version, laboratory } = facts
  const state = say.word(`method.state.${version.state}`)
  return [
    ...paragraph(sheet, parent, laboratory, { size: 10, bold: true, colour: ink.quiet }),
    ...paragraph(
      sheet,
      parent,
      say.word('pair', { label: say.word('method.title'), value: recipe.name }),
      { kind: 'H1', size: type.title, bold: true },
    ),
    ...paragraph(sheet, parent, say.word('method.subtitle', { version: version.version, state }), {
      colour: ink.quiet,
    }),
    ...(isDraft(facts)
      ? paragraph(sheet, parent, say.word('method.draft'), {
          size: 10,
          bold: true,
          colour: ink.warn,
        })
      : []),
  ]
}

/** Print what the version is: its identity, who wrote it, when it is in force, and what it runs on. */
export function identity(sheet: Sheet, parent: Element, facts: MethodFacts): Strips {
  const { say, recipe, version, swarm, hash } = facts
  const { written_by: name, written_at: moment, cartridge_types: plates } = version
  return [
    { height: 6, draw: () => undefined },
    ...factList(sheet, parent, [
      [say.word('recipe'), recipe.name],
      [say.word('version'), say.number(version.version, 0)],
      [say.word('method.id'), recipe.uuid],
      [say.word('method.hash'), hash],
      [say.word('swarm'), swarm ?? say.word('method.everySwarm')],
      [say.word('method.inForce'), sayTime(facts)],
      [say.word('method.written'), say.word('byWhom', { moment: say.moment(moment), name })],
      [
        say.word('method.plates'),
        say.list(plates.map((one) => `\u2066${cartridges[one].name}\u2069`)),
      ],
      [say.word('method.bkernel'), version.minimum_bkernel],
    ]),
  ]
}

/** Say when a version is, was or will be in force; null for one that never was. */
function sayTime({ say, version }: MethodFacts): string | null {
  const { effective_at: from, superseded_at: to, release } = version
  if (from && to) {
    return say.word('method.inForce.span', { from: say.moment(from), to: say.moment(to) })
  }
  if (from) return say.word('method.inForce.since', { from: say.moment(from) })
  const day = release?.effective_from
  return day ? say.word('method.inForce.from', { from: say.moment(day) }) : null
}

/** Print the approval: authors, evidence and electronic signature; without one, lines to sign by hand. */
export function approval(sheet: Sheet, parent: Element, facts: MethodFacts): Strips {
  const { say, version } = facts
  const head = heading(sheet, parent, say.word('method.approval'))
  const { release } = version
  if (!release) return [...head, ...paragraph(sheet, parent, say.word('method.noReview'))]
  const { authors, evidence, signature: signed } = release
  const written = [
    [say.word('method.authors'), say.list(authors.map(({ name }) => name))],
    [say.word('method.evidence'), evidence],
  ] as const
  if (!signed) {
    const how = say.word('dateAndSignature')
    return [
      ...head,
      ...factList(sheet, parent, written),
      ...paragraph(sheet, parent, say.word('notSigned'), { bold: true, colour: ink.warn }),
      ...signatureLines(sheet, parent, [
        [say.word('method.author'), how],
        [say.word('method.approver'), how],
      ]),
    ]
  }
  return [...head, ...factList(sheet, parent, [...written, ...signatureFacts(say, signed)])]
}

/** Print what differs from the version before. */
export function changes(sheet: Sheet, parent: Element, facts: MethodFacts): Strips {
  const { say, version, before } = facts
  if (!before) return paragraph(sheet, parent, say.word('method.first'))
  const found = findChanges(say, before, version)
  const numbered = ({ version: number }: { version: number }) =>
    say.word('method.numbered', { version: number })
  const columns = [
    { title: say.word('method.setting'), share: 5 },
    { title: numbered(before), share: 8 },
    { title: numbered(version), share: 8 },
  ]
  return [
    ...heading(sheet, parent, say.word('method.changes', { version: before.version })),
    ...(found.length === 0
      ? paragraph(sheet, parent, say.word('method.same'))
      : table(sheet, parent, columns, found)),
  ]
}
