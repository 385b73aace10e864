// Replaced by this module's first file.
