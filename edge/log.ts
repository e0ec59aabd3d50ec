/**
 * Log only the parts of an error's message that name code and tables of engines, stores and runtime. The rest is left out,
 * since messages quote their input (`Unexpected token … in "…"`, an address, a name).
 */
const tellable = [
  /^Cannot (?:read|set) properties of (?:undefined|null)/,
  /^[\w.$]+ is not (?:a function|a constructor|iterable|defined)$/,
  /\b(?:UNIQUE|NOT NULL|FOREIGN KEY) constraint failed(?:: [a-z_]+\.[a-z_]+)?/,
  /\bno such (?:table|function): [a-z_]+/,
  /\bSQLITE_[A-Z_]+/,
  /\bDurable Object (?:reset|is overloaded|storage)\b/,
  /\b[Ee]xceeded (?:its )?(?:CPU|memory|time)\b/,
  /\bNetwork connection lost\b/,
  // Log what the settings of the deployment lack (secret.ts).
  /^[A-Z]+_SECRET is shorter than \d+ characters$/,
]

/**
 * Write a failure to the log: what failed, whose, what kind of error and where in the code. Logs are outside every
 * region and are read by the operator's people, so nothing of a request or a record may get there (decisions R13).
 * @param what words of our own, with uuids at most.
 */
export function logFailure(what: string, error: unknown): void {
  console.error(what, describeError(error))
}

/**
 * Write to the log what is no error that was thrown, and has to be known by those who run the service.
 * @param what words of our own.
 * @param facts closed names, numbers and times; never a value of a request or a record.
 */
export function logNote(what: string, facts: Readonly<Record<string, string | number>>): void {
  console.error(what, JSON.stringify(facts))
}

/** Name, tellable part of the message, and the places of the stack. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return `thrown ${typeof error}`
  const told = tellable.flatMap((pattern) => pattern.exec(error.message)?.[0] ?? [])
  const message = told.length > 0 ? told.join('; ') : 'message withheld'
  const places = (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at \S.*:\d+:\d+\)?$/.test(line))
  return [`${/^\w+$/.test(error.name) ? error.name : 'Error'} (${message})`, ...places].join('\n')
}
