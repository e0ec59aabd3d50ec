import type { StageDigest } from './engine-digest.ts'

/** Plates for every runtime, and what Node made of them. */
export interface EngineDigests {
  plates: string
  node: StageDigest[]
  /** Error of Node's own calculation; null if it succeeded. */
  error: string | null
}
