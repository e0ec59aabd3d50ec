/** Colours of a marker for several places on a map (spec §9 "Map cluster marker"). */
const clusterColours = { many: 'green', few: 'dark-blue' } as const

/** Most places that a marker still counts as few. */
const fewPlaces = 20

export type ClusterColour = (typeof clusterColours)[keyof typeof clusterColours]

/** Return the colour of a marker by its number of places. */
export function clusterColour(count: number): ClusterColour {
  return count > fewPlaces ? clusterColours.many : clusterColours.few
}
