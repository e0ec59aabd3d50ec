import { fileURLToPath } from 'node:url'
import { build, type PluginOption, type Rolldown } from 'vite'

/**
 * A file with all it imports as one script without imports, minified as what is shipped is; what it
 * exports is the global `inside`.
 */
export async function bundleScript(
  file: URL,
  { target = 'es2023', plugins = [] }: { target?: string; plugins?: PluginOption[] } = {},
): Promise<string> {
  const built = (await build({
    configFile: false,
    logLevel: 'error',
    plugins,
    build: {
      write: false,
      minify: true,
      target,
      lib: { entry: fileURLToPath(file), formats: ['iife'], name: 'inside' },
    },
  })) as Rolldown.RolldownOutput[]
  return built[0]!.output[0].code
}
