import { useRef, useState } from 'react'
import { calibrationCalls } from '../../../../domain/calls/calibrations.ts'
import type { WavelengthName } from '../../../../domain/catalog/wavelengths.ts'
import type { Device } from '../../../../domain/entities/device.ts'
import { call } from '../../../client/call.ts'
import { makeUuid } from '../../../client/make-uuid.ts'
import { useUnsaved } from '../../../state/left-behind.ts'
import { type Shot, useTaking } from './use-taking.ts'

/** Keep the pictures with the device, each once however often a calibration is prepared from it. */
export function useKeeping(device: Device) {
  const known = useRef(new Map<Uint8Array, string>())
  const keep = async ({ channel, bytes, command_uuid }: Shot) => {
    let file_uuid = known.current.get(bytes)
    if (file_uuid === undefined) {
      const file = new File([bytes as Uint8Array<ArrayBuffer>], 'plate')
      const parts = { params: { id: device.uuid }, body: { file } }
      file_uuid = (await call(calibrationCalls.picture, parts, { opId: makeUuid() })).uuid
      known.current.set(bytes, file_uuid)
    }
    return { channel, file_uuid, ...(command_uuid !== null && { command_uuid }) }
  }
  return (shots: readonly Shot[]) => Promise.all(shots.map(keep))
}

export type Shots = ReturnType<typeof useShots>

/** Gather the pictures of all channels, taken by the device or brought as files. */
export function useShots(device: Device) {
  const [shots, setShots] = useState<readonly Shot[]>([])
  const [taken, setTaken] = useState(0)
  useUnsaved(shots.length > 0, 'page')
  const add = (shot: Shot) => {
    setShots((before) => [...before.filter(({ channel }) => channel !== shot.channel), shot])
    setTaken((before) => before + 1)
  }
  const taking = useTaking(device, add)
  const ordered = device.wavelengths.flatMap((channel) =>
    shots.filter((shot) => shot.channel === channel),
  )
  const isWhole = ordered.length === device.wavelengths.length && taking.left.length === 0
  const [whole, setWhole] = useState<{ of: number; shots: readonly Shot[] } | null>(null)
  // Measure another list of pictures again.
  if (isWhole && whole?.of !== taken) setWhole({ of: taken, shots: ordered })
  return {
    taking,
    taken,
    some: shots.length > 0,
    has: (channel: WavelengthName) => shots.some((shot) => shot.channel === channel),
    whole: isWhole && whole?.of === taken ? whole.shots : null,
    add,
    clear: () => {
      setShots([])
      setWhole(null)
    },
  }
}
