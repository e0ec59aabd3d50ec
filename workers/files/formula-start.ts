/**
 * Beginnings of a cell that a spreadsheet would take for a formula, also where it cuts the character off or reads its
 * wide form (ASVS 5.0, 1.2.10; decisions D75); a minus before a number is none. Only the beginning is looked at: a
 * line break further on must not hide it.
 */
// eslint-disable-next-line no-control-regex
export const formulaStart =
  /^[=+@\t\r\n\0\uff1d\uff0b\uff0d\uff20]|^-(?!(\d|\.\d)[\d.]*(e[+-]?\d+)?$)/
