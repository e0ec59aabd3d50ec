import { parseArgs, type ParseArgsConfig } from 'node:util'

/** Exit code of a command whose flags are wrong, as shells have it; 1 is for a figure that is not met. */
const wrongUse = 2

/**
 * Read the flags of a command as `parseArgs` does. A flag that is not known, has no value, or is no number where its default is one ends the
 * command with a line that names it and the known ones, and exit code 2.
 */
export function readFlags<Config extends ParseArgsConfig>(
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  try {
    const read = parseArgs(config)
    for (const [name, value] of Object.entries(read.values)) checkNumber(config, name, value)
    return read
  } catch (error) {
    // Keep the first sentence: the rest is about positional arguments.
    const [why] = (error as Error).message.split(/\. /)
    const known = Object.keys(config.options ?? {}).map((name) => `--${name}`)
    console.error(`${why}\nKnown flags: ${known.join(', ')}`)
    process.exit(wrongUse)
  }
}

function checkNumber({ options }: ParseArgsConfig, name: string, value: unknown): void {
  const usual = options?.[name]?.default
  if (typeof usual !== 'string' || usual === '' || Number.isNaN(Number(usual))) return
  if (value === '' || Number.isNaN(Number(value))) {
    throw new Error(`Option '--${name}' takes a number, not "${String(value)}"`)
  }
}
