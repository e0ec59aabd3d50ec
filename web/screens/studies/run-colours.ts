const colours = [
  'var(--dye-fam)',
  'var(--dye-rox)',
  'var(--dye-vic)',
  'var(--dye-cy5)',
  'var(--dye-quasar705)',
  'var(--dye-cy3)',
  'var(--dye-hy5)',
]

/** Return the colour of a run by its place in the study. */
export function runColour(run: number): string {
  return colours[run % colours.length]!
}
