/** Return true if a well is in the outermost rows and columns. */
export function isEdge(shape: { rows: number; columns: number }, well: number): boolean {
  const row = Math.floor(well / shape.columns)
  const column = well % shape.columns
  return row === 0 || column === 0 || row === shape.rows - 1 || column === shape.columns - 1
}
