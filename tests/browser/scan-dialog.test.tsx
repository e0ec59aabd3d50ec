import { useState } from 'react'
import { encode } from 'uqr'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { drawSymbol, type SymbolModules } from '../../workers/labels/draw-symbol.ts'
import { ScanDialog } from '../../web/parts/scan/ScanDialog.tsx'
import { mount } from './mount.tsx'
import { stamped, wedge } from './plate-step.tsx'

/** Show a label to the camera: a canvas, since no test machine has one. Everything behind it is the product's own. */
function lookAt(text: string): void {
  lookAtModules(encode(text, { ecc: 'M', border: 4 }).data)
}

function lookAtModules(data: SymbolModules): void {
  const size = data.length
  const cell = 8
  const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 })
  const context = canvas.getContext('2d')!
  const draw = () => {
    context.fillStyle = '#fff'
    context.fillRect(0, 0, 640, 480)
    context.fillStyle = '#000'
    const [left, top] = [(640 - size * cell) / 2, (480 - size * cell) / 2]
    data.forEach((row, y) =>
      row.forEach(
        (dark, x) => dark && context.fillRect(left + x * cell, top + y * cell, cell, cell),
      ),
    )
  }
  draw()
  const timer = setInterval(draw, 50)
  onTestFinished(() => clearInterval(timer))
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(async () =>
    canvas.captureStream(20),
  )
}

function refuse(name: string): void {
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockRejectedValue(new DOMException('', name))
}

afterEach(() => vi.restoreAllMocks())

function open(onText: (text: string) => string | null, onClose = () => undefined): void {
  mount(<ScanDialog title="Scan" hint="Hold it here" onText={onText} onClose={onClose} />)
}

test('a QR code before the camera is read by the worker, and told once', async () => {
  lookAt('(01)09506000134352(10)L-9')
  const codes: string[] = []
  open((text) => (codes.push(text), null))
  await expect.poll(() => codes, { timeout: 10_000 }).toEqual(['(01)09506000134352(10)L-9'])
  await new Promise((done) => setTimeout(done, 600))
  expect(codes).toHaveLength(1)
})

test('a GS1 DataMatrix before the camera comes with its symbology and separators, as a hand scanner sends it', async () => {
  const text = '01095060001343521727063010LM-2511\u001d214'
  lookAtModules(drawSymbol({ symbol: 'datamatrix', text, isGs1: true }))
  const onText = vi.fn(() => null)
  open(onText)
  await vi.waitFor(() => expect(onText).toHaveBeenCalledWith(`]d2${text}`), { timeout: 20_000 })
})

test('[ERR-046] a code that cannot be taken is named, and the next one is looked for', async () => {
  lookAt('https://example.com/menu')
  open(() => 'Invalid qrcode')
  await expect.element(page.getByRole('alert').getByText('Invalid qrcode')).toBeVisible()
  await expect.element(page.getByText('Hold it here')).toBeVisible()
})

test.each([
  ['[ERR-039]', 'NotAllowedError', 'is not allowed to use the camera'],
  ['[ERR-040]', 'NotReadableError', 'Another program is using the camera'],
  ['[ERR-041]', 'NotFoundError', 'has no camera'],
  ['[ERR-042]', 'OverconstrainedError', 'Choose another one'],
])('%s a camera that fails with %s says what to do, and typing goes on', async (_, name, text) => {
  refuse(name)
  const codes: string[] = []
  open((code) => (codes.push(code), null))
  await expect.element(page.getByText(text, { exact: false })).toBeVisible()
  // Wait for the focus of the field: a hand scanner types and ends with Enter.
  await vi.waitUntil(() => document.activeElement === page.getByLabelText('Code').query(), {
    timeout: 60_000,
  })
  wedge('LM-2511')
  expect(codes).toEqual(['LM-2511'])
  lookAt('Tube 7')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => codes, { timeout: 10_000 }).toContain('Tube 7')
})

test('the camera is given back when the dialog goes', async () => {
  lookAt('x1')
  let close = () => undefined as void
  function Holder() {
    const [isOpen, setOpen] = useState(true)
    close = () => setOpen(false)
    return isOpen && <ScanDialog title="Scan" hint="Here" onText={() => null} onClose={close} />
  }
  mount(<Holder />)
  const video = await vi.waitUntil(() => document.querySelector('video'))
  const stream = await vi.waitUntil(() => video.srcObject as MediaStream | null)
  const [track] = stream.getVideoTracks()
  expect(track?.readyState).toBe('live')
  close()
  await expect.poll(() => track?.readyState).toBe('ended')
})

describe('first-use B1: a hand scanner at the dialog', () => {
  const codes: string[] = []
  beforeEach(async () => {
    codes.length = 0
    refuse('NotFoundError')
    open((text) => (codes.push(text), null))
    await vi.waitUntil(() => document.activeElement === field().query(), { timeout: 60_000 })
  })
  const field = () => page.getByLabelText('Code')
  const separator = '\u001D'

  test.each(['Enter', 'Tab'])('first-use B1: a code that ends with %s is taken whole', (end) => {
    wedge('BK-2511-0042', end)
    expect(codes).toEqual(['BK-2511-0042'])
    expect((field().element() as HTMLInputElement).value).toBe('')
  })

  test('first-use B1: the parts of a GS1 label stay apart, which no field keeps', () => {
    const keys = ['0', '1', '0', '9', '5', '0', 'L', '9', 'F8', '1', '7', '2', '6', 'Enter']
    const began = performance.now()
    for (const [nth, key] of keys.entries()) stamped(key, began + nth)
    expect(codes).toEqual([`010950L9${separator}1726`])
  })

  test('first-use B1: a code that goes on after a pause is shown to be compared, and not taken', async () => {
    const began = performance.now()
    for (const [nth, key] of [...'BK-25'].entries()) stamped(key, began + nth)
    for (const [nth, key] of [...'11-0042', 'Enter'].entries()) stamped(key, began + 900 + nth)
    await expect.element(page.getByText(/BK-2511-0042 was read with a pause/)).toBeVisible()
    expect(codes).toEqual([])
    await expect.element(field()).toHaveValue('BK-2511-0042')
  })
})
