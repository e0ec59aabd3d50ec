import { copyFileSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { fontFiles } from '../edge/reports/pdf/type/font-files.ts'

/** Folder of the fonts of printed reports among the worker's assets (edge/reports/report-fonts.ts). */
const folder = 'report-fonts'
const packages = join(import.meta.dirname, '..', 'node_modules', '@fontsource')

/**
 * Put the fonts of printed reports beside the app. Not through the bundler: what it lists is kept by every browser
 * for offline use, and no browser needs these.
 */
export function reportFonts(): Plugin {
  return {
    name: 'report-fonts',
    writeBundle({ dir }) {
      if (this.environment.name !== 'client' || dir === undefined) return
      mkdirSync(join(dir, folder), { recursive: true })
      for (const { family, file } of fontFiles()) {
        copyFileSync(pathOf(family, file), join(dir, folder, file))
      }
      for (const family of new Set(fontFiles().map((font) => font.family))) {
        copyFileSync(join(packages, family, 'LICENSE'), join(dir, folder, `${family}.LICENSE.txt`))
      }
    },
    configureServer(server) {
      server.middlewares.use(`/${folder}`, (request, response, next) => {
        const bytes = readReportFont(request.url ?? '')
        if (bytes === null) next()
        else response.setHeader('content-type', 'font/woff').end(bytes)
      })
    },
  }
}

/** Read the file at an address; null if there is none. */
export function readReportFont(address: string): Uint8Array<ArrayBuffer> | null {
  const name = address.split('/').at(-1) ?? ''
  const found = fontFiles().find(({ file }) => file === name)
  return found ? new Uint8Array(readFileSync(pathOf(found.family, name))) : null
}

function pathOf(family: string, file: string): string {
  return join(packages, family, 'files', file)
}
