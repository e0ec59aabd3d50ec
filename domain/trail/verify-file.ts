import type { Verdict } from './problems.ts'
import type { TrailTools } from './tools.ts'
import { trailFormat } from './trail-file.ts'
import { unreadable, verifyRecord } from './verify-record.ts'
import type { Expected } from './note-check.ts'
import { verifyTrail } from './verify-trail.ts'

/** Check an exported file, of a record or of a whole trail. */
export async function verifyFile(
  bytes: Uint8Array,
  tools: TrailTools,
  expected: Expected = {},
  files: ReadonlyMap<string, Uint8Array> = new Map(),
): Promise<Verdict> {
  const beginning = tools.decode(bytes.subarray(0, 40).filter((byte) => byte < 128))
  try {
    return beginning?.startsWith(`{"format":"${trailFormat}"`)
      ? await verifyTrail(bytes, tools, expected)
      : await verifyRecord(bytes, tools, expected, files)
  } catch {
    // Refuse a file that breaks the check, such as JSON nested beyond the stack.
    return unreadable()
  }
}
