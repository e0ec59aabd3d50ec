import { fileURLToPath } from 'node:url'
import { build, type PluginOption, type Rolldown } from 'vite'

/** Bundle a file with all its imports into one script, minified as the product; its exports are the global `inside`. */
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
