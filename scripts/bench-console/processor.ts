import { readFileSync } from 'node:fs'

/** Milliseconds of a clock tick of /proc (USER_HZ is 100 on Linux). */
const tickMs = 10

/** Read the processor time that a process has used, in ms; 0 where there is no /proc. */
export function processorMs(pid: number): number {
  if (pid === 0) return 0
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // Read behind the last bracket, with which the name of the command ends, since it may hold blanks.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * tickMs
}
