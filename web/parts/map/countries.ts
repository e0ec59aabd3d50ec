/** Polygons of a country, each with its rings of `[longitude, latitude]`. */
export type Country = [number, number][][][]

/** All countries of the world: put in by the build and by what runs the tests (scripts/world-map.ts). */
export const countries: readonly Country[] = []
