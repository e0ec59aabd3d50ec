import type { CallFile } from '../../domain/call.ts'
import { saveFile } from './save-file.ts'

/** Show a PDF of an answer in a tab of its own. Save it where the browser opens none, or the file is of another type. */
export function openPdf(file: CallFile, otherwise: string): void {
  const isPdf = file.type.startsWith('application/pdf')
  const address = isPdf
    ? URL.createObjectURL(new Blob([new Uint8Array(file.bytes)], { type: 'application/pdf' }))
    : null
  if (address === null || open(address, '_blank') === null) saveFile(file, otherwise)
  // Wait until the tab has read it.
  if (address !== null) setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
