import { analyse } from './run/analyse.ts'
import { decodeCurves, encodeCurves } from './run/blob.ts'
import { curveLayers, meltLayers } from './run/views.ts'
import { recalculate } from './run/recalculate.ts'
import { watchRun } from './watch/watch-run.ts'
import type { GreyImage } from './images/grey-image.ts'
import type { LocatedWell } from './images/locate-wells.ts'
import type { RoiReading, readRoi as ReadRoi } from './images/read-roi.ts'
import type { fitThermal as FitThermal, ThermalFit } from './calibration/fit-thermal.ts'
import type { ImportedFile } from './files/imported-run.ts'
import type { Match, matchFile as MatchFile } from './files/match-plan.ts'
import type { countOrders as CountOrders } from './files/sample-list/orders/find-orders.ts'
import type { FileProgramme } from './files/rdml/read-programmes.ts'
import type { Writer, WrittenFile } from './files/written-file.ts'
import type { judgeStudy as JudgeStudy } from './study/judge-study.ts'
import type { OpenStudyRun, openStudyFiles as OpenFiles } from './study/open-study-run.ts'
import type { StudyFigures } from './study/quantify-study.ts'
import type { Process } from '../domain/entities/process-recipe.ts'

/** Import a file, loading the readers of instrument files with the first one. */
async function importFile(name: string, bytes: Uint8Array): Promise<ImportedFile> {
  const files = await import('./files/import.ts')
  return files.importFile(name, bytes)
}

/** Find the planned analysis that an instrument's file is the run of. */
async function matchFile(...given: Parameters<typeof MatchFile>): Promise<Match> {
  const files = await import('./files/match-plan.ts')
  return files.matchFile(...given)
}

/** Count the orders of a laboratory system in a file, and those that have samples. */
async function countOrders(...given: Parameters<typeof CountOrders>) {
  const orders = await import('./files/sample-list/orders/find-orders.ts')
  return orders.countOrders(...given)
}

/** Read thermal programmes from a file, loading their readers with the first one. */
async function readProgrammes(name: string, bytes: Uint8Array): Promise<FileProgramme[]> {
  const files = await import('./files/rdml/read-programmes.ts')
  return files.readProgrammes(name, bytes)
}

async function writeRdmlProgramme(
  recipe: { name: string; process: Process },
  writer: Writer,
): Promise<WrittenFile> {
  const files = await import('./files/rdml/write-method.ts')
  return files.writeRdmlProgramme(recipe, writer)
}

/** Find the wells in a picture, loading the code with the first one, because pictures are rare. */
async function locateWells(
  bytes: Uint8Array,
  shape: { rows: number; columns: number },
): Promise<LocatedWell[] | null> {
  const images = await import('./images/locate-wells.ts')
  return images.locateWells(bytes, shape)
}

async function readRoi(...given: Parameters<typeof ReadRoi>): Promise<RoiReading> {
  const images = await import('./images/read-roi.ts')
  return images.readRoi(...given)
}

async function fitThermal(...given: Parameters<typeof FitThermal>): Promise<ThermalFit> {
  const calibration = await import('./calibration/fit-thermal.ts')
  return calibration.fitThermal(...given)
}

/** Open a run of a study, loading the code with the first one. */
async function openStudyFiles(...given: Parameters<typeof OpenFiles>): Promise<OpenStudyRun> {
  const study = await import('./study/open-study-run.ts')
  return study.openStudyFiles(...given)
}

/** Calculate the figures of a study; its wells are on the page already. */
async function calculateStudy(...given: Parameters<typeof JudgeStudy>): Promise<StudyFigures> {
  const study = await import('./study/judge-study.ts')
  return study.judgeStudy(...given).figures
}

async function readImage(bytes: Uint8Array): Promise<GreyImage> {
  const images = await import('./images/read-image.ts')
  return images.readImage(bytes)
}

/**
 * Jobs that the page may run in a worker, by name. Pure functions over plain data and typed arrays: the edge and the
 * tests import the same ones directly.
 */
export const jobs = {
  analyse,
  recalculate,
  curveLayers,
  meltLayers,
  encodeCurves,
  decodeCurves,
  watchRun,
  importFile,
  matchFile,
  countOrders,
  readProgrammes,
  writeRdmlProgramme,
  locateWells,
  readRoi,
  readImage,
  fitThermal,
  openStudyFiles,
  calculateStudy,
} as const

export type Jobs = typeof jobs
export type JobName = keyof Jobs
