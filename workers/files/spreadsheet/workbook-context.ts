import type { FileLimits } from '../limits.ts'
import type { NoticeList } from '../notices.ts'
import type { Archive } from '../open-archive.ts'

/** Parts of a workbook that all its sheets share. */
export interface WorkbookContext {
  archive: Archive
  limits: FileLimits
  notices: NoticeList
  strings: readonly string[]
  /** Indexes of the cell styles that show dates. */
  dates: ReadonlySet<number>
  date1904: boolean
}
