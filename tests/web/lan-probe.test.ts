// Play the answers of each browser; the true behaviour of Chromium is tested in tests/devices/lan-browser.test.ts.
import { describe, expect, test, vi } from 'vitest'
import { Fault } from '../../domain/fault.ts'
import { lanOrigin } from '../../web/lan/address.ts'
import { probeLan, type ProbeWorld } from '../../web/lan/probe.ts'
import { lanErrorTexts } from '../../web/lan/say-outcome.ts'
import { orderDevice } from '../../web/screens/analyses/offline/order-device.ts'
import { lanCalls } from '../../domain/lan/lan-calls.ts'
import { forgetMessages, toasts } from '../../web/state/toasts.ts'

const silent = () => Promise.reject(new Fault('network', "Can't find host for bCUBE"))
const world = (change: Partial<ProbeWorld>): ProbeWorld => ({
  protocol: 'https:',
  hostname: 'app.example',
  isSecureContext: true,
  onLine: true,
  permission: async () => null,
  greet: silent,
  ...change,
})
const obstacle = async (change: Partial<ProbeWorld>) =>
  (await probeLan(['cube-1'], world(change))).obstacle

describe('the reason why a page does not reach the local network', () => {
  test.each<[string, Partial<ProbeWorld>, string]>([
    ['Chromium, denied', { permission: async () => 'denied' }, 'denied'],
    ['Chromium, not asked yet', { permission: async () => 'prompt' }, 'ask_first'],
    ['Chromium, allowed, no device', { permission: async () => 'granted' }, 'no_answer'],
    ['Firefox or Safari at https', {}, 'mixed_content'],
    ['Firefox at http on this machine', { protocol: 'http:', hostname: 'localhost' }, 'no_answer'],
    ['a page of plain http', { protocol: 'http:', isSecureContext: false }, 'not_secure'],
    [
      'no network at all',
      { protocol: 'http:', hostname: '127.0.0.1', onLine: false },
      'no_network',
    ],
  ])('%s', async (_name, change, expected) => {
    expect(await obstacle(change)).toBe(expected)
  })

  test('one that answers settles it, whatever the browser says of itself; a refusal is an answer', async () => {
    expect(await obstacle({ greet: async () => ({}) })).toBeNull()
    const refused = () => Promise.reject(new Fault('too_many', 'Wait'))
    const reach = await probeLan(['a', 'b'], world({ greet: refused }))
    expect(reach).toMatchObject({ reached: true, answered: ['a', 'b'] })
  })

  test('the answer to the question that the browser asked meanwhile counts', async () => {
    const said: PermissionState[] = ['prompt', 'denied']
    const permission = async () => said.shift() ?? 'denied'
    expect(await obstacle({ permission })).toBe('denied')
  })
})

test('[LAN-001] a hostname is looked for in the local network and nowhere else', () => {
  expect(lanOrigin('bCUBE-1')).toBe('http://bcube-1.local:8780')
  expect(lanOrigin('bcube-1.local')).toBe('http://bcube-1.local:8780')
  for (const name of ['', 'a b', 'evil.test', 'a/b', 'a@b', 'a:80', '127.0.0.1', '-a', 'ü'])
    expect(lanOrigin(name), name).toBeNull()
})

describe('the report of a call', () => {
  test('[ERR-025] [ERR-026] [ERR-027] no host, the errors, or that something went wrong', () => {
    const noHost = new Fault('network', '', { reason: 'lan_no_host' })
    expect(lanErrorTexts(noHost)).toEqual(["Can't find host for bCUBE"])
    const two = new Fault([
      { code: 'refused', message: '', reason: 'lid_open' },
      { code: 'refused', message: '', reason: 'busy' },
    ])
    expect(lanErrorTexts(two)).toHaveLength(2)
    expect(lanErrorTexts(new Fault('internal', ''))).toEqual(['Something went wrong'])
    expect(lanErrorTexts(new Fault('network', 'not from this service'))).toEqual([
      'Something went wrong',
    ])
    expect(lanErrorTexts(new Error('x'))).toEqual(['Something went wrong'])
  })

  test('[ERR-024] house B10: an order that a device accepts is shown as a success, with its name beside', async () => {
    forgetMessages()
    const open = { ...lanCalls.flash, needs: null, open: true as const }
    const fetch = vi.spyOn(globalThis, 'fetch')
    const answers = (state: object) =>
      fetch.mockImplementation(async () => Response.json({ ok: true, data: state }))
    answers({ state: 'refused', reason: 'lid_open' })
    await expect(orderDevice('bench-1', open, {}, null)).rejects.toThrow('lid_open')
    expect(toasts.value).toEqual([])
    answers({ state: 'done' })
    await orderDevice('bench-1', open, {}, null)
    expect(toasts.value.at(-1)).toMatchObject({ kind: 'done', text: 'Success', caption: 'bench-1' })
    fetch.mockRestore()
  })
})
