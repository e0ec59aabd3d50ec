import { strToU8, zipSync } from 'fflate'
import { deviceCalls } from '../../../../domain/calls/devices.ts'
import type { DeviceMessage } from '../../../../domain/entities/device-report.ts'
import type { Device } from '../../../../domain/entities/device.ts'
import { lanCalls } from '../../../../domain/lan/lan-calls.ts'
import { findHealth } from '../../../../domain/rules/device-health.ts'
import { call } from '../../../client/call.ts'
import { readPages } from '../../../client/read-pages.ts'
import { errorTexts } from '../../../i18n/faults.ts'
import { callDevice } from '../../../lan/call-device.ts'
import { lanErrorTexts } from '../../../lan/say-outcome.ts'

/** Files for a person who helps from far away, packed; nothing is sent anywhere. */
export interface Bundle {
  zip: Uint8Array
  parts: { name: string; bytes: number }[]
  /** Parts that could not be read, with the reasons. */
  missing: { name: string; why: string }[]
}

/**
 * Collect what a device has reported and, where it answers in the local network, its logs. Messages and logs name runs by their ids, and
 * neither settings nor people are in it.
 */
export async function makeBundle(device: Device, signal: AbortSignal): Promise<Bundle> {
  const files: Record<string, Uint8Array> = {}
  const missing: Bundle['missing'] = []
  const add = async (name: string, read: () => Promise<string>, say = errorTexts) => {
    try {
      files[name] = strToU8(await read())
    } catch (error) {
      if (signal.aborted) throw error
      missing.push({ name, why: say(error).join(' ') })
    }
  }
  await add('report.json', () => readReport(device, signal))
  await add('messages.jsonl', () => readMessages(device.uuid, signal))
  const { hostname, uuid } = device
  const options = { device: uuid, signal }
  await add(
    'logs',
    async () => {
      const { logs } = await callDevice(hostname, lanCalls.logs, {}, options)
      for (const { name } of logs) {
        const { text } = await callDevice(hostname, lanCalls.log, { name }, options)
        files[`logs/${name}`] = strToU8(text)
      }
      return ''
    },
    lanErrorTexts,
  )
  delete files['logs']
  files['missing.json'] = strToU8(JSON.stringify(missing, null, 2))
  const parts = Object.entries(files).map(([name, { length: bytes }]) => ({ name, bytes }))
  return { zip: zipSync(files), parts, missing }
}

async function readReport(device: Device, signal: AbortSignal): Promise<string> {
  const { uuid, hostname, serial_no, deviceType, model, bkernel_version } = device
  const { info, heard_at } = await call(deviceCalls.details, { params: { id: uuid } }, { signal })
  const at = Date.now()
  const checks = findHealth({ device, info, heardAt: heard_at }, at)
  const what = { uuid, hostname, serial_no, deviceType, model, bkernel_version }
  const report = { made_at: new Date(at).toISOString(), device: what, heard_at, info, checks }
  return JSON.stringify(report, null, 2)
}

async function readMessages(device_uuid: string, signal: AbortSignal): Promise<string> {
  const { rows } = await readPages<DeviceMessage>({
    pages: 'all',
    idOf: ({ uuid }) => uuid,
    read: (page) =>
      call(
        deviceCalls.messages,
        { query: { limit: '500', page }, body: { device_uuid } },
        { signal },
      ),
  })
  return rows.map((one) => JSON.stringify(one)).join('\n')
}
