import type { CallFile } from '../../domain/call.ts'
import type { Recipe } from '../../domain/entities/recipe.ts'
import { writeRdmlMethod } from '../../workers/files/rdml/write-method.ts'
import { engine } from '../../workers/run/engine.ts'
import { fileName } from '../files/file-name.ts'

/**
 * Write a recipe's thermal programme with its targets and dyes as RDML 1.3 (decisions R9), which the software of
 * 96-well instruments reads; unpacked, it is a text that people can read too.
 */
export function protocolFile(recipe: Recipe): CallFile {
  const writer = { software: engine.name, version: engine.version, made: recipe.updated_at }
  const { bytes, extension } = writeRdmlMethod(recipe, writer)
  return { bytes, type: 'application/vnd.rdml+zip', name: fileName(recipe.name, `.${extension}`) }
}
