/** A file to be read, by its path below its folder. */
export interface FileFixture {
  name: string
  bytes: Uint8Array
}
