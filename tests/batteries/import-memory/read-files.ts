import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ReadFile } from './read-in-little.ts'

const reader = fileURLToPath(new URL('./read-in-little.ts', import.meta.url))
const stuckMs = 300_000

/**
 * Read files one after another in a process whose heap has so many MB, and return what came of each; fewer than there are files where
 * the process ended for want of memory.
 */
export async function readInLittle(
  files: readonly { name: string; bytes: Uint8Array }[],
  heapMb: number,
): Promise<ReadFile[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bapp-import-memory-'))
  try {
    const paths = files.map(({ name, bytes }, index) => {
      const path = join(folder, `${index}~${name}`)
      writeFileSync(path, bytes)
      return path
    })
    const flags = [`--max-old-space-size=${heapMb}`, '--max-semi-space-size=2']
    const output = await new Promise<string>((resolve) => {
      const options = { timeout: stuckMs, maxBuffer: 2 ** 24 }
      execFile(process.execPath, [...flags, reader, ...paths], options, (_, text) => resolve(text))
    })
    const lines = output.split('\n').filter((line) => line.startsWith('{'))
    return lines.map((line) => JSON.parse(line) as ReadFile)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
