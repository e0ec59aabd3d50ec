import { analyse } from './curves/analyse.ts'
import { decodeCurves, encodeCurves } from './curves/blob.ts'
import { curveLayers, meltLayers } from './curves/views.ts'

/**
 * What the page may run off its own thread, by name. Pure functions over plain data and typed
 * arrays: the edge and the tests import the same ones directly.
 */
export const jobs = { analyse, curveLayers, meltLayers, encodeCurves, decodeCurves } as const

export type Jobs = typeof jobs
export type JobName = keyof Jobs
