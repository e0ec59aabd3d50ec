import { closeSync, existsSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { Fault } from '../domain/fault.ts'
import { targetPath } from '../releases/targets.ts'
import type { ImageSource } from './download.ts'

/** Bytes of an image in one step: what a power cut costs at most. */
const pieceBytes = 256 * 1024

/**
 * Open a folder of releases on a stick for an order: `metadata/` and `targets/`, as the command `releases` writes them and the
 * service serves them. Nothing in it is trusted.
 * @returns null where the folder has no such image
 */
export function openStick(
  folder: string,
  order: { version: string; file_hash: string },
): ImageSource | null {
  const image = join(folder, 'targets', targetPath(order))
  if (!existsSync(image)) return null
  return {
    metadata: {
      read: async (name, most) => {
        const path = join(folder, 'metadata', name)
        return existsSync(path) ? readPart(path, 0, most + 1) : null
      },
    },
    piece: async (_, from) => readPart(image, from, pieceBytes),
  }
}

/** Read so many bytes at most. @throws Fault `network` for a stick that was pulled out: it is tried again. */
function readPart(path: string, from: number, most: number): Uint8Array {
  let file: number | null = null
  try {
    file = openSync(path, 'r')
    const bytes = new Uint8Array(most)
    return bytes.subarray(0, readSync(file, bytes, 0, most, from))
  } catch (error) {
    throw new Fault('network', `The stick cannot be read: ${(error as Error).message}`)
  } finally {
    if (file !== null) closeSync(file)
  }
}
