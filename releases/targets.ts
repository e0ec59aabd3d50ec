import type { TargetFile, Targets } from '@tufjs/models'
import { ReleaseFault } from './release-fault.ts'

/** An image as release signers list it. */
export interface ListedImage {
  version: string
  /** Models of device that it runs on. */
  models: string[]
  /** SHA-256, hexadecimal. */
  file_hash: string
  file_size: number
  /**
   * Declaration of its maker how it makes readings (decision 81), in canonical JSON; absent where nothing is declared. It is a text because
   * the signed form of these files has no fractions.
   */
  readings?: string | undefined
}

/** Facts that release signers state of an image beside its path, length and hash. */
export type Declared = Pick<ListedImage, 'version' | 'models' | 'readings'>

/** Return what is stated of an image among the targets; null for one that states nothing. */
export function readDeclared(target: TargetFile): Partial<Declared> | null {
  const custom = target.unrecognizedFields['custom']
  return typeof custom === 'object' && custom !== null ? (custom as Partial<Declared>) : null
}

/** Return the path of an image among the targets: one of another content has another path. */
export function targetPath(image: Pick<ListedImage, 'version' | 'file_hash'>): string {
  return `bkernel/${image.version}/${image.file_hash}.bin`
}

/**
 * Find an image for one model among what release signers have listed.
 * @throws ReleaseFault `unlisted` where it is not, or where its facts are others.
 */
export function findImage(
  targets: Targets,
  wanted: { version: string; file_hash: string; model: string },
): ListedImage {
  const { version, file_hash, model } = wanted
  const path = targetPath(wanted)
  const target = Object.hasOwn(targets.targets, path) ? targets.targets[path] : undefined
  const custom = target && readDeclared(target)
  const models = Array.isArray(custom?.models) ? custom.models : []
  const isIt =
    target?.hashes['sha256'] === file_hash &&
    Number.isSafeInteger(target.length) &&
    target.length > 0 &&
    custom?.version === version &&
    models.includes(model)
  if (target && isIt) {
    const { readings } = custom
    return { version, models, file_hash, file_size: target.length, ...(readings && { readings }) }
  }
  throw new ReleaseFault('unlisted', `${path} is not listed for ${model}`)
}
