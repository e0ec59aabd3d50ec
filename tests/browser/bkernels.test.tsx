// Replace the client: what the page sends and says is tested; tests/edge/device-images.test.ts checks the service.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { bkernelCalls, type OfferedBkernel } from '../../domain/calls/bkernels.ts'
import { fleetSilentMs } from '../../domain/catalog/limits.ts'
import { permissions } from '../../domain/permissions.ts'
import { completeTexts } from '../../web/i18n/catalogs.ts'
import { BkernelsScreen } from '../../web/screens/bkernels/BkernelsScreen.tsx'
import { endSession, enterProven } from '../../web/state/session.ts'
import { operatorAccount } from '../support/operator-account.ts'
import { mount } from './mount.tsx'
import { uuidOf } from '../support/uuid-of.ts'

const asked = vi.hoisted(() => vi.fn())
vi.mock('../../web/client/call.ts', async (load) => ({ ...(await load<object>()), call: asked }))

const made = (last: number, more: Partial<OfferedBkernel>): OfferedBkernel => ({
  uuid: uuidOf(last),
  created_at: '2026-11-02T08:00:00.000Z',
  updated_at: '2026-11-02T08:00:00.000Z',
  name: `bkernel ${more.version}`,
  version: '1.0.0',
  models: ['bGATE 96'],
  notes: '',
  released_at: '2026-01-10',
  unsupported_from: null,
  file_hash: null,
  company_uuids: [],
  device_uuids: [],
  days_left: null,
  ...more,
})
const old = made(1, {
  version: '2.9.4',
  unsupported_from: '2027-03-01',
  days_left: 94,
  file_hash: 'a'.repeat(64),
  file_size: 614_400,
})
const bare = made(2, { version: '2.10.0' })
const ended = made(3, { version: '2.0.0', unsupported_from: '2026-01-01', days_left: -320 })
const staged = made(4, {
  version: '3.0.0',
  file_hash: 'b'.repeat(64),
  file_size: 614_400,
  rollout: { state: 'running', phase: 1, since: '2026-11-20T08:00:00.000Z' },
})
const lately = new Date(Date.now() - 60_000).toISOString()
const uses = [
  {
    uuid: uuidOf(7),
    name: 'Aurora',
    heard_at: lately as string | null,
    devices: [{ model: 'bGATE 96', version: '2.9.4', count: 2 }],
  },
  {
    uuid: uuidOf(8),
    name: 'Borealis',
    heard_at: lately as string | null,
    devices: [
      { model: 'bGATE 96', version: '2.9.4', count: 1 },
      { model: 'bCUBE 16', version: '2.9.4', count: 5 },
    ],
  },
]
const companies = uses.map(({ uuid: value, name: label }) => ({ value, label }))
const pageOf = (data: object[]) => ({ data, pages: 1, total: data.length })
const sentTo = (row: unknown) =>
  asked.mock.calls.filter(([one]) => one === row).map(([, parts]) => parts.body as object)
const panel = () => page.getByRole('complementary')
const dialog = () => page.getByRole('alertdialog')

beforeEach(async () => {
  await page.viewport(1366, 768)
  for (const part of ['bkernels', 'record', 'faults', 'device'] as const) await completeTexts(part)
  enterProven({ ...operatorAccount, permissions: [...permissions] })
  asked.mockImplementation((row: unknown) => {
    if (row === bkernelCalls.search) return Promise.resolve(pageOf([old, bare, ended, staged]))
    if (row === bkernelCalls.usage) return Promise.resolve(pageOf(uses))
    if (row === bkernelCalls.linkForm)
      return Promise.resolve({ record: bare, options: { company_uuids: companies } })
    return Promise.resolve(bare)
  })
  mount(<BkernelsScreen />)
})
afterEach(() => {
  endSession({ stay: false })
  history.replaceState(null, '', location.pathname)
  asked.mockReset()
})

test('[ROUTE-010] [SCREEN-048] versions are listed newest first by number, with the devices of their models that run them', async () => {
  await expect.element(page.getByRole('row', { name: /2\.10\.0/ })).toBeVisible()
  const rows = page.getByRole('row').elements().slice(1)
  expect(rows.map((row) => /\d+\.\d+\.\d+/.exec(row.textContent)?.[0])).toEqual([
    '3.0.0',
    '2.10.0',
    '2.9.4',
    '2.0.0',
  ])
  // Leave out the five cubes that run 2.9.4 too, of a model that this version is not for.
  await expect
    .element(page.getByText(/^Still on 2\.9\.4: 3 devices in 2 companies\. .*94 more days\.$/))
    .toBeVisible()
  await expect
    .element(page.getByText(/^Counted in no row, .*: 5 devices in 1 company \(.* 2\.9\.4\)\.$/))
    .toBeVisible()
  // Expect no warning of the one that has ended, which nobody runs.
  expect(page.getByText(/^Still on 2\.0\.0/).elements()).toEqual([])
})

test('issue 21: the list says how old it is, and names companies that have not been heard', async () => {
  await expect
    .element(page.getByText(/^As each company reported it itself: .*the oldest report is from/))
    .toBeVisible()
  expect(page.getByText(/not reported/).elements()).toEqual([])
  const long = new Date(Date.now() - fleetSilentMs - 120_000).toISOString()
  const [aurora, borealis] = uses as [(typeof uses)[0], (typeof uses)[0]]
  const found = [
    { ...aurora, heard_at: long },
    { ...borealis, heard_at: null, devices: [] },
    {
      ...borealis,
      uuid: crypto.randomUUID(),
      name: 'Corona',
      heard_at: null,
      awaited: true as const,
      devices: [],
    },
  ]
  asked.mockImplementation((row: unknown) =>
    Promise.resolve(pageOf(row === bkernelCalls.usage ? found : [old])),
  )
  document.dispatchEvent(new Event('visibilitychange'))
  await expect
    .element(page.getByText('1 company has not reported for more than 12 hours'))
    .toBeVisible()
  await expect.element(page.getByText(/as they were then: Aurora \(.+\)$/)).toBeVisible()
  await expect
    .element(page.getByText('1 company has not reported yet', { exact: true }))
    .toBeVisible()
  // Expect a company that is new among those that have not reported: nothing is wrong with it.
  await expect
    .element(page.getByText('1 company has not reported yet: Corona', { exact: true }))
    .toBeVisible()
  await expect.element(page.getByText(/missing here: Borealis$/)).toBeVisible()
  // Count it as it was when it was heard last.
  await expect.element(page.getByText(/^Still on 2\.9\.4: 2 devices in 1 company\./)).toBeVisible()
})

test('[SCREEN-048] links show before they are saved who is offered the version and who is not any more', async () => {
  await page.getByText('bkernel 2.10.0').click()
  await panel().getByRole('button', { name: 'Choose who is offered it' }).click()
  await expect.element(dialog().getByText(/^Offered to everyone: 3 devices/)).toBeVisible()
  await dialog().getByRole('checkbox', { name: 'Aurora' }).click()
  await expect.element(dialog().getByText(/^Offered to 2 devices .* in 1 company/)).toBeVisible()
  await expect
    .element(dialog().getByText('No longer offered to 1 device in 1 company.'))
    .toBeVisible()
  await dialog().getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => sentTo(bkernelCalls.link))
    .toEqual([{ company_uuids: [uuidOf(7)], device_uuids: [] }])
  expect(sentTo(bkernelCalls.unlink)).toEqual([])
})

test('[SCREEN-048] an image is uploaded once; number and models are fixed then', async () => {
  await page.getByText('bkernel 2.10.0').click()
  await expect.element(panel().getByText(/^No device can install this version/)).toBeVisible()
  const file = new File(['software'], 'image.bin')
  await panel().getByLabelText('Image of this version').upload(file)
  await expect.poll(() => sentTo(bkernelCalls.image)).toHaveLength(1)
  await page.getByText('bkernel 2.9.4').click()
  await expect.element(panel().getByText('a'.repeat(64))).toBeVisible()
  expect(panel().getByRole('button', { name: 'Upload image' }).elements()).toEqual([])
  await panel().getByRole('button', { name: 'Edit' }).click()
  await expect.element(dialog().getByLabelText(/^Version/)).toBeDisabled()
  expect(
    dialog()
      .getByLabelText(/^Models/)
      .elements(),
  ).toEqual([])
  await expect
    .element(dialog().getByText(/^In use on 3 devices in 2 companies, to be updated by/))
    .toBeVisible()
  await dialog()
    .getByLabelText(/^Release notes/)
    .fill('Quieter')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => sentTo(bkernelCalls.edit))
    .toEqual([{ notes: 'Quieter', base: old.updated_at }])
})

test('models may be parted by commas, and one that no device has is said before it is published', async () => {
  await page.getByRole('button', { name: 'New version' }).click()
  const fill = (label: RegExp, text: string) => dialog().getByLabelText(label).fill(text)
  await fill(/^Name/, 'Next')
  await fill(/^Version/, '4.0.0')
  await fill(/^Released/, '01/11/2026')
  await fill(/^Models/, 'bGATE 96, bGATE 9600')
  await expect
    .element(
      dialog()
        .getByRole('status')
        .getByText(/^No known device has the model bGATE 9600\./),
    )
    .toBeVisible()
  await expect
    .element(dialog().getByLabelText(/^Models/))
    .toHaveAccessibleDescription(/^No known device .* Models in use/u)
  await fill(/^Models/, 'bGATE 96,bCUBE 16\nbCUBE 16')
  await expect.element(dialog().getByText(/^No known device/)).not.toBeInTheDocument()
  await dialog().getByRole('button', { name: 'Publish' }).click()
  await expect
    .poll(() => sentTo(bkernelCalls.create))
    .toMatchObject([{ models: ['bGATE 96', 'bCUBE 16'] }])
})

test('issue 19: files of the release signers go with the image, and only one image is taken', async () => {
  await page.getByText('bkernel 2.10.0').click()
  const files = ['image.bin', '4.targets.json', '2.root.json'].map((name) => new File([name], name))
  const field = panel().getByLabelText('Image of this version')
  await field.upload([...files, new File(['other'], 'other.bin')])
  await field.upload(files)
  // Expect that nothing came of the first choice, which had two images.
  await expect.poll(() => sentTo(bkernelCalls.image)).toHaveLength(1)
  const [sent] = sentTo(bkernelCalls.image) as Record<string, File>[]
  expect(Object.entries(sent ?? {}).map(([name, file]) => `${name} ${file.name}`)).toEqual([
    'file image.bin',
    'targets 4.targets.json',
    'root 2.root.json',
  ])
})

test('issue 19: the panel of a version says where its rollout is, and opens it', async () => {
  await page.getByText('bkernel 2.9.4').click()
  await expect.element(panel().getByText(/^Without phases/)).toBeVisible()
  await page.getByText('bkernel 3.0.0').click()
  await expect.element(panel().getByText(/^Phase 2 of 5: 3% of the devices/)).toBeVisible()
  await panel().getByRole('button', { name: 'Open the rollout' }).click()
  await expect.poll(() => location.pathname).toBe(`/bkernels/${uuidOf(4)}`)
})

test('[CONST-030] a write of a version is waited for up to a minute, and its image for two', () => {
  const { create, edit, link, unlink, plan, rollout, image } = bkernelCalls
  const writes = [create, edit, link, unlink, plan, rollout, bkernelCalls.delete]
  expect(writes.map(({ timeout }) => timeout)).toEqual(Array(7).fill(60_000))
  expect(image.timeout).toBe(120_000)
})
