// Replace the service: check what the page does with files of a record.
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { attachmentBytes } from '../../domain/calls/attachments.ts'
import { Fault } from '../../domain/fault.ts'
import { Files } from '../../web/entities/attachment/FilesPart.tsx'
import { mount } from './mount.tsx'

const asked = vi.hoisted(() => vi.fn())
const missing = vi.hoisted(() => new Set<string>())
const network = vi.hoisted(() => ({ isGone: false }))
vi.mock('../../web/client/call.ts', async (load) => ({ ...(await load<object>()), call: asked }))
vi.mock('../../web/state/session.ts', async (load) => ({
  ...(await load<object>()),
  may: (permission: string) => !missing.has(permission),
}))
vi.mock('../../web/state/mode.ts', async (load) => ({
  ...(await load<object>()),
  mode: {
    get value() {
      return { state: network.isGone ? 'offline' : 'online' }
    },
  },
}))
afterEach(() => {
  asked.mockReset()
  missing.clear()
  network.isGone = false
})

const file = (uuid: string, name: string, size = 2048) => ({
  uuid,
  name,
  size,
  mime_type: 'text/plain',
  content_hash: 'a'.repeat(64),
  created_at: `2026-11-2${uuid}T10:00:00.000Z`,
})

/** Play the service: keep what is sent, and record the calls except lists. */
function serve(files: object[], refuse: () => Fault | null = () => null) {
  const orders: { path: string; body?: { file?: File }; query?: object }[] = []
  asked.mockImplementation(async ({ path }: { path: string }, parts: object) => {
    if (path.endsWith('/search')) return { data: [...files], pages: 1, total: files.length }
    orders.push({ path, ...parts })
    const fault = refuse()
    if (fault) throw fault
    if (path.endsWith('/upload')) files.push(file('9', 'new.txt'))
    if (path.includes('/delete/')) files.length = 0
    return { bytes: new Uint8Array([1]), type: 'text/plain', name: 'x' }
  })
  return orders
}

const show = (closed: string | null = null) =>
  mount(<Files kind="analysis" uuid="run" closed={closed} />)
const button = (name: string | RegExp) => page.getByRole('button', { name })

/** Choose a file in the hidden field, as the dialog of the browser does. */
async function choose(chosen: File): Promise<void> {
  await expect.element(button('Add a file')).toBeVisible()
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  const data = new DataTransfer()
  data.items.add(chosen)
  if (!input) throw new Error('No field for a file')
  input.files = data.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}

test('files of a record are listed with size and date, the oldest first, and a new one joins them', async () => {
  const orders = serve([file('2', 'later.pdf', 3 * 2 ** 20), file('1', 'first.txt')])
  show()
  await expect.element(page.getByText('first.txt')).toBeVisible()
  const names = () => [...document.querySelectorAll('bdi')].map(({ textContent }) => textContent)
  expect(names()).toEqual(['first.txt', 'later.pdf'])
  await expect.element(page.getByText(/^2 kB · /)).toBeVisible()
  await expect.element(page.getByText(/^3 MB · /)).toBeVisible()
  await choose(new File(['x'], 'new.txt'))
  await expect.element(page.getByText('new.txt', { exact: true })).toBeVisible()
  expect(orders[0]?.body).toMatchObject({ resource_kind: 'analysis', resource_uuid: 'run' })
})

test('none is said, and one that is too large is not sent', async () => {
  const orders = serve([])
  show()
  await expect.element(page.getByText('No files are attached.')).toBeVisible()
  await choose(new File([new Uint8Array(attachmentBytes + 1)], 'large.bin'))
  await expect.element(page.getByText(/too large to send/)).toBeVisible()
  expect(orders).toEqual([])
})

test('a refusal says why and keeps the list', async () => {
  serve([file('1', 'first.txt')], () => new Fault('invalid', 'No', { reason: 'file_type' }))
  show()
  await choose(new File(['x'], 'page.html'))
  await expect.element(page.getByText('Error uploading file')).toBeVisible()
  await expect.element(page.getByText('first.txt')).toBeVisible()
})

test('one is deleted after a question, several are saved as one zip', async () => {
  const orders = serve([file('1', 'first.txt'), file('2', 'second.txt')])
  show()
  await button('Download all as ZIP').click()
  await vi.waitFor(() => expect(orders[0]?.query).toEqual({ uuids: '1,2' }))
  await button('Delete first.txt').click()
  expect(orders).toHaveLength(1)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect.element(page.getByText('No files are attached.')).toBeVisible()
  expect(orders[1]?.path).toContain('/delete/')
})

test('files of a signed analysis stay, with the reason; they are still saved', async () => {
  serve([file('1', 'first.txt')])
  show('Validated analyses cannot be modified')
  await expect.element(button('Add a file')).toHaveAttribute('aria-disabled', 'true')
  await expect.element(button('Delete first.txt')).toHaveAttribute('aria-disabled', 'true')
  await expect.element(button('Download first.txt')).not.toHaveAttribute('aria-disabled')
})

test('without a connection it is said that files are with the service', async () => {
  network.isGone = true
  asked.mockRejectedValue(new Fault('network', 'Gone'))
  show()
  await expect.element(page.getByText(/^Files are kept by the service/).first()).toBeVisible()
  await expect.element(button('Add a file')).toHaveAttribute('aria-disabled', 'true')
})

test('a person who may only read is offered no change', async () => {
  missing.add('attachments.edit')
  serve([file('1', 'first.txt')])
  show()
  await expect.element(button('Download first.txt')).toBeVisible()
  expect(button('Add a file').query()).toBeNull()
  expect(button('Delete first.txt').query()).toBeNull()
})
