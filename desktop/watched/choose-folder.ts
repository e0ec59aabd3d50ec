import { spawn } from 'node:child_process'

/** Programs of the systems that let a person choose a folder; the first that is there is asked. Each prints the folder. */
const dialogs: Partial<Record<NodeJS.Platform, readonly [string, readonly string[]][]>> = {
  linux: [
    ['zenity', ['--file-selection', '--directory']],
    ['kdialog', ['--getexistingdirectory']],
  ],
  darwin: [['osascript', ['-e', 'POSIX path of (choose folder)']]],
  win32: [
    [
      'powershell.exe',
      [
        '-NoProfile',
        '-STA',
        '-Command',
        `Add-Type -AssemblyName System.Windows.Forms
$chooser = New-Object System.Windows.Forms.FolderBrowserDialog
if ($chooser.ShowDialog() -eq 'OK') { [Console]::OutputEncoding = [Text.Encoding]::UTF8; $chooser.SelectedPath }`,
      ],
    ],
  ],
}

/** Return the folder that a person chose in a dialog of the system; an empty text where none was, null without any such dialog. */
export type ChooseFolder = () => Promise<string | null>

export const chooseFolder: ChooseFolder = async () => {
  for (const [program, args] of dialogs[process.platform] ?? []) {
    const chosen = await run(program, args)
    if (chosen !== null) return chosen
  }
  return null
}

/** Return what a program printed, empty where it ended without a choice; null where there is no such program. */
function run(program: string, args: readonly string[]): Promise<string | null> {
  return new Promise((resolve) => {
    const dialog = spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'] })
    let text = ''
    dialog.stdout.setEncoding('utf8').on('data', (piece: string) => (text += piece))
    dialog.on('error', () => resolve(null))
    dialog.on('close', (code) => resolve(code === 0 ? text.replace(/\r?\n$/, '') : ''))
  })
}
