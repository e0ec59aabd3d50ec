/** The first six columns of every RDES table; the seventh, `Cq` or `Tm`, tells which kind it is. */
export const rdesColumns = [
  'Well',
  'Sample',
  'Sample Type',
  'Target',
  'Target Type',
  'Dye',
] as const
