// The desktop shell: the app in a window of its own, and the host behind it.
//   npm run desktop -- [--service https://…]
import { join } from 'node:path'
import { desktopHelp, type DesktopOptions, readDesktopOptions } from './options.ts'
import { endLeftBrowser } from './end-left-browser.ts'
import { findBrowser, noBrowserText, openWindow } from './open-window.ts'
import { startHost } from './start-host.ts'

/**
 * Open the shell and stay until its window is closed or it is asked to stop. Ends the process.
 * @param prepare what is to be done first, once the options are known to be right.
 */
export async function runDesktop(args: string[], prepare?: () => Promise<void>): Promise<never> {
  const options = readOptions(args)
  if (options.help) {
    console.log(desktopHelp)
    process.exit(0)
  }
  try {
    await prepare?.()
    await stayOpen(options)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
  process.exit(0)
}

function readOptions(args: string[]): DesktopOptions {
  try {
    return readDesktopOptions(args)
  } catch (error) {
    console.error(`${(error as Error).message}\nnpm run desktop -- --help lists the options.`)
    process.exit(1)
  }
}

async function stayOpen(options: DesktopOptions): Promise<void> {
  const browser = options.window ? (options.browser ?? findBrowser()) : null
  if (options.window && browser === null) throw new Error(noBrowserText)
  const asked = askedToStop()
  const host = await startHost(options)
  try {
    console.log(
      `bApp for ${options.service.origin}, on this machine at http://127.0.0.1:${host.port}`,
    )
    console.log(`Data of the window: ${options.data}`)
    if (browser === null) {
      console.log(`Open this address; it opens once:\n${host.startAddress}`)
      await asked
      return
    }
    console.log(`Window: ${browser}\nClose the window or press Ctrl-C to stop.`)
    const folder = join(options.data, 'browser')
    await endLeftBrowser(folder)
    const args = options.browserArgs
    const window = openWindow({ browser, address: host.startAddress, folder, args })
    try {
      await Promise.race([asked, window.closed])
    } finally {
      await window.close()
    }
  } finally {
    await host.close()
  }
}

/** Wait until the person or the system stops us, or the process that started us is gone. */
function askedToStop(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => resolve())
    process.on('disconnect', () => resolve())
  })
}

if (import.meta.main) await runDesktop(process.argv.slice(2))
