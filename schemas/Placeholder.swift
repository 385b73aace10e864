// Replaced by the schemas.
