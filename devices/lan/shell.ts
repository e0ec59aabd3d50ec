import type { DeviceFacts } from '../facts.ts'

/**
 * The remote shell of a simulated device: a few words of its own over files of its own. It starts no process and opens
 * no path, so that nothing of the machine that the simulator runs on can be reached through it.
 */
export interface ShellWorld {
  facts: DeviceFacts
  /** Seconds since the device started. */
  uptime: number
  /** Percent of the disks in use. */
  disks: { system_disk: number; data_disk: number }
  logs: readonly string[]
  readLog(name: string): string | null
}

type Words = Readonly<Record<string, (world: ShellWorld, path: string) => string>>

const longest = 64_000

const words: Words = {
  help: () => 'help  ls [path]  cat <path>  df  uptime  hostname',
  hostname: ({ facts }) => facts.hostname,
  uptime: ({ uptime }) => {
    const minutes = Math.floor(uptime / 60)
    return `up ${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
  },
  df: ({ disks }) =>
    [
      'Filesystem  Use%  Mounted on',
      `system      ${percent(disks.system_disk)}  /`,
      `data        ${percent(disks.data_disk)}  /var`,
    ].join('\n'),
  ls: (world, path) => {
    const files = treeOf(world)
    const folder = `/${cleanPath(path)}/`.replaceAll('//', '/')
    const below = Object.keys(files).filter((name) => name.startsWith(folder))
    if (below.length === 0) {
      return folder.slice(0, -1) in files ? path : `ls: ${path}: no such file or directory`
    }
    return [...new Set(below.map((name) => name.slice(folder.length).split('/')[0] ?? ''))].join(
      '\n',
    )
  },
  cat: (world, path) =>
    treeOf(world)[`/${cleanPath(path)}`]?.() ?? `cat: ${path}: no such file or directory`,
}

/** Carry out one line and give what it prints. */
export function runShellLine(line: string, world: ShellWorld): string {
  const [word = '', path = '', ...rest] = line.trim().split(/\s+/)
  if (word === '') return ''
  const act = Object.hasOwn(words, word) ? words[word] : undefined
  if (!act) return `${word}: not found; try help`
  if (rest.length > 0) return `${word}: one path at most`
  return act(world, path).slice(-longest)
}

const percent = (value: number) => `${Math.round(value)}%`.padStart(4)

/** Resolve `.` and `..` in a path: above the root is the root. */
function cleanPath(path: string): string {
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return parts.join('/')
}

function treeOf({ facts, logs, readLog }: ShellWorld): Record<string, () => string> {
  return {
    '/etc/hostname': () => facts.hostname,
    '/etc/serial': () => facts.serial,
    '/etc/bkernel': () => facts.bkernelVersion,
    ...Object.fromEntries(
      logs.map((name) => [`/var/log/${name}`, () => readLog(name)?.trimEnd() ?? '']),
    ),
  }
}
