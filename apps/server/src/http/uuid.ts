/** A UUID as PostgreSQL writes it. Another text in its place would be an error of the statement. */
export const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
