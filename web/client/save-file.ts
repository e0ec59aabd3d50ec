import type { CallFile } from '../../domain/call.ts'

/** Give a file of an answer to the browser's downloads. */
export function saveFile(file: CallFile, otherwise: string): void {
  const address = URL.createObjectURL(new Blob([new Uint8Array(file.bytes)], { type: file.type }))
  const link = document.createElement('a')
  link.href = address
  link.download = file.name ?? otherwise
  document.body.append(link)
  link.click()
  link.remove()
  // Wait, as the browser reads the address after the press has been handled.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
