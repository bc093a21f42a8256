"""Static files with the addresses that whitenoise gives them, each worked out once."""

from functools import lru_cache

from whitenoise.storage import CompressedManifestStaticFilesStorage


class Storage(CompressedManifestStaticFilesStorage):
    @lru_cache(maxsize=1_000)  # noqa: B019 - there is one storage, as long as the process
    def url(self, name: str, force: bool = False) -> str:
        return str(super().url(name, force))
