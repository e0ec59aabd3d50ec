import { writeNumber } from '../write-number.ts'

/** Characters that XML 1.0 has no way to write. */
// oxlint-disable-next-line no-control-regex
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** White space in attributes and carriage returns would be changed by every reader. */
const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}

/** Escape a text for an element or an attribute; characters that XML cannot hold become U+FFFD. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(forbidden, '\ufffd')
    .replace(/[&<>"\t\n\r]/g, (letter) => escapes[letter] ?? letter)
}

export function attribute(name: string, value: string): string {
  return ` ${name}="${escapeXml(value)}"`
}

export function element(name: string, value: string | number): string {
  const text = typeof value === 'number' ? writeNumber(value) : escapeXml(value)
  return `<${name}>${text}</${name}>`
}

/** Write an element if there is a value, else nothing. */
export function optional(name: string, value: string | number | null): string {
  if (value === null || value === '') return ''
  return typeof value === 'number' && !Number.isFinite(value) ? '' : element(name, value)
}

/** Return true if a text is an xs:dateTime. */
export function isDateTime(text: string): boolean {
  return /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3])(:[0-5]\d){2}(\.\d+)?(Z|[+-](0\d|1[0-3]):[0-5]\d)?$/.test(
    text,
  )
}
