import type { Verdict } from '../../../domain/trail/problems.ts'
import { verifyFile } from '../../../domain/trail/verify-file.ts'
import { browserTools } from './browser-tools.ts'

/** A longer file is for the command, which reads it line by line. */
export const largestFile = 128 * 1024 * 1024

/** Files that a person gave, by what they are. */
export interface Given {
  exported: File | null
  anchors: File[]
}

/** Tells checkpoints from the exported file by their names. */
export function sortFiles(files: readonly File[]): Given {
  const anchors = files.filter(({ name }) => name.endsWith('.note'))
  return { exported: files.find(({ name }) => !name.endsWith('.note')) ?? null, anchors }
}

/** Checks the file here, in the page. */
export async function checkFiles(
  exported: File,
  anchors: readonly File[],
  key: string,
): Promise<Verdict> {
  const notes = await Promise.all(anchors.map((file) => file.text()))
  const bytes = new Uint8Array(await exported.arrayBuffer())
  const known = key.trim()
  return verifyFile(bytes, browserTools, {
    key: known === '' ? undefined : known,
    anchors: notes,
  })
}
