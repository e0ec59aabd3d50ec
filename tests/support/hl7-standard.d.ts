/** Types of the part of `hl7-standard` that the tests use; it comes without any. */
declare module 'hl7-standard' {
  export default class HL7 {
    constructor(text: string)
    transform(): void
    build(): string
    createSegment(name: string): void
    set(path: string, value: string | Readonly<Record<string, unknown>>, index?: number): void
    get(path: string, index?: number): string
    getSegments(name: string): { get(path: string): string }[]
  }
}
