// Neither a service nor a device runs beside these tests: `fetch` gives the pass, and answers as the device does by rows of the
// contract. tests/devices and tests/e2e/lan-page.e2e.ts have the real one.
import axe from 'axe-core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Device } from '../../domain/entities/device.ts'
import { lanPassMs } from '../../domain/lan/lan-pass.ts'
import { type HeardWifi, isJoined, type SavedWifi, type WifiCause } from '../../domain/lan/radio.ts'
import type { ShellLine } from '../../domain/lan/shell-line.ts'
import { completeTexts } from '../../web/i18n/catalogs.ts'
import { forgetLanPass, renewLanPass } from '../../web/lan/pass.ts'
import { ConsoleView } from '../../web/screens/devices/console/ConsoleView.tsx'
import { NetworkView } from '../../web/screens/devices/network/NetworkView.tsx'
import { signIn, signOut } from '../../web/state/session.ts'
import { forgetMessages, pastMessages } from '../../web/state/toasts.ts'
import { mount } from './mount.tsx'

const who = {
  uuid: '00000001-0000-4000-8000-000000000000',
  company_uuid: '00000003-0000-4000-8000-000000000000',
}
const uuid = '00000002-0000-4000-8000-000000000000'
const device = {
  uuid,
  hostname: 'cube-1',
  name: 'bCUBE 1',
  deviceType: 'bcube',
  bkernel_version: '2.9.4',
  wavelengths: [],
  busy: 'N',
  analysis_uuid: null,
} as unknown as Device
const key = 'only-for-the-air-2026'

/** State of the played device. */
const room = {
  saved: [] as SavedWifi[],
  last: null as { ssid: string; at: string; cause: WifiCause | null } | null,
  cause: null as WifiCause | null,
  until: null as string | null,
  lines: [] as ShellLine[],
  ble: false,
}
const heard: HeardWifi[] = [
  { ssid: 'Laboratory', security: 'WPA3', signal: 68, saved: false, connected: false },
  { ssid: 'Guest', security: 'open', signal: 30, saved: false, connected: false },
]

type Params = Record<string, string & number>

/** Carry out a command as the device does; the rows that the views use. */
function play(command: string, params: Params): unknown {
  const networks = room.saved
  switch (command) {
    case 'GREET':
      return { uuid, hostname: 'cube-1', challenge: 'c'.repeat(20) }
    case 'WIFI_SAVED_LIST':
      return { networks, link: { on: true, last: room.last } }
    case 'WIFI_LIST':
      return { networks: heard }
    case 'WIFI_ADD': {
      const { ssid, security } = params as unknown as SavedWifi
      room.saved = [...networks, { ssid, security, has_password: true, connected: false }]
      return { networks: room.saved }
    }
    case 'CONNECT': {
      const { ssid = '' } = params
      room.last = { ssid, at: new Date().toISOString(), cause: room.cause }
      if (room.cause === null || isJoined(room.cause)) {
        room.saved = networks.map((one) => ({ ...one, connected: one.ssid === ssid }))
      }
      return {}
    }
    case 'BLE_STATUS':
      return { on: room.ble, nearby: [], connected: null }
    case 'SWITCH':
      room.ble = Boolean(params['on'])
      return {}
    case 'CONNECTION':
      return {
        at: new Date().toISOString(),
        service: 'bapp.example',
        steps: [
          { step: 'resolve', outcome: 'ok', ms: 4, value: '203.0.113.7' },
          { step: 'tcp', outcome: 'failed', ms: 5000, value: 'ETIMEDOUT' },
          { step: 'tls', outcome: 'skipped', ms: null },
        ],
      }
    case 'LINES':
      return {
        until: room.until,
        session: room.until,
        lines: room.lines.filter(({ number }) => number > (params['after'] ?? 0)),
      }
    case 'RUN': {
      const { line = '' } = params
      const at = new Date().toISOString()
      const number = room.lines.length + 1
      room.lines.push({ number, at, user_uuid: who.uuid, line, output: `out of ${line}` })
      return { output: '' }
    }
    default:
      throw new Error(`no ${command}`)
  }
}

const textOf = (body: BodyInit | null | undefined) => (typeof body === 'string' ? body : '')

beforeEach(async () => {
  Object.assign(room, { saved: [], last: null, cause: null, until: null, lines: [], ble: false })
  const pass = `head.${btoa(JSON.stringify({ sub: who.uuid, company: who.company_uuid }))}.end`
  const expires_at = new Date(Date.now() + lanPassMs).toISOString()
  const permissions = ['products.config', 'products.startRSH', 'products.search']
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const address = input instanceof Request ? input.url : input.toString()
    if (address.includes('.local')) {
      const { command, params } = JSON.parse(textOf(init?.body)) as {
        command: string
        params: Params
      }
      return Response.json({ ok: true, data: play(command, params) })
    }
    const data = {
      ...who,
      name: 'Olga',
      pass,
      expires_at,
      permissions,
      swarms: [],
      preferences: {},
    }
    return Response.json({ ok: true, data })
  })
  await signIn('olga', 'secret')
  const parts = ['network', 'device', 'lan', 'faults'] as const
  await Promise.all([renewLanPass(who), ...parts.map((part) => completeTexts(part))])
})
afterEach(async () => {
  await signOut()
  forgetMessages()
  vi.restoreAllMocks()
  localStorage.clear()
  await forgetLanPass(who.uuid)
})

const wifi = () => page.getByRole('region', { name: 'Wi-Fi', exact: true })
const laboratory = () => wifi().getByRole('listitem').filter({ hasText: 'Laboratory' })

/** Return what axe finds wrong on the page; nothing is drawn around it here. */
async function problems(): Promise<string[]> {
  const rules = { region: { enabled: false }, 'page-has-heading-one': { enabled: false } }
  const { violations } = await axe.run(document.body, { rules })
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}

async function saveLaboratory(): Promise<void> {
  await laboratory().getByRole('button', { name: 'Save' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByLabelText(/^Key/).fill('short')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog.getByText(/8 to 63 characters/)).toBeVisible()
  await dialog.getByLabelText(/^Key/).fill(key)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(laboratory().getByText(/saved/)).toBeVisible()
}

test('[SCREEN-033] [ERR-024] a network is saved with a key that this browser does not keep, and the success is said', async () => {
  mount(<NetworkView device={device} />)
  await expect.element(laboratory().getByText(/68%/)).toBeVisible()
  await saveLaboratory()
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
  expect(pastMessages.value[0]).toMatchObject({ text: 'Success', caption: 'bCUBE 1' })
  expect(document.body.innerHTML).not.toContain(key)
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(key)
  expect(await problems()).toEqual([])
})

test('[SCREEN-033] [VAL-019] a failed connection names its cause and the next step; the connected network cannot be removed', async () => {
  mount(<NetworkView device={device} />)
  await saveLaboratory()
  room.cause = 'wrong_key'
  await laboratory().getByRole('button', { name: 'Connect' }).click()
  await expect.element(page.getByText('Laboratory does not accept the key')).toBeVisible()
  await expect.element(page.getByText(/save it again with the right key/)).toBeVisible()
  expect(pastMessages.value.filter(({ text }) => text === 'Success')).toHaveLength(1)
  room.cause = 'captive_page'
  await laboratory().getByRole('button', { name: 'Connect' }).click()
  await expect.element(page.getByText(/asks for a sign-in on a web page/)).toBeVisible()
  await expect.element(wifi().getByText('connected, without the service')).toBeVisible()
  const remove = laboratory().getByRole('button', { name: 'Remove Laboratory' })
  await expect.element(remove).toHaveAttribute('aria-disabled', 'true')
  await expect
    .element(remove)
    .toHaveAccessibleDescription('The currently connected Wi-Fi cannot be removed.')
  expect(await problems()).toEqual([])
})

test('[SCREEN-034] Bluetooth is switched on for a time', async () => {
  mount(<NetworkView device={device} />)
  const ble = page.getByRole('region', { name: 'Bluetooth', exact: true })
  await expect.element(ble.getByText('off', { exact: true })).toBeVisible()
  await ble.getByRole('radio', { name: '15 min' }).click()
  await ble.getByRole('button', { name: 'Switch Bluetooth on' }).click()
  await expect.element(ble.getByRole('button', { name: 'Switch Bluetooth off' })).toBeVisible()
  const sent = vi.mocked(fetch).mock.calls.map(([, init]) => textOf(init?.body))
  expect(sent.filter((body) => body.includes('SWITCH'))).toEqual([
    JSON.stringify({ command: 'SWITCH', params: { radio: 'ble', on: true, minutes: 15 } }),
  ])
})

test('a connection check tells the step that failed in words, with what to do', async () => {
  mount(<NetworkView device={device} />)
  await page.getByRole('button', { name: 'Check the connection' }).click()
  await expect.element(page.getByText('bapp.example does not answer the device')).toBeVisible()
  await expect.element(page.getByText(/TCP port 443/)).toBeVisible()
  await expect.element(page.getByText('ETIMEDOUT', { exact: false })).toBeVisible()
  expect(await problems()).toEqual([])
})

test('[SCREEN-039] a console without an answer of the device calls its state unknown', async () => {
  mount(<ConsoleView device={{ ...device, uuid: crypto.randomUUID(), hostname: 'nobody' }} />)
  await expect.element(page.getByText(/Whether the shell is open is not known/)).toBeVisible()
  await expect.element(page.getByText('Asking the device…')).not.toBeInTheDocument()
})

test('[SCREEN-039] the console is worked by the keyboard alone, and shows what others type', async () => {
  room.until = new Date(Date.now() + 600_000).toISOString()
  mount(<ConsoleView device={device} />)
  const line = page.getByRole('textbox', { name: 'Line for the shell' })
  await expect.element(line).toHaveFocus()
  await userEvent.keyboard('uptime{Enter}')
  const log = page.getByRole('log', { name: 'Output of the shell' })
  await expect.element(log.getByText('out of uptime')).toBeVisible()
  await expect.element(line).toHaveValue('')
  await userEvent.keyboard('df{Enter}')
  await expect.element(log.getByText('out of df')).toBeVisible()
  await userEvent.keyboard('{ArrowUp}{ArrowUp}')
  await expect.element(line).toHaveValue('uptime')
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(line).toHaveValue('df')
  await userEvent.keyboard('{Escape}')
  await expect.element(line).toHaveValue('')
  const at = new Date().toISOString()
  room.lines.push({ number: 3, at, user_uuid: uuid, line: 'help', output: 'words of another' })
  await expect.element(log.getByText('words of another')).toBeVisible()
  expect(await problems()).toEqual([])
  room.until = null
  await expect.element(page.getByText('The shell is closed.')).toBeVisible()
  await expect.element(line).not.toBeInTheDocument()
})
