import type { ListColumn } from '../../../domain/catalog/list-words.ts'

/**
 * Row of a list of samples: return the text of a column without the blanks around it; null if the file lacks the
 * column. A cell is read on demand, because most of 200,000 rows are decided by two or three cells.
 */
export type ListRow = (column: ListColumn) => string | null
