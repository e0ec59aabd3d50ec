import { deviceReportCalls } from '../domain/calls/device-reports.ts'
import { Fault } from '../domain/fault.ts'
import type { DeviceStatus } from '../domain/live/event.ts'
import type { EdgeCall } from './edge-client.ts'

/**
 * Tells the service what the device is and how it does. Only information: when it is not taken the device goes on
 * without, and tells it again after the next reconnect.
 */
export async function tellInfo(call: EdgeCall, status: DeviceStatus): Promise<void> {
  const { bkernel_version, uptime, block_temperature, health } = status
  const body = {
    // A simulated device has no network of its own and does not know its place.
    ip: '127.0.0.1',
    ssid: '',
    latitude: null,
    longitude: null,
    accuracy: null,
    versions: { bkernel: bkernel_version },
    uptime,
    temperature: block_temperature,
    health,
  }
  try {
    await call(deviceReportCalls.info, { body })
  } catch (error) {
    if (!(error instanceof Fault)) throw error
  }
}
