// Replace the service: check what the page does with its pictures.
import { signal } from '@preact/signals-react'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Analysis } from '../../domain/entities/analysis.ts'
import { Fault } from '../../domain/fault.ts'
import { ImagesPanel } from '../../web/screens/analyses/detail/images/ImagesPanel.tsx'
import { endSession, signIn } from '../../web/state/session.ts'
import { operatorAccount } from '../support/operator-account.ts'
import { drawPlate, toBmp } from '../support/plate-picture.ts'
import { mount } from './mount.tsx'

const asked = vi.hoisted(() => vi.fn())
vi.mock('../../web/client/call.ts', async (load) => ({ ...(await load<object>()), call: asked }))
afterEach(() => void asked.mockReset())

const record = { uuid: 'one', cartridge_type: 'Wells96' } as Analysis

function show(
  files: { uuid: string; name: string; mime_type: string }[],
  bytes: Uint8Array = new Uint8Array(),
) {
  asked.mockImplementation(async (row: { path: string }) =>
    row.path.endsWith('/search')
      ? {
          data: files.map((one) => ({ ...one, created_at: one.uuid })),
          pages: 1,
          total: files.length,
        }
      : { bytes, type: 'image/bmp', name: 'plate.bmp' },
  )
  const onSelect = vi.fn()
  const scrub = { cycle: signal<number | null>(null), melt: signal<number | null>(null) }
  mount(
    <ImagesPanel record={record} picked={{ selected: new Set([0]), onSelect, scrub } as never} />,
  )
  return onSelect
}

test('[ERR-067] without a picture it says so', async () => {
  show([{ uuid: '1', name: 'notes.pdf', mime_type: 'application/pdf' }])
  await expect.element(page.getByText('No images for this analysis')).toBeVisible()
})

test('[SCREEN-012] a picture is shown as large as one wants it, with the wells over it', async () => {
  const onSelect = show(
    [{ uuid: '1', name: 'plate.bmp', mime_type: 'image/bmp' }],
    toBmp(drawPlate()),
  )
  const picture = page.getByRole('img', { name: 'plate.bmp' })
  await expect.element(picture).toBeVisible()
  const width = () => picture.element().getBoundingClientRect().width
  const before = width()
  await page.getByRole('button', { name: 'Larger' }).click()
  await vi.waitFor(() => expect(width()).toBeCloseTo(1.5 * before, -1), 10_000)
  await expect.element(page.getByText('150%')).toBeVisible()
  const wells = page.getByRole('button', { name: 'Wells' })
  await expect.element(wells).toHaveAttribute('aria-pressed', 'true')
  const [well] = [...document.querySelectorAll('svg text')].filter(
    (one) => one.textContent === 'B3',
  )
  well?.parentElement?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  expect(onSelect).toHaveBeenCalledWith(new Set([14]))
})

test('a picture in which no plate is found is shown without wells, and the button says why', async () => {
  const blank = { width: 200, height: 150, pixels: new Uint8Array(30_000).fill(90) }
  show([{ uuid: '1', name: 'blank.bmp', mime_type: 'image/bmp' }], toBmp(blank))
  await expect
    .element(page.getByRole('button', { name: 'Wells' }))
    .toHaveAccessibleDescription('No wells were found in this picture.')
})

test('[ERR-037] a file that cannot be uploaded is said, with the reason', async () => {
  asked.mockResolvedValue({ ...operatorAccount, permissions: ['attachments.edit'] })
  await signIn('olga', 'a secret')
  onTestFinished(() => endSession({ stay: false }))
  show([])
  await expect.element(page.getByText('No images for this analysis')).toBeVisible()
  asked.mockRejectedValue(new Fault('invalid', '', { field: 'file', reason: 'image_damaged' }))
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!
  const files = new DataTransfer()
  files.items.add(new File([new Uint8Array([1])], 'plate.png', { type: 'image/png' }))
  input.files = files.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
  await expect.element(page.getByText('Error uploading file')).toBeVisible()
  await expect.element(page.getByText('The image cannot be read.')).toBeVisible()
})
