import type { DeviceState } from '../../domain/rules/device.ts'

/** Shape and tone of a device's state: a full disc can take a run, a half one is at work, a ring is not there. */
export const deviceLooks = {
  available: { shape: 'disc', tone: 'accent' },
  in_use: { shape: 'half', tone: 'accent' },
  busy: { shape: 'half', tone: 'neutral' },
  waiting: { shape: 'half', tone: 'info' },
  unavailable: { shape: 'triangle', tone: 'warning' },
  offline: { shape: 'ring', tone: 'neutral' },
} as const satisfies Record<DeviceState, { shape: string; tone: string }>
