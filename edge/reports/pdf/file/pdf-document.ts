import type { Sliced } from '../../../../workers/slices.ts'
import { FontObjects } from './font-objects.ts'
import { length, PdfFile, textString } from './pdf-file.ts'
import { PdfPage } from './pdf-page.ts'
import { element, type Element, writeStructure } from './structure.ts'

export interface DocumentFacts {
  title: string
  author: string
  subject: string
  /** Language of the text, such as `de`. */
  language: string
  isRightToLeft: boolean
  /** Time of the record, not of the printing: the same record is the same file. */
  moment: string
  width: number
  height: number
}

/** A report being drawn: its pages, its structure and its fonts. */
export class PdfDocument {
  readonly facts: DocumentFacts
  readonly root: Element = element('Document', null)
  readonly pages: PdfPage[] = []
  readonly #file = new PdfFile()
  readonly #fonts = new FontObjects(this.#file)

  constructor(facts: DocumentFacts) {
    this.facts = facts
  }

  addPage(): PdfPage {
    const page = new PdfPage(this.pages.length, this.facts.height, this.#fonts)
    this.pages.push(page)
    return page
  }

  /**
   * The file. It has no links, no scripts and no actions, and all of its fonts are in it.
   * @param id of its content: 32 hexadecimal digits.
   */
  *write(id: string): Sliced<Uint8Array<ArrayBuffer>> {
    const file = this.#file
    const { facts, pages } = this
    const catalog = file.reserve()
    const tree = file.reserve()
    const resources = file.reserve()
    const box = `[0 0 ${length(facts.width)} ${length(facts.height)}]`
    const numbers: number[] = []
    for (const page of pages) {
      const content = file.addStream(new TextEncoder().encode(page.content()))
      const number = file.add(
        `<</Type/Page/Parent ${tree} 0 R/MediaBox${box}/Resources ${resources} 0 R` +
          `/Contents ${content} 0 R/StructParents ${page.number}/Tabs/S>>`,
      )
      numbers.push(number)
      yield
    }
    this.#fonts.write()
    file.set(resources, `<</Font<<${this.#fonts.resources()}>>>>`)
    const kids = numbers.map((number) => `${number} 0 R`).join(' ')
    file.set(tree, `<</Type/Pages/Count ${numbers.length}/Kids[${kids}]>>`)
    const marks = pages.map((page) => page.marks)
    const structure = writeStructure(file, this.root, numbers, marks)
    const direction = facts.isRightToLeft ? '/Direction/R2L' : ''
    file.set(
      catalog,
      `<</Type/Catalog/Pages ${tree} 0 R/Lang${textString(facts.language)}` +
        `/MarkInfo<</Marked true>>/StructTreeRoot ${structure} 0 R` +
        `/ViewerPreferences<</DisplayDocTitle true${direction}>>>>`,
    )
    return file.write(catalog, file.add(this.#info()), id)
  }

  #info(): string {
    const { title, author, subject, moment } = this.facts
    const date = `(D:${moment.replaceAll(/\D/g, '').slice(0, 14)}Z)`
    return (
      `<</Title${textString(title)}/Author${textString(author)}/Subject${textString(subject)}` +
      `/Creator(bApp)/Producer(bApp)/CreationDate${date}/ModDate${date}>>`
    )
  }
}
