import type { Reason } from '../reasons/reason.ts'

/** Kinds of codes: GS1 element strings, GS1 Digital Links, HIBC, codes of our own, and a word that somebody types. */
export type CodeKind = 'gs1' | 'link' | 'hibc' | 'own' | 'plain'

/** One field of a GS1 code by its application identifier. */
export interface Element {
  ai: string
  value: string
}

/** Content of a code, whatever it is written in. */
export interface ScannedCode {
  kind: CodeKind
  /** Kit by its id in this service. */
  bkit_uuid: string | null
  /** Device identifier of a UDI, 14 digits with a right check digit. */
  gtin: string | null
  /** REF of the kit; in HIBC the code that its maker gave the product. */
  ref: string | null
  lot: string | null
  /** Last day on which it is good, `YYYY-MM-DD`. */
  expiry: string | null
  serial: string | null
  /** Box of its lot. */
  box: number | null
  /** All fields of a GS1 code, in order. */
  elements: readonly Element[]
}

export const emptyCode: Omit<ScannedCode, 'kind'> = {
  bkit_uuid: null,
  gtin: null,
  ref: null,
  lot: null,
  expiry: null,
  serial: null,
  box: null,
  elements: [],
}

/** Reasons that a code cannot be read. */
export type CodeReason = Extract<Reason, `code_${string}` | 'qrcode_invalid'>

/** A code that cannot be read: why, and the place in its text, counted from 0. */
export interface CodeFault {
  reason: CodeReason
  at: number
  /** Application identifier of the field, empty outside of one. */
  ai: string
}

export type CodeAnswer = { code: ScannedCode; fault: null } | { code: null; fault: CodeFault }

/** Leave the reading of a code; `readCode` catches it. */
export class Misread extends Error {
  readonly fault: CodeFault

  constructor(reason: CodeReason, at: number, ai = '') {
    super(`${reason} at ${at}`)
    this.fault = { reason, at, ai }
  }
}

/** Separator between the fields of a GS1 code (FNC1 as readers give it). */
export const separator = '\u001d'

/** Longest text that is looked at: no label of a kit holds more. */
export const longestCode = 500

/** Most boxes of a lot (domain/entities/bkit-lot.ts). */
const mostBoxes = 10_000

/** Return the number of a box; null for a serial number that is not a box number. */
export function boxOf(text: string | null): number | null {
  const box = Number(text)
  return text !== null && Number.isInteger(box) && box >= 1 && box <= mostBoxes ? box : null
}

/** Return true for a text of the signs of a set only. */
export function hasOnly(text: string, signs: string): boolean {
  return [...text].every((sign) => signs.includes(sign))
}

export const digits = '0123456789'
