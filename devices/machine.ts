import type { PowerAction } from './bench.ts'
import { type DeviceStart, runDevice, type RunningDevice } from './run-device.ts'

/** A device with its power: it restarts, goes off and comes back, and its storage stays. */
export interface Machine {
  isOn(): boolean
  toggleLid(): void
  selfTest(): void
  /** The plug is pulled and put in again. */
  restart(): void
  /** A hand on the power button of a device that was shut down. */
  switchOn(): void
  stop(): Promise<void>
}

/** Time for an answer to leave before the links are cut. */
const goodbyeMs = 300
/** Duration of a simulated device's start. */
const bootMs = 1_000

export function startMachine(start: DeviceStart): Machine {
  let device: RunningDevice | null = null
  let timer: NodeJS.Timeout | null = null
  let ending: Promise<void> = Promise.resolve()
  let stopped = false

  const later = (ms: number, act: () => void) => {
    if (timer) clearTimeout(timer)
    timer = setTimeout(act, ms)
  }

  function switchOn(): void {
    if (stopped || device) return
    device = runDevice(start, (action) => later(goodbyeMs, () => void goDown(action)))
  }

  async function goDown(action: PowerAction): Promise<void> {
    // Free the memory at a restart, as on a device whose program leaks.
    if (start.faults) start.faults.memory = null
    const going = device
    device = null
    ending = going?.stop() ?? Promise.resolve()
    await ending
    if (action === 'reboot') later(bootMs, switchOn)
  }

  switchOn()
  return {
    isOn: () => device !== null,
    toggleLid: () => device?.toggleLid(),
    selfTest: () => device?.selfTest(),
    restart: () => later(0, () => void goDown('reboot')),
    switchOn: () => void ending.then(switchOn),
    async stop() {
      stopped = true
      if (timer) clearTimeout(timer)
      await ending
      await device?.stop()
      device = null
    },
  }
}
