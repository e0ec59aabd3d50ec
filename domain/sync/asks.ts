/** A request for one page of a stream; several are one text in the call `pulls` (domain/calls/sync.ts). */
export interface PageAsk {
  kinds: readonly string[]
  after: number
  /** In falling order from here. */
  before?: number | undefined
  home?: 'provider' | undefined
}

/** Write requests as the text that `pulls` takes. */
export function writeAsks(asks: readonly PageAsk[]): string {
  const texts = asks.map(({ kinds, after, before, home }) => {
    const place = before === undefined ? [after] : [after, before]
    return [`${kinds.join(',')}${home ? `@${home}` : ''}`, ...place].join(':')
  })
  return texts.join(';')
}

/** Read requests from a text that `pulls` has accepted. */
export function readAsks(text: string): PageAsk[] {
  return text.split(';').map((one) => {
    const [stream = '', after, before] = one.split(':')
    const [kinds = '', home] = stream.split('@')
    return {
      kinds: kinds.split(','),
      after: Number(after),
      ...(before === undefined ? {} : { before: Number(before) }),
      ...(home === 'provider' ? { home } : {}),
    }
  })
}
