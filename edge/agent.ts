/** The first that a browser's name for itself holds; order matters, since each names its ancestors too. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrom(e|ium)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux|X11/, 'Linux'],
]

/** Name the family and system of a browser, enough to recognise one's own: `Firefox on Windows`. */
export function describeAgent(agent: string): string {
  const browser = browsers.find(([form]) => form.test(agent))?.[1]
  const system = systems.find(([form]) => form.test(agent))?.[1]
  if (!browser) return 'Another programme'
  return system ? `${browser} on ${system}` : browser
}

/** Return the network of an address, without the number of the machine in it: /24 of IPv4, /48 of IPv6. */
export function describeNetwork(address: string): string {
  const four = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.\d{1,3}$/.exec(address)
  if (four) return `${four[1]}.${four[2]}.${four[3]}.0/24`
  const six = /^([\da-f]{1,4}):([\da-f]{1,4}):([\da-f]{1,4}):/i.exec(address)
  return six ? `${six[1]}:${six[2]}:${six[3]}::/48`.toLowerCase() : ''
}

/**
 * Return the source that tries are counted against: of IPv6 the network of 64 bits, since one customer has all of its
 * addresses; of IPv4 the address itself.
 */
export function sourceOf(address: string): string {
  if (!address.includes(':')) return address
  // Take the IPv4 address out of its IPv6 form.
  if (address.includes('.')) return address.slice(address.lastIndexOf(':') + 1)
  const [front = [], back = []] = address
    .toLowerCase()
    .split('::')
    .map((part) => part.split(':').filter(Boolean))
  const zeros = Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0')
  const groups = [...front, ...zeros, ...back].slice(0, 4)
  return `${groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`
}
