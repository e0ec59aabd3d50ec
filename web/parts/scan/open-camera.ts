import { Fault } from '../../../domain/fault.ts'

/** Reasons for a missing picture (spec §8 "Camera errors"); each has a text that says what to do. */
const cameraReasons = [
  'camera_permission',
  'camera_in_use',
  'camera_none',
  'camera_unsuitable',
  'secure_context',
  'stream_api',
] as const
export type CameraReason = (typeof cameraReasons)[number]

/** Parts of the browser that a camera needs; tests give their own. */
export interface CameraHost {
  isSecureContext: boolean
  mediaDevices: Pick<MediaDevices, 'getUserMedia'> | undefined
}

const here = (): CameraHost => ({
  isSecureContext: globalThis.isSecureContext,
  mediaDevices: navigator.mediaDevices as MediaDevices | undefined,
})

/** By the name of the browser's own error (W3C Media Capture and Streams, section 9.2). */
const reasons: Readonly<Record<string, CameraReason>> = {
  NotAllowedError: 'camera_permission',
  SecurityError: 'camera_permission',
  PermissionDeniedError: 'camera_permission',
  NotReadableError: 'camera_in_use',
  TrackStartError: 'camera_in_use',
  AbortError: 'camera_in_use',
  NotFoundError: 'camera_none',
  DevicesNotFoundError: 'camera_none',
  OverconstrainedError: 'camera_unsuitable',
  TypeError: 'camera_unsuitable',
}

/**
 * Ask for the picture of a camera: the one named, else the one that looks away from the person.
 * @throws Fault `refused` with one of `cameraReasons`.
 */
export async function openCamera(
  deviceId: string | null,
  host: CameraHost = here(),
): Promise<MediaStream> {
  if (!host.isSecureContext) throw cameraFault('secure_context')
  if (typeof host.mediaDevices?.getUserMedia !== 'function') throw cameraFault('stream_api')
  const which = deviceId ? { deviceId: { exact: deviceId } } : { facingMode: 'environment' }
  const video = { ...which, width: { ideal: 1280 }, height: { ideal: 720 } }
  try {
    return await host.mediaDevices.getUserMedia({ video, audio: false })
  } catch (error) {
    throw cameraFault(reasons[(error as Error).name] ?? 'camera_unsuitable')
  }
}

export function cameraFault(reason: CameraReason): Fault {
  return new Fault('refused', `No picture: ${reason}`, { reason })
}
