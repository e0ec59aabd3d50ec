import { describe, expect, it } from 'vitest'
import { Fault } from '../../domain/fault.ts'
import { readForm, releaseForm } from '../../edge/requests/read-form.ts'

const formType = { 'Content-Type': 'multipart/form-data; boundary=b' }

/** Make a form that comes in pieces of this size, without its length. */
function requestOf(bytes: Uint8Array, pieceSize = 1000, headers: HeadersInit = formType): Request {
  let at = 0
  const body = new ReadableStream({
    type: 'bytes',
    pull(controller) {
      if (at >= bytes.length) return controller.close()
      controller.enqueue(bytes.slice(at, (at += pieceSize)))
    },
  })
  return new Request('https://lab.example/', { method: 'POST', body, headers })
}

function formWith(disposition: string, content: Uint8Array): Uint8Array {
  const head = `--b\r\nContent-Disposition: form-data; ${disposition}\r\n`
  const type = disposition.includes('filename') ? 'Content-Type: text/csv\r\n' : ''
  const pieces = [head, type, '\r\n'].map((text) => [...new TextEncoder().encode(text)])
  const end = new TextEncoder().encode('\r\n--b--\r\n')
  const whole = new Uint8Array(pieces.flat().length + content.length + end.length)
  whole.set(pieces.flat())
  whole.set(content, pieces.flat().length)
  whole.set(end, whole.length - end.length)
  return whole
}

const aFile = 'name="file"; filename="a.csv"'

/** Bytes with many line ends and beginnings of a boundary. */
const content = new Uint8Array(300_001).map(
  (_, at) => [13, 10, 45, 45, 98, 0, 255][(at * at) % 11] ?? at,
)
content.set(new TextEncoder().encode('x\r\n--\r\n-'), 70_000)
for (let at = 0; at + 4 < content.length; at++) {
  if (content[at] === 10 && content[at + 1] === 45 && content[at + 3] === 98) content[at + 3] = 99
}

async function refusalOf(request: Request): Promise<unknown> {
  try {
    await readForm(request)
    return null
  } catch (error) {
    return error instanceof Fault ? error.first.reason : error
  }
}

describe('a file of a form', () => {
  it.each([1, 7, 4096, 1_000_000])('is what was sent, in pieces of %i', async (pieceSize) => {
    const sent = pieceSize < 100 ? content.subarray(69_000, 72_000) : content
    const { file } = (await readForm(requestOf(formWith(aFile, sent), pieceSize))) as { file: File }
    expect([file.name, file.type, file.size]).toEqual(['a.csv', 'text/csv', sent.length])
    expect(await file.bytes()).toEqual(sent)
  })

  it('is a File as the platform makes them', async () => {
    const csv = new TextEncoder().encode('Well;Cq\nA1;24,1')
    const { file } = (await readForm(requestOf(formWith(aFile, csv)))) as { file: File }
    expect(file).toBeInstanceOf(File)
    expect(await file.text()).toBe('Well;Cq\nA1;24,1')
    expect(await file.slice(5, 7).text()).toBe('Cq')
    expect(await new Response(file.stream()).text()).toBe('Well;Cq\nA1;24,1')
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(csv)
  })

  it('is gone when the call is over', async () => {
    const request = requestOf(formWith(aFile, content))
    const { file } = (await readForm(request)) as { file: File }
    releaseForm(request)
    await expect(file.bytes()).rejects.toThrow('released')
  })
})

describe('a form', () => {
  it('over the limit is refused, also when it does not say its length', async () => {
    const large = formWith(aFile, new Uint8Array(24 * 2 ** 20))
    expect(await refusalOf(requestOf(large, 2 ** 20))).toBe('too_large')
    const headers = { ...formType, 'Content-Length': `${2 ** 30}` }
    expect(await refusalOf(requestOf(formWith(aFile, content), 1000, headers))).toBe('too_large')
  })

  it('with a text larger than JSON may be is refused', async () => {
    const text = formWith('name="note"', new Uint8Array(5 * 2 ** 20).fill(97))
    expect(await refusalOf(requestOf(text, 2 ** 20))).toBe('too_large')
  })

  it.each<[string, Uint8Array, string]>([
    ['without a boundary', formWith(aFile, content), 'multipart/form-data; charset=utf-8'],
    [
      'with an endless boundary',
      formWith(aFile, content),
      `multipart/form-data; boundary=${'b'.repeat(100)}`,
    ],
    ['that begins otherwise', content, formType['Content-Type']],
    ['with a part without a name', formWith('size=1', content), formType['Content-Type']],
    [
      'with a text that is no UTF-8',
      formWith('name="note"', new Uint8Array([97, 255])),
      formType['Content-Type'],
    ],
    [
      'with an endless header',
      formWith(`x="${'y'.repeat(9000)}"`, content),
      formType['Content-Type'],
    ],
    ['without an end', formWith(aFile, content).subarray(0, -9), formType['Content-Type']],
    ['of nothing', new Uint8Array(), formType['Content-Type']],
  ])('%s is refused', async (_, bytes, type) => {
    expect(await refusalOf(requestOf(bytes, 1000, { 'Content-Type': type }))).toBe('not_a_form')
  })
})
