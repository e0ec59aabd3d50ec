import { Fault } from '../domain/fault.ts'
import { parseJson, readPieces } from './read-json.ts'

/** Largest form with a file: the largest export of an instrument at hand is 6 MB. */
export const formLimit = 24 * 1024 * 1024

/** Most parts of a form. */
const partLimit = 32
const fileNameLimit = 255

/**
 * A form with files: its part `fields` holds the rest of the body as JSON, every other part is a file or a field of
 * text.
 * @throws Fault `invalid` with reason `not_a_form`, `too_large`, `too_many_parts`, `name_twice`, `name_forbidden`,
 * `file_name`, and what `parseJson` refuses of `fields`.
 */
export async function readForm(request: Request): Promise<unknown> {
  const form = await parseForm(request)
  const parts = [...form]
  if (parts.length > partLimit) {
    throw new Fault('invalid', 'The form has too many parts', {
      reason: 'too_many_parts',
      params: { limit: partLimit },
    })
  }
  const body = new Map<string, unknown>(Object.entries(readFields(form)))
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

/** The form goes through to the platform's reader piece by piece: it is never there as bytes and as files at once. */
async function parseForm(request: Request): Promise<FormData> {
  const type = request.headers.get('content-type') ?? ''
  const notForm = (message: string) =>
    new Fault('invalid', message, { field: 'file', reason: 'not_a_form' })
  if (!/^multipart\/form-data\s*;/i.test(type)) throw notForm('Send a form with the file')
  let refused: unknown
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const copied = readPieces(request, formLimit, (piece) => writer.write(piece)).then(
    () => writer.close(),
    (error: unknown) => {
      refused = error
      return writer.abort(error)
    },
  )
  try {
    const form = await new Response(readable, { headers: { 'Content-Type': type } }).formData()
    await copied
    return form
  } catch {
    throw refused instanceof Fault ? refused : notForm('The form cannot be read')
  }
}

function readFields(form: FormData): object {
  const [fields, ...others] = form.getAll('fields')
  if (others.length > 0) refuseName('fields', 'name_twice', 'A field is there twice')
  if (fields === undefined) return {}
  const value = parseJson(typeof fields === 'string' ? fields : '')
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw new Fault('invalid', 'The fields are no object', { field: 'fields', reason: 'not_json' })
}

/**
 * A file's name is a word that is shown and offered for download, never a path: refused are path parts, control
 * characters, marks that turn the direction of writing (so that `gpj.exe` reads as another), and blanks at its ends.
 * @throws Fault `invalid`, reason `file_name`.
 */
export function checkFileName(field: string, name: string): void {
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

function refuseName(name: string, reason: string, message: string): never {
  throw new Fault('invalid', message, { field: name.slice(0, 200).toWellFormed(), reason })
}
