import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** A JavaScript engine that can run the bundled calculation. */
export interface Engine {
  name: string
  /** So slow that it calculates the small plates only. */
  slow?: true
  /** Find the engine on this computer, for example its path; null if it is not installed. */
  find(): string | null
  /** Run the script that defines `digestPlates` and returns what it makes of the plates' text. */
  run(found: string, script: string, plates: string): Promise<string>
}

/** Find the first of the commands on `PATH`; null for none. */
export function findCommand(...names: string[]): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const places = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return places.find((place) => existsSync(place)) ?? null
}

/** Return the output of a command; throw its error output if it fails. */
export function runCommand(command: string, args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    let complaint = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text))
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) resolve(output)
      else reject(new Error(`${command} ended with ${code}: ${complaint.slice(-500)}`))
    })
  })
}
