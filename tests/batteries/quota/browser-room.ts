import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'
import { serveDesk, signIn, sitDown } from '../sync-real/desk.ts'

/** A browser of its own for a case: what one has found out about its disk is nothing to the next. */
export class Room {
  readonly context: BrowserContext
  readonly #address: string
  page!: Page
  #cdp: CDPSession | null = null

  private constructor(context: BrowserContext, address: string) {
    this.context = context
    this.#address = address
  }

  /**
   * @param quota what this site may have, in bytes, from the start: what a browser has once found free it goes on granting for
   *   half a minute.
   */
  static async open(
    browser: Browser,
    address: string,
    { script, quota }: { script: string; quota?: number },
  ): Promise<Room> {
    const room = new Room(await browser.newContext(), address)
    await serveDesk(room.context, () => script)
    await signIn(room.context.request, address, 'operator')
    await room.allow(quota ?? null)
    await room.sit()
    await room.page.evaluate(() => inside.page.ready())
    return room
  }

  /** Open the page, or open it again. */
  async sit(): Promise<void> {
    await this.page?.close()
    this.page = await this.context.newPage()
    await sitDown(this.page, this.#address)
  }

  /** Set the bytes that the site may store; null: as many as the disk has. */
  async allow(quota: number | null): Promise<void> {
    const order = { origin: this.#address, ...(quota === null ? {} : { quotaSize: quota }) }
    await (await this.#session()).send('Storage.overrideQuotaForOrigin', order)
  }

  /** Ask the browser for what it counts; what it tells pages is rounded. */
  async usage(): Promise<number> {
    const order = { origin: this.#address }
    return (await (await this.#session()).send('Storage.getUsageAndQuota', order)).usage
  }

  async #session(): Promise<CDPSession> {
    if (!this.#cdp) {
      const page = await this.context.newPage()
      this.#cdp = await this.context.newCDPSession(page)
    }
    return this.#cdp
  }

  /** Evict as the browser does when another site needs the room; `indexeddb`, `cache_storage`, or all there is. */
  async evict(what: string): Promise<void> {
    await (
      await this.#session()
    ).send('Storage.clearDataForOrigin', {
      origin: this.#address,
      storageTypes: what,
    })
  }

  /** Remove one of the databases of the records, as a damaged disk does. */
  dropTable(table: string): Promise<string[]> {
    return this.page.evaluate(async (name) => {
      const all = await indexedDB.databases()
      const names = all.flatMap((one) => one.name ?? []).filter((one) => one.endsWith(`--${name}`))
      await Promise.all(
        names.map(
          (one) =>
            new Promise((done) => {
              const removing = indexedDB.deleteDatabase(one)
              for (const event of ['success', 'error', 'blocked'])
                removing.addEventListener(event, done)
            }),
        ),
      )
      return names
    }, table)
  }

  close(): Promise<void> {
    return this.context.close()
  }
}
