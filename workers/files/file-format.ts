import type { FileContent } from './file-content.ts'
import type { ImportedFile } from './imported-run.ts'

/** A format that can be read: how it is recognised by content, and how it is read. */
export interface FileFormat {
  name: string
  /** Cheap, never by extension, and never throws for a file of another format. */
  recognise(content: FileContent): boolean
  /** The whole file or a `Fault('invalid')`; nothing in between. */
  read(content: FileContent): ImportedFile | Promise<ImportedFile>
}
