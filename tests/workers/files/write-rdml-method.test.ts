import { readFileSync } from 'node:fs'
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { methods } from '../../../scripts/demo/methods.ts'
import { writeProgramme } from '../../../workers/files/export-run.ts'
import { fileLimits } from '../../../workers/files/limits.ts'
import { childOf, readXml } from '../../../workers/files/read-xml.ts'
import { readProgramme } from '../../../workers/files/rdml/read-programme.ts'
import { writeRdmlMethod } from '../../../workers/files/rdml/write-method.ts'

const schema = readFileSync(
  new URL('../../fixtures/files/RDML_v1_3_REC.xsd', import.meta.url),
  'utf8',
)
const writer = { software: 'tests', version: '1', made: '2026-11-21T02:00:00.000Z' }

function write(method: (typeof methods)[number]['recipe']): string {
  const { bytes } = writeRdmlMethod(method, writer)
  return strFromU8(unzipSync(bytes)['rdml_data.xml'] as Uint8Array)
}

describe.each(methods.map(({ recipe }) => [recipe.name, recipe] as const))(
  'a method as RDML: %s',
  (_, recipe) => {
    it('is valid against the schema of RDML 1.3', async () => {
      const contents = write({ ...recipe, name: 'Ends & "begins" <here>' })
      const { errors } = await validateXML({
        xml: [{ fileName: 'rdml_data.xml', contents }],
        schema: [schema],
      })
      expect(errors.map(({ message }) => message)).toEqual([])
    })

    it('reads back as the same programme', () => {
      const root = readXml(write(recipe), { limits: fileLimits })
      const conditions = childOf(root, 'thermalCyclingConditions')
      expect(readProgramme(conditions)).toEqual(writeProgramme(recipe.process))
    })

    it('gives equal bytes for equal methods', () => {
      expect(writeRdmlMethod(recipe, writer)).toEqual(writeRdmlMethod(recipe, writer))
    })
  },
)
