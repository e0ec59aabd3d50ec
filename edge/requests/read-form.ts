import type { Reason } from '../../domain/reasons/reason.ts'
import {
  getMultipartBoundary,
  MaxPartsExceededError,
  type MultipartPart,
  parseMultipart,
} from '@remix-run/multipart-parser'
import { Fault } from '../../domain/fault.ts'
import { parseJson } from '../../domain/scan-json.ts'
import { readBytes, tooLarge } from './read-bytes.ts'
import { jsonLimit } from './read-json.ts'

/**
 * A file of a form that is a view of the bytes that came: `bytes()` gives them without another copy, so nobody may
 * write into them. The platform's `File` would hold a second copy and give a third.
 */
class FormFile extends File {
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

/** Largest form with a file: the largest export of an instrument at hand is 6 MB. */
const formLimit = 24 * 1024 * 1024

/** Most parts of a form. */
const partLimit = 32
/** Longest boundary (RFC 2046 §5.1.1). */
const boundaryLimit = 70
const fileNameLimit = 255

/**
 * Read a form with files: its part `fields` holds the rest of the body as JSON, every other part is a file or a text
 * field. Files are views of the bytes received, without a second copy.
 * @throws Fault `invalid` with reason `not_a_form`, `too_large`, `too_many_parts`, `name_twice`, `name_forbidden`,
 *   `file_name`, and what `parseJson` refuses of `fields`.
 */
export async function readForm(request: Request): Promise<unknown> {
  const parts = await readParts(request)
  const body = new Map<string, unknown>(Object.entries(readFields(parts)))
  for (const [name, part] of parts) {
    if (name === 'fields') continue
    if (body.has(name)) refuseName(name, 'name_twice', 'A field is there twice')
    if (name === '__proto__')
      refuseName(name, 'name_forbidden', 'A field has a name that is not allowed')
    if (typeof part !== 'string') checkFileName(name, part.name)
    else if (part.includes('\0')) {
      refuseName(name, 'control_character', 'A text holds a control character')
    }
    body.set(name, part)
  }
  return Object.fromEntries(body)
}

/** The memory that a request's form takes. */
const taken = new WeakMap<Request, ArrayBuffer>()

/**
 * Give the memory of a form back when its call is over: collected some time later, the forms of several calls would
 * are there at once. Its files cannot be read any more.
 */
export function releaseForm(request: Request): void {
  taken.get(request)?.transfer(0)
}

type Part = [name: string, content: string | File]

async function readParts(request: Request): Promise<Part[]> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^multipart\/form-data\s*;/i.test(type)) throw notForm('Send a form with the file')
  const boundary = getMultipartBoundary(type)?.trim()
  if (!boundary || boundary.length > boundaryLimit) throw notForm('The form cannot be read')
  const bytes = await readBytes(request, formLimit)
  taken.set(request, bytes.buffer)
  if (bytes.length === 0) throw notForm('The form is empty')
  try {
    // Give the bytes in one piece: the parser then makes views of them.
    const limits = { maxParts: partLimit, maxFileSize: formLimit, maxTotalSize: formLimit }
    return [...parseMultipart(bytes, { boundary, ...limits })].map(readPart)
  } catch (error) {
    if (error instanceof Fault) throw error
    if (!(error instanceof MaxPartsExceededError)) throw notForm('The form cannot be read')
    throw new Fault('invalid', 'The form has too many parts', {
      reason: 'too_many_parts',
      params: { limit: partLimit },
    })
  }
}

/** @throws Fault for a text that is larger than JSON may be; whatever else for what is not a part of a form. */
function readPart(part: MultipartPart): Part {
  const { name, filename, headers } = part
  if (name === undefined) throw notForm('A part has no name')
  if (filename === undefined) {
    if (part.size > jsonLimit) throw tooLarge(jsonLimit)
    return [name, part.text]
  }
  const bytes = (part.content[0] ?? new Uint8Array()) as Uint8Array<ArrayBuffer>
  return [name, new FormFile(bytes, filename, headers['content-type'] ?? '')]
}

function notForm(message: string): Fault {
  return new Fault('invalid', message, { field: 'file', reason: 'not_a_form' })
}

function readFields(parts: readonly Part[]): object {
  const [fields, ...others] = parts.filter(([name]) => name === 'fields')
  if (others.length > 0) refuseName('fields', 'name_twice', 'A field is there twice')
  if (fields === undefined) return {}
  const value = parseJson(typeof fields[1] === 'string' ? fields[1] : '')
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw new Fault('invalid', 'The fields are no object', { field: 'fields', reason: 'not_json' })
}

/**
 * Refuse a file name with path parts, control characters, marks that turn the direction of writing (so that `gpj.exe`
 * reads as another), or blanks at its ends: it is shown and offered for download.
 * @throws Fault `invalid`, reason `file_name`.
 */
function checkFileName(field: string, name: string): void {
  const isWord = name.trim() === name && name !== '' && name !== '.' && name !== '..'
  // eslint-disable-next-line no-control-regex
  const isOdd = /[/\\\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufffd]/.test(name)
  if (isWord && !isOdd && name.isWellFormed() && name.length <= fileNameLimit) return
  throw new Fault('invalid', 'The file has a name that is not allowed', {
    field,
    reason: 'file_name',
    params: { limit: fileNameLimit },
  })
}

function refuseName(name: string, reason: Reason, message: string): never {
  throw new Fault('invalid', message, { field: name.slice(0, 200).toWellFormed(), reason })
}
