import { sha256, simulatedImage } from '../../devices/slots.ts'
import type { ListedImage } from '../../releases/targets.ts'

const models = ['bCUBE 9', 'bCUBE 16', 'bCUBE 36', 'bGATE 96']

/** Describe the image of a simulated device as release signers list it. */
export function imageOf(version: string): ListedImage {
  const image = simulatedImage(version)
  return { version, models, file_hash: sha256(image), file_size: image.length }
}
