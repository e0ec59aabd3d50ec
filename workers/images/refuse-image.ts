import type { Reason } from '../../domain/reasons/reason.ts'
import { Fault, type FaultParams } from '../../domain/fault.ts'
import { pixelLimit, sideLimit } from './grey-image.ts'

/** Make the fault of a refused picture, with the reason. */
export function refuseImage(reason: Reason, message: string, params?: FaultParams): Fault {
  return new Fault('invalid', message, { field: 'file', reason, ...(params && { params }) })
}

export const damaged = () => refuseImage('image_damaged', 'The image cannot be read')

/** Look at a size from a header before anything is decoded. @throws Fault */
export function checkSize(width: number, height: number): void {
  if (width < 1 || height < 1) throw damaged()
  const found = width * height
  if (found <= pixelLimit && Math.max(width, height) <= sideLimit) return
  throw refuseImage('image_too_large', 'The image has too many pixels', {
    found,
    limit: pixelLimit,
  })
}
