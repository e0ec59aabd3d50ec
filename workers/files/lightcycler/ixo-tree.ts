import { childrenOf, type XmlElement } from '../read-xml.ts'

// An object stream of LightCycler 480 software: `obj` with a name and a class, `prop` with a name, `list` of objects.

const named = (parent: XmlElement | undefined, kind: string, name: string) =>
  parent && childrenOf(parent, kind).find(({ attributes }) => attributes['name'] === name)

/** Return the object of a name inside another one. */
export function objectOf(parent: XmlElement | undefined, name: string): XmlElement | undefined {
  return named(parent, 'obj', name)
}

/** Return the objects of a list inside an object; none where there is no such list. */
export function itemsOf(parent: XmlElement | undefined, name = 'emlist'): XmlElement[] {
  const list = named(parent, 'list', name)
  return list ? childrenOf(list, 'obj') : []
}

/** Return a property of an object as text; empty when it has none. */
export function textOf(parent: XmlElement | undefined, name: string): string {
  return named(parent, 'prop', name)?.text ?? ''
}

/** Return a property of an object as a number; NaN when it has none. */
export function numberOf(parent: XmlElement | undefined, name: string): number {
  const text = textOf(parent, name)
  return text === '' ? Number.NaN : Number(text)
}

export function classOf({ attributes }: XmlElement): string {
  return attributes['class'] ?? ''
}

/** Read `$` and 16 hexadecimal digits as a double, the highest byte first; NaN for anything else. */
export function readHexDouble(text: string): number {
  const digits = /^\$([0-9a-f]{16})$/i.exec(text)?.[1]
  if (digits === undefined) return Number.NaN
  const view = new DataView(new ArrayBuffer(8))
  view.setUint32(0, Number.parseInt(digits.slice(0, 8), 16))
  view.setUint32(4, Number.parseInt(digits.slice(8), 16))
  return view.getFloat64(0)
}

/** Decode base64, also in several lines; null for anything else. */
export function readBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
  } catch {
    return null
  }
}
