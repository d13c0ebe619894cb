"""What a person or a program writes: texts with positions and limits, and the documents in them."""
