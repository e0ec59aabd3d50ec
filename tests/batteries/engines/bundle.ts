import { fileURLToPath } from 'node:url'
import { build, type Rolldown } from 'vite'

/** The calculation and its digests as one script without imports, minified as what is shipped is. */
export async function bundleInside(): Promise<string> {
  const entry = fileURLToPath(new URL('inside.ts', import.meta.url))
  const built = (await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: true,
      target: 'es2022',
      lib: { entry, formats: ['iife'], name: 'inside' },
    },
  })) as Rolldown.RolldownOutput[]
  return built[0]!.output[0].code
}
