"""Results turned into rows, bars, spans and sentences. No Qt."""
