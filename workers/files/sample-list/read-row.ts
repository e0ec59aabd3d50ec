import type { ListColumn } from '../../../domain/catalog/list-words.ts'

/**
 * One row of a list of samples: the text in a column as it stands there, without the blanks around it; null where the file does
 * not have the column. A cell is read when somebody asks: of 200,000 rows most are decided by two or three.
 */
export type ListRow = (column: ListColumn) => string | null
