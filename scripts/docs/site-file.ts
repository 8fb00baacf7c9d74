/** One file of the published docs. */
export interface SiteFile {
  /** Below the folder of the site, with `/` between its parts. */
  readonly path: string;
  readonly content: string | Uint8Array;
}
