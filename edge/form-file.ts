/**
 * A file of a form that is a view of the bytes that came: `bytes()` gives them without another copy, so nobody may
 * write into them. The platform's `File` would hold a second copy and give a third.
 */
export class FormFile extends File {
  readonly #bytes: Uint8Array<ArrayBuffer>

  constructor(bytes: Uint8Array<ArrayBuffer>, name: string, type: string) {
    super([], name, { type })
    this.#bytes = bytes
  }

  override get size(): number {
    return this.#bytes.byteLength
  }

  override async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    if (this.#bytes.buffer.detached) throw new Error('The form of this file was released')
    return this.#bytes
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    return (await this.bytes()).slice().buffer
  }

  override async text(): Promise<string> {
    return new TextDecoder().decode(await this.bytes())
  }

  override slice(from?: number, to?: number, type?: string): Blob {
    return new Blob([this.#bytes]).slice(from, to, type)
  }

  override stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    return new Blob([this.#bytes]).stream() as ReadableStream<Uint8Array<ArrayBuffer>>
  }
}
