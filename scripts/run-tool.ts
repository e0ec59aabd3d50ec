import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const projectRoot = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '')

/**
 * Settings that keep workerd and its tools from calling out: metrics, update check, a sample request description. They
 * also would store every request's address and headers beside the state, and open the stores to everybody on this
 * machine.
 */
export const silencedEnv = {
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_SEND_ERROR_REPORTS: 'false',
  WRANGLER_HIDE_BANNER: 'true',
  X_LOCAL_OBSERVABILITY: 'false',
  X_LOCAL_EXPLORER: 'false',
} as const

export type ToolResult = { code: number; output: string; ms: number }

/** Return the environment of every child: ours, silenced, with the project's own tools first. */
function childEnv(extra: Record<string, string> = {}): NodeJS.ProcessEnv {
  const separator = process.platform === 'win32' ? ';' : ':'
  const path = [join(projectRoot, 'node_modules', '.bin'), process.env['PATH']].join(separator)
  return { ...process.env, ...silencedEnv, PATH: path, ...extra }
}

const running = new Set<ChildProcess>()

/** Stop running tools when this process is stopped, or when the one that started it is gone. */
export function stopToolsOnExit(): void {
  const stop = () => {
    for (const child of running) child.kill('SIGTERM')
    process.exit(1)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  process.on('disconnect', stop)
  // Release the channel: to listen for its end would keep this process when all is done.
  process.channel?.unref()
}

/** Run a tool of `node_modules/.bin` in the project's root and gather all it says. Never throws. */
export function runTool(
  tool: string,
  args: string[],
  options: { env?: Record<string, string>; echo?: boolean; timeoutMs?: number } = {},
): Promise<ToolResult> {
  const started = performance.now()
  return new Promise((resolve) => {
    const child = spawn(tool, args, {
      cwd: projectRoot,
      env: childEnv(options.env),
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    })
    running.add(child)
    let output = ''
    const gather = (chunk: Buffer) => {
      output += chunk.toString()
      if (options.echo) process.stdout.write(chunk)
    }
    const timer = setTimeout(() => {
      output += `\n${tool} was stopped after ${(options.timeoutMs ?? 0) / 1000} s`
      child.kill('SIGKILL')
    }, options.timeoutMs ?? 600_000)
    const finish = (code: number) => {
      clearTimeout(timer)
      running.delete(child)
      resolve({ code, output, ms: performance.now() - started })
    }
    child.stdout.on('data', gather)
    child.stderr.on('data', gather)
    child.on('error', (error) => {
      output += error.message
      finish(127)
    })
    child.on('close', (code) => finish(code ?? 1))
  })
}
