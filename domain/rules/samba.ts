import type { Device } from '../entities/device.ts'
import type { SambaConfig } from '../live/device-setup.ts'
import { compareVersions } from './version.ts'

/** First software of a bGATE whose Samba configuration can be edited (spec §5; decisions D73: it qualifies itself). */
const sambaFrom = '2.8.10'

const word = String.raw`[A-Za-z0-9](?:[A-Za-z0-9_-]*[A-Za-z0-9])?`
const host = new RegExp(String.raw`^${word}(?:\.${word})*$`)
const octets = /^\d{1,3}(?:\.\d{1,3}){3}$/

/** Return true for `//host/share` or `host/share`, with a name or an IPv4 address as host (VAL-012, decisions D71). */
export function isSambaAddress(text: string): boolean {
  const [name = '', share = '', ...folders] = text.replace(/^\/\//, '').split('/')
  if (text.length > 255 || name.length > 253 || !host.test(name)) return false
  if (octets.test(name) && name.split('.').some((octet) => Number(octet) > 255)) return false
  return [share, ...folders].every((part) => isPathPart(part) && !/\s/.test(part))
}

/** Return true where two folders are on the same server: only there a held password goes on to count. */
export function isSameServer(
  one: Pick<SambaConfig, 'address'>,
  other: Pick<SambaConfig, 'address'>,
): boolean {
  const hostOf = ({ address }: Pick<SambaConfig, 'address'>) =>
    address.replace(/^\/\//, '').split('/')[0]?.toLowerCase()
  return hostOf(one) === hostOf(other)
}

/** Return true for an absolute path without parts that lead out of it (VAL-013, decisions D71). */
export function isUnixPath(text: string): boolean {
  if (text === '/') return true
  if (!text.startsWith('/') || text.length > 1000) return false
  return text.slice(1).replace(/\/$/, '').split('/').every(isPathPart)
}

// eslint-disable-next-line no-control-regex
const forbidden = /[\u0000-\u001f\u007f\\:*?"<>|]/

function isPathPart(part: string): boolean {
  return part !== '' && part !== '.' && part !== '..' && !forbidden.test(part)
}

/** Return the reason that the Samba configuration of this device cannot be edited, or null (VAL-044). */
export function refuseSamba(
  device: Pick<Device, 'deviceType' | 'bkernel_version'>,
): 'no_samba' | 'bkernel_too_old' | null {
  if (device.deviceType !== 'bgate') return 'no_samba'
  return compareVersions(device.bkernel_version, sambaFrom) < 0 ? 'bkernel_too_old' : null
}

/** Checks of the fields of a Samba configuration (spec §3, ENT-054); its password is not one of them. */
export const sambaFields: Readonly<Record<keyof SambaConfig, (text: string) => boolean>> = {
  address: isSambaAddress,
  source: isUnixPath,
  target_folder: isUnixPath,
  domain: (text) => /^[^\s\\/:*?"<>|]{0,63}$/.test(text),
  username: (text) => /^[^\s\\/:*?"<>|]{1,63}$/.test(text),
  max_protocol: (text) => /^(NT1|SMB2(_\d\d)?|SMB3(_\d\d)?)$/.test(text),
}

/** Find the fields of a Samba configuration that are not valid (VAL-012, VAL-013). */
export function findSambaProblems(config: SambaConfig): (keyof SambaConfig)[] {
  const names = Object.keys(sambaFields) as (keyof SambaConfig)[]
  return names.filter((name) => !sambaFields[name](config[name]))
}
