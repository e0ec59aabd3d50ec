import { deflateRawSync, inflateRawSync } from 'node:zlib'

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Make what packs texts that have much in common, for a column of bytes: deflated with the newest dictionary, after its number.
 * @param dictionaries texts in common. One that rows were packed with never changes: a better one is added behind it.
 * @param mostBytes longest text that is opened, so that a bent row does not fill the memory.
 */
export function makePacker(dictionaries: readonly string[], mostBytes: number) {
  const prepared = dictionaries.map((text) => Buffer.from(text))
  const newest = prepared.length - 1
  return {
    pack(text: string): ArrayBuffer {
      const deflated = deflateRawSync(text, { dictionary: prepared[newest] as Buffer })
      return new Uint8Array(Buffer.concat([Buffer.of(newest), deflated])).buffer
    },
    /** @throws Error for bytes that do not open, or for a number, which SQLite keeps in the column as well. */
    open(packed: ArrayBuffer): string {
      const bytes = Buffer.from(packed)
      const dictionary = prepared[bytes[0] ?? prepared.length]
      if (!dictionary) throw new Error('no such dictionary')
      const options = { dictionary, maxOutputLength: mostBytes }
      return decoder.decode(inflateRawSync(bytes.subarray(1), options))
    },
  }
}
