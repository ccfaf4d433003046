/** An address that a source knows; what it does not know is empty. */
export interface FoundAddress {
  /** House number and street. */
  address: string;
  city: string;
  /** The state's abbreviation or name. */
  state: string;
  zip: string;
}

/** A source of addresses of the United States. */
export interface AddressSearchPort {
  /** What begins or reads like the text, best first. Throws where the source cannot be asked. */
  search(text: string, limit: number): Promise<FoundAddress[]>;
}
