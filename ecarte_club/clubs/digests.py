import hashlib


def digest(secret: str) -> str:
    """SHA-256 suffices: a secret is 256 random bits, nothing to guess by dictionary."""
    return hashlib.sha256(secret.encode()).hexdigest()
