import { SaxesParser } from 'saxes'
import type { Fault } from '../../domain/fault.ts'
import type { FileLimits } from './limits.ts'
import { memoryOf } from './reading-memory.ts'
import { type FileReason, type Place, refuseFile } from './refuse-file.ts'

/** An element by its local name: prefixes are dropped, as vendors mix them freely. */
export interface XmlElement {
  name: string
  attributes: Readonly<Record<string, string>>
  children: readonly XmlElement[]
  /** All text directly inside, without the white space around it. */
  text: string
  /** Line on which it starts, from 1. */
  line: number
}

export interface ReadXmlOptions {
  limits: FileLimits
  /** Member of the archive, for the place of an error. */
  member?: string | undefined
  /**
   * Called as an element closes; `false` drops it instead of keeping it in its parent, so that
   * hundreds of thousands of data points need no tree.
   */
  onClose?: (element: XmlElement, parent: XmlElement) => boolean | void
  /** True where `onClose` keeps copies only, so that the text is dropped when it is read. */
  isDropped?: boolean
}

/**
 * Read an XML document into its root element, strictly: not well-formed, truncated, a document type,
 * an entity beyond the five, or anything above the limits throws an `xml_*` fault with line and column.
 */
export function readXml(text: string, options: ReadXmlOptions): XmlElement {
  return new XmlReader(text, options).read()
}

/** An element that is being read, and what was kept before it. */
interface OpenElement {
  element: GrowingElement
  kept: number
  taken: number
}

type GrowingElement = Omit<XmlElement, 'children'> & { children: XmlElement[] }

/** Children of all elements that have none. */
const childless: XmlElement[] = []
Object.freeze(childless)

class XmlReader {
  readonly #text: string
  readonly #options: ReadXmlOptions
  readonly #parser = new SaxesParser()
  readonly #open: OpenElement[] = []
  #root: XmlElement | null = null
  #elements = 0
  /** Elements in the tree, and the bytes that were counted for them. */
  #kept = 0
  #taken = 0
  /** Number of attributes of the element that is being opened. */
  #attributes = 0

  constructor(text: string, options: ReadXmlOptions) {
    this.#text = blankBeginning(text)
    this.#options = options
  }

  read(): XmlElement {
    const { isDropped = false, limits } = this.#options
    const bytes = limits.memory.takeText(this.#text, this.#place())
    this.#checkStretches()
    const parser = this.#parser
    // Set no more than seven handlers: with an eighth V8 gives up
    // the parser's fast layout and it takes six times as long.
    parser.on('error', (error) => {
      throw this.#refuseMalformed(error)
    })
    parser.on('doctype', () => {
      throw this.#refuse('xml_doctype')
    })
    parser.on('attribute', ({ value }) => this.#checkAttribute(value))
    parser.on('opentag', ({ name, attributes }) => this.#enter(name, attributes))
    parser.on('text', (text) => this.#addText(text))
    parser.on('cdata', (text) => this.#addText(text))
    parser.on('closetag', () => this.#leave())
    parser.write(this.#text).close()
    if (!this.#root) throw this.#refuse('xml_truncated')
    if (isDropped) limits.memory.giveBack(bytes)
    return this.#root
  }

  /**
   * Refuse a stretch without any markup that is longer than a text and an attribute may be, before the
   * parser goes through it letter by letter: also blanks outside the root, which are no text to it.
   */
  #checkStretches(): void {
    const limit = 2 * this.#options.limits.textLength
    const text = this.#text
    for (let at = 0; at < text.length;) {
      const found = text.indexOf('<', at)
      const next = found < 0 ? text.length : found
      if (next - at > limit) {
        const line = text.slice(0, at).split('\n').length
        const column = at - text.lastIndexOf('\n', at - 1)
        throw this.#refuse('xml_text_too_long', { limit }, { line, column })
      }
      at = next + 1
    }
  }

  #count(): void {
    const { xmlElements, xmlDepth } = this.#options.limits
    if (++this.#elements > xmlElements) {
      throw this.#refuse('xml_too_many_elements', { limit: xmlElements })
    }
    if (this.#open.length >= xmlDepth) throw this.#refuse('xml_too_deep', { limit: xmlDepth })
  }

  #enter(name: string, attributes: Record<string, string>): void {
    this.#count()
    this.#attributes = 0
    const names = Object.keys(attributes)
    if (name.length > longestName) throw this.#refuse('xml_text_too_long', { limit: longestName })
    const { line } = this.#parser
    const own = names.length === 0 ? none : dropPrefixes(names, attributes)
    const element = { name: localName(name), attributes: own, children: childless, text: '', line }
    this.#open.push({ element, kept: this.#kept, taken: this.#taken })
    let bytes = memoryOf.element + memoryOf.attribute * names.length
    for (const each of names) bytes += (attributes[each] ?? '').length
    this.#take(bytes)
  }

  #take(bytes: number): void {
    this.#taken += bytes
    this.#options.limits.memory.take(bytes, this.#place())
  }

  #checkAttribute(value: string): void {
    const limit = this.#options.limits.xmlAttributes
    if (++this.#attributes > limit) throw this.#refuse('xml_too_many_attributes', { limit })
    this.#checkText(value)
  }

  #addText(text: string): void {
    const open = this.#open.at(-1)
    if (!open) return
    open.element.text += text
    this.#checkText(open.element.text)
  }

  #checkText(text: string): void {
    const limit = this.#options.limits.textLength
    if (text.length > limit) throw this.#refuse('xml_text_too_long', { limit })
  }

  #leave(): void {
    const open = this.#open.pop()
    if (!open) return
    const { element } = open
    element.text = element.text.trim()
    const parent = this.#open.at(-1)?.element
    if (parent && this.#options.onClose?.(element, parent) === false) {
      const { memory } = this.#options.limits
      memory.giveBack(this.#taken - open.taken)
      this.#kept = open.kept
      this.#taken = open.taken
      return
    }
    if (element.text !== '') this.#take(memoryOf.text + element.text.length)
    if (!parent) this.#root = element
    // Give a list of its own only to an element with children: most have none.
    else if (parent.children === childless) parent.children = [element]
    else parent.children.push(element)
    const limit = this.#options.limits.xmlKept
    if (++this.#kept > limit) throw this.#refuse('xml_too_many_elements', { limit })
  }

  #refuseMalformed(error: Error): Fault {
    if (/undefined entity/.test(error.message)) return this.#refuse('xml_entity', explain(error))
    // Expect more to follow, whatever is wrong, when all of the text is used up.
    const early = /unclosed tag|unexpected end|must contain a root/.test(error.message)
    if (!early || this.#parser.position < this.#text.length) {
      return this.#refuse('xml_malformed', explain(error))
    }
    const ampersand = findBareAmpersand(this.#text)
    if (ampersand) return this.#refuse('xml_malformed', explain(error), ampersand)
    return this.#refuse('xml_truncated', explain(error))
  }

  #refuse(
    reason: FileReason,
    params: Record<string, string | number> = {},
    at = { line: this.#parser.line, column: this.#parser.column + 1 },
  ): Fault {
    const path = this.#open.map(({ element }) => element.name).join('/')
    return refuseFile(reason, { ...this.#place(), ...at, path }, params)
  }

  #place(): Place {
    const { member } = this.#options
    return member === undefined ? {} : { member }
  }
}

/**
 * Replace an empty line or a second byte order mark before the declaration by spaces: some programs write them although
 * XML forbids it, and lines and columns must stay the same.
 */
function blankBeginning(text: string): string {
  return text.replace(/^\s{1,65536}(?:<\?xml[^>]{0,200}\?>)?/, (begin) =>
    begin.replace(/[^\n]/g, ' '),
  )
}

/** Find an `&` that begins no entity: the parser reports a later place, because all that follows is swallowed. */
function findBareAmpersand(text: string): { line: number; column: number } | null {
  const at = text.lastIndexOf('&')
  if (at < 0 || text.includes(';', at) || !/[\s<]/.test(text.slice(at))) return null
  const before = text.slice(0, at).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

/** Longest name in a path of elements, which is shown to people. */
const longestName = 200
const none: Readonly<Record<string, string>> = Object.freeze({})

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

function dropPrefixes(
  names: readonly string[],
  attributes: Record<string, string>,
): Record<string, string> {
  const own: Record<string, string> = Object.create(null) as Record<string, string>
  for (const name of names)
    own[name.startsWith('xmlns') ? name : localName(name)] = attributes[name] ?? ''
  return own
}

/** Return the parser's own message without its leading "line:column: ". */
function explain(error: Error): Record<string, string> {
  return { detail: error.message.replace(/^\d+:\d+: /, '') }
}

/** Return the first child of a name. */
export function childOf(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((child) => child.name === name)
}

export function childrenOf(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter((child) => child.name === name)
}

/** Return the text of the first child of a name; empty when there is none. */
export function childText(element: XmlElement | undefined, name: string): string {
  return childOf(element, name)?.text ?? ''
}
