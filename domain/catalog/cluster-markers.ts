/** Colours of a marker that stands for several places on a map (spec §9 "Map cluster marker"). */
const clusterColours = { many: 'green', few: 'dark-blue' } as const

/** Most places that a marker still counts as few. */
const fewPlaces = 20

export type ClusterColour = (typeof clusterColours)[keyof typeof clusterColours]

/** The colour of a marker by how many places it stands for. */
export function clusterColour(count: number): ClusterColour {
  return count > fewPlaces ? clusterColours.many : clusterColours.few
}
