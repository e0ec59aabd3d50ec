import type { StageDigest } from './engine-digest.ts'

/** Plates for every runtime, and what Node made of them. */
export interface EngineDigests {
  plates: string
  node: StageDigest[]
  /** Why Node made nothing of them; null when it did. */
  error: string | null
}
