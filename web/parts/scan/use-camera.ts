import { type RefObject, useEffect, useState } from 'react'
import { Fault, type FaultDetail } from '../../../domain/fault.ts'
import { cameraFault, openCamera } from './open-camera.ts'

export interface CameraChoice {
  id: string
  label: string
}

export type CameraState =
  | { step: 'opening' }
  | { step: 'on'; cameras: readonly CameraChoice[]; chosen: string; light: boolean | null }
  | { step: 'failed'; fault: FaultDetail }

export interface Camera {
  state: CameraState
  choose: (id: string) => void
  again: () => void
  switchLight: () => void
}

/** Show the picture of a camera in a video element while the caller is mounted. */
export function useCamera(video: RefObject<HTMLVideoElement | null>): Camera {
  const [state, setState] = useState<CameraState>({ step: 'opening' })
  const [wanted, setWanted] = useState<{ id: string | null; tries: number }>({ id: null, tries: 0 })
  useEffect(() => {
    let stream: MediaStream | null = null
    let over = false
    const fail = (error: unknown) => {
      const fault = error instanceof Fault ? error : cameraFault('camera_unsuitable')
      if (!over) setState({ step: 'failed', fault: fault.first })
    }
    const open = async () => {
      stream = await openCamera(wanted.id)
      const [track] = stream.getVideoTracks()
      if (over || !track || !video.current) return stopStream(stream)
      // Say that the camera was unplugged, or taken by another programme.
      track.addEventListener('ended', () => fail(cameraFault('camera_in_use')))
      video.current.srcObject = stream
      await video.current.play()
      const cameras = await listCameras()
      const { deviceId: chosen = '' } = track.getSettings()
      if (!over) setState({ step: 'on', cameras, chosen, light: hasLight(track) ? false : null })
    }
    setState({ step: 'opening' })
    open().catch(fail)
    return () => {
      over = true
      stopStream(stream)
    }
  }, [video, wanted])
  return {
    state,
    choose: (id) => setWanted({ id, tries: 0 }),
    again: () => setWanted(({ id, tries }) => ({ id, tries: tries + 1 })),
    switchLight: () => {
      const [track] = (video.current?.srcObject as MediaStream | null)?.getVideoTracks() ?? []
      if (state.step !== 'on' || state.light === null || !track) return
      const light = !state.light
      // Cast, since browsers that have it know it, but not the type library.
      const torch = { advanced: [{ torch: light }] } as unknown as MediaTrackConstraints
      track.applyConstraints(torch).then(
        () => setState({ ...state, light }),
        () => setState({ ...state, light: null }),
      )
    },
  }
}

function stopStream(stream: MediaStream | null): void {
  for (const track of stream?.getTracks() ?? []) track.stop()
}

function hasLight(track: MediaStreamTrack): boolean {
  const can = track.getCapabilities?.() as
    | (MediaTrackCapabilities & { torch?: boolean })
    | undefined
  return can?.torch === true
}

async function listCameras(): Promise<CameraChoice[]> {
  const devices = await navigator.mediaDevices.enumerateDevices()
  return devices
    .filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId !== '')
    .map(({ deviceId, label }) => ({ id: deviceId, label }))
}
