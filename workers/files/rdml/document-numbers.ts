import type { NoticeList } from '../notices.ts'
import { isNothing, readPlain } from '../read-numbers.ts'
import type { XmlElement } from '../read-xml.ts'
import { refuseFile, type Place } from '../refuse-file.ts'

const withComma = /^([+-]?)(\d*),(\d+)((?:[eE][+-]?\d{1,4})?)$/

/**
 * The numbers of one document. RDML writes them with a point; programs that follow the computer's
 * language have written commas. One document must agree with itself.
 */
export class DocumentNumbers {
  readonly #notices: NoticeList
  readonly #placeOf: (element: XmlElement, path: string) => Place
  #points = 0
  /** A comma that can only be a decimal one, and one that may separate thousands. */
  #decimal: Place | null = null
  #ambiguous: { place: Place; value: string } | null = null

  constructor(notices: NoticeList, placeOf: (element: XmlElement, path: string) => Place) {
    this.#notices = notices
    this.#placeOf = placeOf
  }

  /** NaN where there is none; what is no number is left out with a notice. */
  read(text: string, element: XmlElement, path: string): number {
    const value = readPlain(text)
    if (value === null) return this.#readComma(text, element, path)
    if (value === value) {
      if (text.includes('.')) this.#points++
    } else if (!isNothing(text)) {
      this.#notices.add('number_not_finite', this.#placeOf(element, path), {
        value: text.slice(0, 40),
      })
    }
    return value
  }

  /** Check when all numbers are read. Throws `number_mixed` and `number_ambiguous`. */
  finish(): void {
    const comma = this.#decimal ?? this.#ambiguous?.place
    if (!comma) return
    if (this.#points > 0) throw refuseFile('number_mixed', comma)
    const value = this.#ambiguous?.value ?? ''
    if (!this.#decimal) throw refuseFile('number_ambiguous', comma, { value })
    this.#notices.add('decimal_comma', this.#decimal)
  }

  #readComma(text: string, element: XmlElement, path: string): number {
    const place = this.#placeOf(element, path)
    const [, sign = '', whole = '', rest = '', power = ''] = withComma.exec(text) ?? []
    const value = rest ? readPlain(`${sign}${whole}.${rest}${power}`) : null
    if (value === null) {
      this.#notices.add('number_unreadable', place, { value: text.slice(0, 40) })
      return Number.NaN
    }
    if (/^[1-9]\d{0,2}$/.test(whole) && rest.length === 3 && !power) {
      this.#ambiguous ??= { place, value: text.slice(0, 40) }
    } else this.#decimal ??= place
    return value
  }
}
