/** Close codes of the live socket (spec §4 "Socket"). After either the client does not reconnect by itself. */
export const closeCodes = { normal: 1000, ended: 3001 } as const

export function mayReconnect(code: number): boolean {
  return code !== closeCodes.normal && code !== closeCodes.ended
}
