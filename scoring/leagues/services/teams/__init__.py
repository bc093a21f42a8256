"""The only code that writes teams and who plays for them."""
