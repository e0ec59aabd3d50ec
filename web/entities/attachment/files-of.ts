import type { AttachableKind } from '../../../domain/entities/attachment.ts'

/** Record whose files are shown. */
export interface FilesOf {
  kind: AttachableKind
  uuid: string
  /** Reason that its files stay as they are; null where they may change. */
  closed?: string | null
}
