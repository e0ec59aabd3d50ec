import { type PdfFile, textString } from './pdf-file.ts'

/** Kinds of content that a screen reader tells apart (ISO 32000-1, 14.8.4). */
export type ElementKind =
  | 'Document'
  | 'H1'
  | 'H2'
  | 'H3'
  | 'P'
  | 'Table'
  | 'TR'
  | 'TH'
  | 'TD'
  | 'Figure'

/** A piece of the report's structure: pieces in it, or its marks on pages. */
export interface Element {
  kind: ElementKind
  /** Description of a picture. */
  alt?: string | undefined
  kids: (Element | { page: number; mark: number })[]
}

export function element(kind: ElementKind, parent: Element | null, alt?: string): Element {
  const made: Element = { kind, alt, kids: [] }
  parent?.kids.push(made)
  return made
}

/**
 * Write the structure of a document. `marks` are the elements of each page's marked content in order.
 * @returns the number of the root of the structure.
 */
export function writeStructure(
  file: PdfFile,
  document: Element,
  pages: readonly number[],
  marks: readonly (readonly Element[])[],
): number {
  const root = file.reserve()
  const numbers = new Map<Element, number>()
  const write = (one: Element, parent: number): number => {
    const number = file.reserve()
    numbers.set(one, number)
    const kids = one.kids.flatMap((kid) => {
      if ('kind' in kid) return kid.kids.length > 0 ? [`${write(kid, number)} 0 R`] : []
      return [`<</Type/MCR/Pg ${pages[kid.page]} 0 R/MCID ${kid.mark}>>`]
    })
    const alt = one.alt === undefined ? '' : `/Alt${textString(one.alt)}`
    const scope = one.kind === 'TH' ? '/A<</O/Table/Scope/Column>>' : ''
    file.set(
      number,
      `<</Type/StructElem/S/${one.kind}/P ${parent} 0 R${alt}${scope}/K[${kids.join(' ')}]>>`,
    )
    return number
  }
  const top = write(document, root)
  const lists = marks.map((list, page) => {
    const refs = list.map((one) => `${numbers.get(one)} 0 R`).join(' ')
    return `${page} ${file.add(`[${refs}]`)} 0 R`
  })
  const tree = file.add(`<</Nums[${lists.join(' ')}]>>`)
  file.set(
    root,
    `<</Type/StructTreeRoot/K ${top} 0 R/ParentTree ${tree} 0 R/ParentTreeNextKey ${pages.length}>>`,
  )
  return root
}
