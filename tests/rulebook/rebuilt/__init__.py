"""Games written from their English rulebooks alone, to see whether the books say what the specs mean."""
