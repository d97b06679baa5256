"""The kit of the lenses: charts, tables, forms, *Why*, and the frame that holds them."""
