import { effect } from '@preact/signals-react'
import type { FoundDevice, HostNotice } from '../domain/desktop-bridge.ts'
import { device as deviceEntity } from '../domain/entities/device.ts'
import type { LanCall } from '../domain/lan/lan-call.ts'
import { lanCalls } from '../domain/lan/lan-calls.ts'
import { completeTexts } from './i18n/catalogs.ts'
import { t } from './i18n/intl.ts'
import { lanOrigin } from './lan/address.ts'
import { answerOrders } from './state/answer-orders.ts'
import { deliverFiles } from './state/deliver-files.ts'
import { records } from './state/records.ts'
import { account, refreshSession } from './state/session.ts'
import { showToast } from './state/toasts.ts'
import { askHost } from './host/ask-host.ts'
import { type DeviceWay, hostState } from './host/host.ts'
import { listenToHost } from './host/listen.ts'

/**
 * Connect the page to the desktop shell's host (spec §7 "Desktop shell"): search devices while a person is signed in,
 * pass found ones to the pages of the local network, show notices as toasts, and refresh the account after the machine
 * has slept. Called once, in the shell only.
 */
export function followHost(): void {
  hostState.reachDevicesBy((origin) => {
    const device = hostState.found.peek().find(({ hostname }) => lanOrigin(hostname) === origin)
    return device ? wayTo(device) : null
  })
  let stop: (() => void) | null = null
  effect(() => {
    const isIn = account.value !== null
    if (isIn === (stop !== null)) return
    stop?.()
    stop = isIn ? listen() : null
    if (!isIn) void askHost('stopDiscovery', {}).catch(() => undefined)
  })
}

function listen(): () => void {
  const { found, network, watched } = hostState
  const end = listenToHost(
    {
      deviceList: ({ devices }) => {
        found.value = devices
      },
      deviceUpdate: (device) => {
        found.value = withDevice(device)
      },
      deviceDelete: (device) => {
        found.value = without(device)
      },
      networkConfig: (config) => {
        network.value = config
      },
      watchState: (state) => {
        watched.value = state
      },
      notification: (notice) => void showNotice(notice),
      clock: () => void refreshSession({ background: true }),
    },
    // Ask again also after the host was away: it knows of nobody who is signed in then.
    () => void askHost('startDiscovery', {}).catch(() => undefined),
  )
  const endDelivery = deliverFiles()
  const endAnswers = answerOrders()
  return () => {
    end()
    endDelivery()
    endAnswers()
    found.value = []
    watched.value = null
  }
}

/** Put a device in its place of the list, so that the others are not drawn again. */
function withDevice(device: FoundDevice): FoundDevice[] {
  const before = hostState.found.peek()
  const isKnown = before.some(({ uuid }) => uuid === device.uuid)
  return isKnown
    ? before.map((one) => (one.uuid === device.uuid ? device : one))
    : [...before, device]
}

function without({ uuid }: Pick<FoundDevice, 'uuid'>): FoundDevice[] {
  return hostState.found.peek().filter((one) => one.uuid !== uuid)
}

/**
 * Reach a device by the host, which knows its address: the browser might not let the page, or not find the name. The
 * page has signed the call; the host passes it on unchanged.
 */
function wayTo({ hostname }: FoundDevice): DeviceWay {
  return async (row, body, headers, signal) => {
    const signed = { body, headers }
    if (isRun(row)) {
      const { analysis_uuid } = (JSON.parse(body) as { params: { analysis_uuid: string } }).params
      const data = await askHost('analysisGet', { hostname, analysis_uuid, signed }, signal)
      return { ok: true, data }
    }
    return askHost('deviceCall', { hostname, path: row.path, signed }, signal)
  }
}

function isRun({ path, command }: LanCall): boolean {
  return path === lanCalls.run.path && command === lanCalls.run.command
}

const texts = {
  device_away: 'lan.notice.away',
  name_taken: 'lan.notice.nameTaken',
  no_discovery: 'lan.notice.noDiscovery',
} as const satisfies Record<HostNotice['kind'], string>

/** Show a notice with the device's name in the records, else the one under which it was heard. */
async function showNotice({ kind, device }: HostNotice): Promise<void> {
  const known = records.peek()?.model.list(deviceEntity.kind).get() ?? []
  const record = known.find((one) => one['uuid'] === device?.uuid)
  // Pass over others' devices, which come and go as they like.
  if (kind === 'device_away' && !record) return
  await completeTexts('lan').catch(() => undefined)
  const name = (record?.['name'] as string | undefined) ?? device?.hostname
  showToast('warning', t(texts[kind], { device: name ?? '' }), undefined, name)
}
