import { expect, test } from 'vitest'
import { Fault } from '../../domain/fault.ts'
import { languageCodes } from '../../domain/catalog/languages.ts'
import { type CameraReason, openCamera } from '../../web/parts/scan/open-camera.ts'
import { readTexts, textFolders } from '../support/text-folders.ts'

/** Replace the browser's camera, whose refusals cannot be caused. */
const refusing = (name: string) => ({
  isSecureContext: true,
  mediaDevices: {
    getUserMedia: () => Promise.reject(Object.assign(new Error(name), { name })),
  },
})

async function reasonOf(host: Parameters<typeof openCamera>[1]): Promise<string | undefined> {
  const error = await openCamera(null, host).catch((thrown: unknown) => thrown)
  return error instanceof Fault ? error.first.reason : undefined
}

const texts = languageCodes.map(
  (code) =>
    Object.assign({}, ...textFolders.map((part) => readTexts(part, code))) as Record<
      string,
      string
    >,
)

test.each<[string, CameraReason, string, Parameters<typeof openCamera>[1]]>([
  ['[ERR-039]', 'camera_permission', 'permission', refusing('NotAllowedError')],
  ['[ERR-040]', 'camera_in_use', 'in use', refusing('NotReadableError')],
  ['[ERR-041]', 'camera_none', 'none', refusing('NotFoundError')],
  ['[ERR-042]', 'camera_unsuitable', 'unsuitable', refusing('OverconstrainedError')],
  [
    '[ERR-043]',
    'secure_context',
    'no secure context',
    { ...refusing('x'), isSecureContext: false },
  ],
  ['[ERR-044]', 'stream_api', 'no stream API', { isSecureContext: true, mediaDevices: undefined }],
])('%s camera error %s (%s) has a text in each language', async (_, reason, __, host) => {
  expect(await reasonOf(host)).toBe(reason)
  const said = texts.map((text) => text[`fault.${reason}`])
  expect(said.every((text) => text !== undefined && text.length > 10)).toBe(true)
  expect(new Set(said).size).toBe(languageCodes.length)
})

test('[ERR-043] [ERR-044] two of them are worded by the specification', () => {
  const [english] = texts.filter((text) => text['parts.cancel'] === 'Cancel')
  expect(english?.['fault.secure_context']).toBe('Secure context required (HTTPS, localhost)')
  expect(english?.['fault.stream_api']).toBe('Stream API is not supported in this browser')
})

test('the camera that was chosen is asked for, else the one that looks away from the person', async () => {
  const asked: unknown[] = []
  const getUserMedia = (wanted?: MediaStreamConstraints) => {
    asked.push(wanted?.video)
    return Promise.resolve({} as MediaStream)
  }
  const host = { isSecureContext: true, mediaDevices: { getUserMedia } }
  await openCamera(null, host)
  await openCamera('left', host)
  expect(asked).toMatchObject([{ facingMode: 'environment' }, { deviceId: { exact: 'left' } }])
})
