"""Password hashing with limited memory: each Argon2 hash needs 100 MB while it is computed."""

from threading import BoundedSemaphore

from django.contrib.auth.hashers import Argon2PasswordHasher

AT_ONCE = 2  # per process; others wait
_turns = BoundedSemaphore(AT_ONCE)


class BoundedArgon2Hasher(Argon2PasswordHasher):
    """Argon2 that computes only a few hashes at the same time."""

    def encode(self, password: str, salt: str) -> str:
        with _turns:
            return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        with _turns:
            return super().verify(password, encoded)
