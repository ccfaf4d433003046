/** An address from a source. Unknown parts are empty. */
export interface FoundAddress {
  /** House number and street. */
  address: string;
  city: string;
  /** The state's abbreviation or name. */
  state: string;
  zip: string;
}

/** A source of addresses in the United States. */
export interface AddressSearchPort {
  /** Returns addresses that match the text, best first. Throws if the source is not available. */
  search(text: string, limit: number): Promise<FoundAddress[]>;
}
