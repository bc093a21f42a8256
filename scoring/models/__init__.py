from .leagues import League, Season, Standing

__all__ = ["League", "Season", "Standing"]
